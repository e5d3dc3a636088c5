import { signedIn, type CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { insertBulk, recordBulkTask, type Chosen, type NewBulk } from './bulk.repo.ts';

type Start = {
  /** The kind of its task. */
  kind: string;
  values: Omit<NewBulk, 'partnerId' | 'userId'>;
  /** What is changed, chosen now and once. What is made later is not changed. */
  chosen: Chosen;
  /** For a choice that finds nothing. */
  nothing: string;
  title: string;
  payload(bulkId: string): Record<string, unknown>;
};

/** Starts a change of many. @throws PanelError VALIDATION, BULK_TOO_MANY */
export async function startBulkTask(
  context: CallContext,
  { kind, values, chosen, nothing, title, payload }: Start,
): Promise<{ status: true; bulk_id: string }> {
  const { app, partner } = context;
  const { id: userId } = signedIn(context);
  return app.db.transaction(async (tx) => {
    const { row, total } = await insertBulk(tx, { ...values, partnerId: partner.id, userId }, chosen);
    if (total === 0) throw new PanelError('VALIDATION', {}, { fields: { ids: nothing } });
    const taskId = await app.tasks.enqueue(tx, {
      ...{ kind, partnerId: partner.id, customerId: row.customerId, userId },
      ...{ resourceId: row.id, title, payload: payload(row.id) },
    });
    await recordBulkTask(tx, row.id, taskId);
    const answer = { status: true as const, bulk_id: row.id };
    await context.remember(tx, answer);
    return answer;
  });
}

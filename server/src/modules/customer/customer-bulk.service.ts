import type { CustomerBulk, CustomerBulkAction } from '@panel/contract';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { PanelError } from '../../kernel/errors.ts';
import { bulkCounts, bulkItems, findBulk, insertBulk, recordBulkTask } from './customer-bulk.repo.ts';
import type { BulkPayload } from './customer-bulk.tasks.ts';
import { customersThat, type CustomerFilter } from './customer.repo.ts';

type Input = {
  action: CustomerBulkAction;
  tag?: string | undefined;
  ids?: readonly string[] | undefined;
  filter?: CustomerFilter | undefined;
};

/**
 * Starts a change of many customers. They are chosen here, once: a customer who is created later is not changed, and ids that
 * are no customer of the partner are passed over.
 * @throws PanelError VALIDATION
 */
export async function startBulk(
  context: CallContext,
  { action, tag, ids, filter }: Input,
): Promise<{ status: true; bulk_id: string }> {
  const { app, partner } = context;
  const isTagging = action === 'tag' || action === 'untag';
  const { id: userId } = signedIn(context);
  return app.db.transaction(async (tx) => {
    const values = { partnerId: partner.id, userId, action, tag: isTagging ? (tag ?? null) : null };
    const { row, total } = await insertBulk(tx, values, customersThat(tx, scopeOf(context), { ...filter, ids }));
    if (total === 0)
      throw new PanelError(
        'VALIDATION',
        {},
        { fields: { ids: 'No customer was found. Reload the list and choose again.' } },
      );
    const { id, ip, userAgent } = context.request;
    const taskId = await app.tasks.enqueue(tx, {
      ...{ kind: 'customer.bulk', partnerId: partner.id, customerId: null, userId },
      ...{ resourceId: row.id, title: partner.name },
      payload: { bulkId: row.id, request: { id, ip, userAgent } } satisfies BulkPayload,
    });
    await recordBulkTask(tx, row.id, taskId);
    const answer = { status: true as const, bulk_id: row.id };
    await context.remember(tx, answer);
    return answer;
  });
}

/** The result by customer. @throws PanelError NOT_FOUND */
export async function showBulk(context: CallContext, id: string): Promise<CustomerBulk> {
  const { db } = context.app;
  const { action, tag, taskId, createdAt } = found(await findBulk(db, scopeOf(context), id));
  const items = (await bulkItems(db, id)).map(({ customerId: customer_id, email, outcome, reason }) => ({
    ...{ customer_id, email, outcome, reason },
  }));
  const counts = await bulkCounts(db, id);
  return { id, action, tag, task_id: taskId ?? '', created_at: createdAt.toISOString(), counts, items };
}

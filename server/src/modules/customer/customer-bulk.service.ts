import type { CustomerBulk, CustomerBulkAction, CustomerBulkReason } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { bulkCounts, bulkItems, findBulk, type BulkRow } from '../bulk/bulk.repo.ts';
import { startBulkTask } from '../bulk/start-bulk.ts';
import { productName } from '../license/license.repo.ts';
import type { BulkPayload } from './customer-bulk.tasks.ts';
import { chosenCustomers, type CustomerFilter } from './customer.repo.ts';

type Input = {
  action: CustomerBulkAction;
  tag?: string | undefined;
  ids?: readonly string[] | undefined;
  filter?: CustomerFilter | undefined;
  license?: BulkRow['license'];
};

/**
 * Starts a change of many customers. They are chosen here, once: a customer who is created later is not changed, and ids that
 * are no customer of the partner are passed over.
 * @throws PanelError VALIDATION
 */
export async function startBulk(
  context: CallContext,
  { action, tag, license = null, ids, filter }: Input,
): Promise<{ status: true; bulk_id: string }> {
  const { app, partner } = context;
  const isTagging = action === 'tag' || action === 'untag';
  const { id, ip, userAgent } = context.request;
  return startBulkTask(context, {
    kind: 'customer.bulk',
    title: partner.name,
    values: { subject: 'customer', action, tag: isTagging ? (tag ?? null) : null, license },
    chosen: chosenCustomers(app.db, scopeOf(context), { ...filter, ids }),
    nothing: 'No customer was found. Reload the list and choose again.',
    payload: (bulkId) => ({ bulkId, request: { id, ip, userAgent } }) satisfies BulkPayload,
  });
}

/** The result by customer. @throws PanelError NOT_FOUND */
export async function showBulk(context: CallContext, id: string): Promise<CustomerBulk> {
  const { db } = context.app;
  const row = await findBulk(db, scopeOf(context), id);
  const { action, tag, license, partnerId, taskId, createdAt } = found(row?.subject === 'customer' ? row : null);
  // Before the items: once none waits, nobody asks again.
  const counts = await bulkCounts(db, id);
  const items = (await bulkItems(db, id)).map(({ subjectId: customer_id, name: email, outcome, reason }) => ({
    ...{ customer_id, email, outcome },
    reason: reason as CustomerBulkReason | null,
  }));
  return {
    ...{ id, action: action as CustomerBulkAction, tag, task_id: taskId ?? '' },
    product: license && (await productName(db, { partnerId, product: license.product })),
    ...{ created_at: createdAt.toISOString(), counts, items },
  };
}

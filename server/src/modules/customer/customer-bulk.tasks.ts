import type { CustomerBulkOutcome, CustomerBulkReason } from '@panel/contract';
import * as v from 'valibot';
import type { AppContext } from '../../context/app-context.ts';
import { audit } from '../../context/audit.repo.ts';
import { described, said } from '../../context/said.ts';
import { found } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { staffOf } from '../../db/select-page.ts';
import { PanelError } from '../../kernel/errors.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import {
  defineKind,
  type Notice,
  type StepContext,
  type StepDefinition,
  type TaskKinds,
} from '../../tasks/task-kind.ts';
import {
  bulkCounts,
  bulkOfTask,
  settleItem,
  waitingItems,
  type BulkItemRow,
  type BulkRow,
} from './customer-bulk.repo.ts';
import { beginDeletion, changeStateIn, suspension, unsuspension, type StateChange } from './customer-state.service.ts';
import { CUSTOMER_TAGS_MAX, findCustomer, recordOf, saveRecord } from './customer.repo.ts';

const AT_ONCE = 100;

/** `request`: of whoever asked, for the audit log. */
export const BulkPayload = definePayload(
  v.object({ bulkId: v.string(), request: v.object({ id: v.string(), ip: v.string(), userAgent: v.string() }) }),
);
export type BulkPayload = PayloadOf<typeof BulkPayload>;

type Result = { outcome: CustomerBulkOutcome; reason: CustomerBulkReason | null };
const refused = (reason: CustomerBulkReason): Result => ({ outcome: 'refused', reason });
const changed = (isChanged: boolean): Result => ({ outcome: isChanged ? 'done' : 'unchanged', reason: null });

type By = { app: AppContext; bulk: BulkRow; request: BulkPayload['request'] };
type Changed = { result: Result; addresses: string[] };

const STATES = {
  suspend: { action: 'customer.suspend', next: suspension },
  unsuspend: { action: 'customer.unsuspend', next: unsuspension },
  delete: { action: 'customer.delete', next: beginDeletion },
} as const satisfies Record<string, Pick<StateChange, 'action' | 'next'>>;

async function changeTags({ bulk, request }: By, tx: Database, id: string): Promise<Result> {
  const { partnerId, userId, tag } = bulk;
  found(await findCustomer(tx, staffOf(partnerId), id, { lock: true }));
  if (tag === null) throw new Error(`The change ${bulk.id} names no tag.`);
  const { notes, tags: before } = await recordOf(tx, id);
  const tags = bulk.action === 'tag' ? [...new Set([...before, tag])].sort() : before.filter((each) => each !== tag);
  if (tags.length === before.length) return changed(false);
  if (tags.length > CUSTOMER_TAGS_MAX) return refused('tags_full');
  await saveRecord(tx, { userId: id, partnerId }, { notes, tags });
  await audit(
    tx,
    'customer.update',
    { partnerId, userId, customerId: id, request },
    { customerId: id, fields: ['tags'] },
  );
  return changed(true);
}

/** Changes one customer in the transaction that records it: a process that dies has done both or neither. */
async function changeOne(by: By, tx: Database, { customerId: id }: BulkItemRow): Promise<Changed> {
  const { app, bulk, request } = by;
  const { action, partnerId, userId } = bulk;
  if (action === 'tag' || action === 'untag') return { result: await changeTags(by, tx, id), addresses: [] };
  const scope = staffOf(partnerId);
  if (action === 'suspend' && found(await findCustomer(tx, scope, id, { lock: true })).deletesAt)
    return { result: refused('deleting'), addresses: [] };
  let isChanged = false;
  const addresses = await changeStateIn({ app, partner: { id: partnerId }, request }, tx, {
    ...{ scope, id, userId, ...STATES[action] },
    also: async () => {
      isChanged = true;
    },
  });
  return { result: changed(isChanged), addresses };
}

async function settle(by: By, item: BulkItemRow): Promise<void> {
  const { app } = by;
  try {
    const addresses = await app.db.transaction(async (tx) => {
      const done = await changeOne(by, tx, item);
      await settleItem(tx, item, done.result);
      return done.addresses;
    });
    for (const address of addresses) app.edge.invalidate(address);
  } catch (error) {
    const isGone = error instanceof PanelError && error.code === 'NOT_FOUND';
    // One that cannot be changed holds up no other.
    if (!isGone) app.log.warn({ err: error, customerId: item.customerId }, 'a customer could not be changed');
    await settleItem(app.db, item, refused(isGone ? 'gone' : 'failed'));
  }
}

const bulkOf = async ({ app, task }: StepContext): Promise<BulkRow> => {
  const bulk = await bulkOfTask(app.db, BulkPayload.of(task.payload).bulkId);
  if (!bulk) throw new Error(`The change of task ${task.id} is gone.`);
  return bulk;
};

const changeStep: StepDefinition = {
  name: 'change',
  title: 'Changing customers',
  cancel: 'now',
  leaves: 'Customers that were changed already stay changed.',
  async run(context) {
    const { app, task, signal, progress } = context;
    const by: By = { app, bulk: await bulkOf(context), request: BulkPayload.of(task.payload).request };
    const counts = await bulkCounts(app.db, by.bulk.id);
    const total = counts.waiting + counts.done + counts.unchanged + counts.refused;
    let done = total - counts.waiting;
    for (;;) {
      const items = await waitingItems(app.db, by.bulk.id, AT_ONCE);
      if (items.length === 0) return;
      for (const item of items) {
        signal.throwIfAborted();
        await settle(by, item);
        progress({ done: (done += 1), total, unit: 'items' });
      }
    }
  },
  check: async (context) => (await waitingItems(context.app.db, (await bulkOf(context)).id, 1)).length === 0,
};

async function noticeOf(tx: Database, { task }: StepContext): Promise<Notice> {
  const { bulkId } = BulkPayload.of(task.payload);
  const { waiting, done, unchanged, refused: left } = await bulkCounts(tx, bulkId);
  return {
    type: 'customers_changed',
    ...described(
      said('Customers changed: {done, number} of {all, number}.', { done, all: waiting + done + unchanged + left }),
    ),
    link: `/customers/bulk?id=${bulkId}`,
  };
}

/** The change of many customers, one transaction for each. */
export const customerBulkKinds: TaskKinds = {
  'customer.bulk': defineKind({
    payload: BulkPayload,
    label: 'Changing many customers',
    resource: 'customer_bulk',
    stale: ['customer', 'site', 'notification'],
    steps: [changeStep],
    succeeded: noticeOf,
    failed: noticeOf,
  }),
};

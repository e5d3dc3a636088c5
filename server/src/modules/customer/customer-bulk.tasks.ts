import {
  contract,
  TAGS_MAX,
  type CallMeta,
  type CustomerBulkAction,
  type CustomerBulkReason,
  type ErrorCode,
} from '@panel/contract';
import * as v from 'valibot';
import type { AppContext } from '../../context/app-context.ts';
import { audit } from '../../context/audit.repo.ts';
import type { CallContext } from '../../context/call-context.ts';
import { described, said } from '../../context/said.ts';
import { found } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { staffOf } from '../../db/select-page.ts';
import { PanelError } from '../../kernel/errors.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import { defineKind, type Notice, type StepContext, type TaskKinds } from '../../tasks/task-kind.ts';
import { checkMayCall, contextOf } from '../bulk/caller.ts';
import { bulkStep, changed, refused, type Changed } from '../bulk/bulk-step.ts';
import { bulkCounts, type BulkItemRow, type BulkRow, type Settled } from '../bulk/bulk.repo.ts';
import { giveTo } from '../license/license.service.ts';
import { beginDeletion, changeStateIn, suspension, unsuspension, type StateChange } from './customer-state.service.ts';
import { findCustomer, recordOf, saveRecord } from './customer.repo.ts';

/** `request`: of whoever asked, for the audit log. */
export const BulkPayload = definePayload(
  v.object({ bulkId: v.string(), request: v.object({ id: v.string(), ip: v.string(), userAgent: v.string() }) }),
);
export type BulkPayload = PayloadOf<typeof BulkPayload>;

const refusedAs = (reason: CustomerBulkReason): Settled => refused(reason);

type By = { app: AppContext; bulk: BulkRow; request: BulkPayload['request']; context: CallContext | null };

/** The single call whose rights an action needs. */
const CALL_OF: Readonly<Record<CustomerBulkAction, { '~orpc': { meta: CallMeta } }>> = {
  suspend: contract.customer.suspend,
  unsuspend: contract.customer.unsuspend,
  tag: contract.customer.update,
  untag: contract.customer.update,
  delete: contract.customer.remove,
  license: contract.license.distribute,
};

const STATES = {
  suspend: { action: 'customer.suspend', next: suspension },
  unsuspend: { action: 'customer.unsuspend', next: unsuspension },
  delete: { action: 'customer.delete', next: beginDeletion },
} as const satisfies Record<string, Pick<StateChange, 'action' | 'next'>>;

async function changeTags({ bulk, request }: By, tx: Database, id: string): Promise<Settled> {
  const { partnerId, userId, tag } = bulk;
  found(await findCustomer(tx, staffOf(partnerId), id, { lock: true }));
  if (tag === null) throw new Error(`The change ${bulk.id} names no tag.`);
  const { notes, tags: before } = await recordOf(tx, id);
  const tags = bulk.action === 'tag' ? [...new Set([...before, tag])].sort() : before.filter((each) => each !== tag);
  if (tags.length === before.length) return changed(false);
  if (tags.length > TAGS_MAX) return refusedAs('tags_full');
  await saveRecord(tx, { userId: id, partnerId }, { notes, tags });
  await audit(
    tx,
    'customer.update',
    { partnerId, userId, customerId: id, request },
    { customerId: id, fields: ['tags'] },
  );
  return changed(true);
}

async function issue({ app, bulk, context }: By, tx: Database, id: string): Promise<Settled> {
  if (!context || !bulk.license?.issue) throw new Error(`The change ${bulk.id} names no license.`);
  const { product, issue: term } = bulk.license;
  await giveTo({ ...context, app: { ...app, db: tx } }, id, { product_identifier: product, ...term });
  return changed(true);
}

/** Asks for the rights of whoever asked, as they are by now. */
async function withRights(by: By, _item: BulkItemRow, work: (by: By) => Promise<void>): Promise<void> {
  const { app, bulk, request } = by;
  if (bulk.userId === null) throw new PanelError('FORBIDDEN');
  const context = await contextOf(app, bulk.partnerId, { personId: bulk.userId, actorId: null, request });
  checkMayCall(context, CALL_OF[bulk.action as CustomerBulkAction]['~orpc'].meta);
  await work({ ...by, context });
}

const REASONS: Readonly<Partial<Record<ErrorCode, CustomerBulkReason>>> = {
  NOT_FOUND: 'gone',
  FORBIDDEN: 'rights',
  STAFF_ROLE: 'rights',
  SECTION_OFF: 'rights',
};

/** Changes one customer in the transaction that records it: a process that dies has done both or neither. */
async function changeOne(by: By, tx: Database, { subjectId: id }: BulkItemRow): Promise<Changed> {
  const { app, bulk, request } = by;
  const { action, partnerId, userId } = bulk;
  if (action === 'tag' || action === 'untag') return { result: await changeTags(by, tx, id), addresses: [] };
  const scope = staffOf(partnerId);
  const isForOpen = action === 'suspend' || action === 'license';
  if (isForOpen && found(await findCustomer(tx, scope, id, { lock: true })).deletesAt)
    return { result: refusedAs('deleting'), addresses: [] };
  if (action === 'license') return { result: await issue(by, tx, id), addresses: [] };
  let isChanged = false;
  const addresses = await changeStateIn({ app, partner: { id: partnerId }, request }, tx, {
    ...{ scope, id, userId, ...STATES[action as keyof typeof STATES] },
    also: async () => {
      isChanged = true;
    },
  });
  return { result: changed(isChanged), addresses };
}

const changeStep = bulkStep<By>(
  {
    title: 'Changing customers',
    leaves: 'Customers that were changed already stay changed.',
    begin: ({ app, task }, bulk) => ({ app, bulk, request: BulkPayload.of(task.payload).request, context: null }),
    around: withRights,
    change: changeOne,
    refusal: (error) => refusedAs((error instanceof PanelError && REASONS[error.code]) || 'failed'),
  },
  ({ task }) => BulkPayload.of(task.payload).bulkId,
);

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
    stale: ['customer', 'site', 'license', 'notification'],
    steps: [changeStep],
    succeeded: noticeOf,
    failed: noticeOf,
  }),
};

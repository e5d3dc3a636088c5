import * as v from 'valibot';
import type { AppContext } from '../../context/app-context.ts';
import { recordCall } from '../../context/audit-recording.ts';
import { isStaff, personOf, type CallContext } from '../../context/call-context.ts';
import { described, said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import { defineKind, type Notice, type StepContext, type TaskKinds } from '../../tasks/task-kind.ts';
import { bulkCounts, bulkOfTask, type BulkItemRow } from '../bulk/bulk.repo.ts';
import { bulkStep, changed, refused, Unchanged } from '../bulk/bulk-step.ts';
import { Caller, contextOf } from '../bulk/caller.ts';
import { callOf, changeWorkload, checkMayChange, workloadBulkOf, type WorkloadBulk } from './bulk-actions.ts';

export const WorkloadBulkPayload = definePayload(v.object({ bulkId: v.string(), caller: Caller }));
export type WorkloadBulkPayload = PayloadOf<typeof WorkloadBulkPayload>;

type By = { app: AppContext; bulk: WorkloadBulk; caller: Caller; context: CallContext | null };

/** What the audit log has of the change of one: the same as of the single call. */
function factsOf(
  context: CallContext,
  { subject, action, tag, targetId, license, id }: WorkloadBulk,
  item: BulkItemRow,
) {
  const { partner, viewer, request } = context;
  const person = personOf(context);
  const actor = viewer?.actor ?? (viewer?.member ? person : null);
  return {
    ...{ partnerId: partner.id, userId: person.id, userEmail: person.email },
    ...{ actorId: actor?.id ?? null, actorEmail: actor?.email ?? null, apiTokenId: null },
    ...{ ip: request.ip, userAgent: request.userAgent ?? null, requestId: request.id },
    call: callOf({ subject, action }).name,
    customerId: viewer && !isStaff(viewer.user) ? viewer.user.id : null,
    object: { kind: 'site', id: item.subjectId },
    input: {
      bulk_id: id,
      id: item.subjectId,
      ...(tag !== null && { tag }),
      ...(targetId && { customer_id: targetId }),
      ...(license && { product_identifier: license.product }),
    },
  };
}

/** Asks for the rights of whoever asked, as they are by now, and records the change as the single call. */
async function asCall({ app, bulk, caller }: By, item: BulkItemRow, work: (by: By) => Promise<void>): Promise<void> {
  const context = await contextOf(app, bulk.partnerId, caller);
  checkMayChange(context, bulk);
  await recordCall(app.db, factsOf(context, bulk, item), async () => {
    await work({ app, bulk, caller, context });
    return { body: null };
  });
}

const changeStep = bulkStep<By>(
  {
    title: 'Changing each',
    leaves: 'What was changed already stays changed.',
    begin({ app, task }, row) {
      const bulk = workloadBulkOf(row);
      if (!bulk) throw new Error(`The change ${row.id} is one of customers.`);
      return { app, bulk, caller: WorkloadBulkPayload.of(task.payload).caller, context: null };
    },
    around: asCall,
    async change({ bulk, context }, tx, item) {
      if (!context) throw new Error('A change has nobody who asked for it.');
      const { isChanged, addresses } = await changeWorkload(context, tx, bulk, item);
      if (!isChanged) throw new Unchanged();
      return { result: changed(true), addresses };
    },
    refusal: (error) => (error instanceof PanelError ? refused(error.code, error.values) : refused('INTERNAL')),
  },
  ({ task }) => WorkloadBulkPayload.of(task.payload).bulkId,
);

const LISTS = { site: { staff: '/admin/sites', customer: '/sites' }, app: { staff: '/admin/apps', customer: '/apps' } };

async function noticeOf(tx: Database, { task }: StepContext): Promise<Notice | null> {
  const { bulkId } = WorkloadBulkPayload.of(task.payload);
  const bulk = workloadBulkOf(await bulkOfTask(tx, bulkId));
  if (!bulk) return null;
  const { waiting, done, unchanged, refused: left } = await bulkCounts(tx, bulkId);
  const values = { done, all: waiting + done + unchanged + left };
  const text =
    bulk.subject === 'site'
      ? said('Sites changed: {done, number} of {all, number}.', values)
      : said('Applications changed: {done, number} of {all, number}.', values);
  const path = LISTS[bulk.subject][bulk.customerId === null ? 'staff' : 'customer'];
  return { type: 'workloads_changed', ...described(text), link: `${path}?bulk=${bulkId}` };
}

/** The change of many sites or applications, one transaction for each. */
export const workloadBulkKinds: TaskKinds = {
  'workload.bulk': defineKind({
    payload: WorkloadBulkPayload,
    label: 'Changing many sites or applications',
    resource: 'workload_bulk',
    stale: ['site', 'app', 'bin', 'tag', 'license', 'bulk', 'notification'],
    steps: [changeStep],
    succeeded: noticeOf,
    failed: noticeOf,
  }),
};

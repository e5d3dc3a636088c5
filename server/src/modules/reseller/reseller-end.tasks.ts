import type { AppContext } from '../../context/app-context.ts';
import type { PartnerRow } from '../../context/call-context.ts';
import { auditLog } from '../../db/schema.ts';
import { removeDiscarded } from '../../storage/discarded.ts';
import { defineKind, type StepDefinition, type TaskKinds } from '../../tasks/task-kind.ts';
import { discardBlueprintsOf } from '../blueprint/blueprint.repo.ts';
import { endWorkload } from '../site-bin/end-workload.ts';
import {
  deleteReseller,
  dueResellers,
  endCustomersOf,
  hostedForNobody,
  isEmptied,
  lockDueReseller,
} from './reseller-end.repo.ts';

/** What is left for the next run is found again by its rows. Returns whether the partner is gone. */
async function endReseller(app: AppContext, { id, name, domain }: PartnerRow): Promise<boolean> {
  const { db, clock } = app;
  await db.transaction(async (tx) => {
    if (await lockDueReseller(tx, id, clock.now())) await endCustomersOf(tx, id, clock.now());
  });
  for (const workloadId of await hostedForNobody(db, id))
    await db.transaction(async (tx) => {
      if (await lockDueReseller(tx, id, clock.now())) await endWorkload(tx, app, workloadId);
    });
  const folders = await db.transaction(async (tx) => {
    if (!(await lockDueReseller(tx, id, clock.now())) || !(await isEmptied(tx, id))) return null;
    await tx.insert(auditLog).values({ action: 'reseller.purge', detail: { resellerId: id, name, host: domain } });
    const discarded = await discardBlueprintsOf(tx, 'partnerId', id);
    await deleteReseller(tx, id);
    return discarded;
  });
  if (folders === null) return false;
  await app.partners.changed(id);
  for (const folder of folders) await removeDiscarded(app, folder);
  return true;
}

const endStep: StepDefinition = {
  name: 'end',
  title: 'Deleting partners whose grace period is over',
  cancel: 'now',
  leaves: 'What has started continues. The rest starts within an hour.',
  async run({ app, note, signal }) {
    let [ended, waiting] = [0, 0];
    for (const row of await dueResellers(app.db, app.clock.now())) {
      signal.throwIfAborted();
      // One that cannot be deleted holds up no other.
      const isGone = await endReseller(app, row).catch((error: unknown) => {
        app.log.warn({ err: error, partnerId: row.id }, 'a partner could not be deleted');
        return false;
      });
      if (isGone) ended += 1;
      else waiting += 1;
    }
    note(`Partners deleted: ${ended}; waiting for their customers: ${waiting}`);
  },
  // Customers and sites are deleted by tasks of their own; partners that wait for them are due again an hour later.
  check: async () => true,
};

/** Ends deleted partners, hourly. */
export const resellerKinds: TaskKinds = {
  'panel.partners': defineKind({ label: 'Deleting partners', resource: 'panel', stale: [], steps: [endStep] }),
};

import type { AppContext } from '../../context/app-context.ts';
import type { UserRow } from '../../context/call-context.ts';
import { paymentsOfSubscription } from '../../context/payment-at.ts';
import { auditLog } from '../../db/schema.ts';
import { removeDiscarded } from '../../storage/discarded.ts';
import { defineKind, type StepDefinition, type TaskKinds } from '../../tasks/task-kind.ts';
import { discardExportsOf } from '../account-export/account-export.repo.ts';
import { discardBlueprintsOf } from '../blueprint/blueprint.repo.ts';
import { endConnection } from '../github-app/revoke.tasks.ts';
import { updateLicense } from '../license/license.repo.ts';
import { keepUsesOf } from '../payment/coupon.repo.ts';
import { endWorkload } from '../site-bin/end-workload.ts';
import { deleteAccount, dueCustomers, hostedBy, lockDue, subscriptionsOf } from './customer-end.repo.ts';

const AT_ONCE = 100;

/** Ends what would charge the customer again, before the rows that name it. */
async function endSubscriptions(app: AppContext, { id }: UserRow): Promise<void> {
  for (const license of await subscriptionsOf(app.db, id)) {
    const payments = await paymentsOfSubscription(app, license.subscription);
    if (!payments) throw new Error('A subscription cannot be ended, because there is no payment provider.');
    await payments.endNow(license.subscription);
    const now = app.clock.now();
    await updateLicense(app.db, license.id, { deactivatedAt: now, autoRenewal: false }, now);
  }
}

const endHosted = (app: AppContext, customer: UserRow, id: string): Promise<void> =>
  app.db.transaction(async (tx) => {
    if (await lockDue(tx, customer.id, app.clock.now())) await endWorkload(tx, app, id);
  });

/** Deletes the account once nothing is hosted for it, with its blueprints. Returns whether it is gone. */
async function endAccount(app: AppContext, { id, partnerId, email }: UserRow): Promise<boolean> {
  const { db, clock } = app;
  const folders = await db.transaction(async (tx) => {
    if (!(await lockDue(tx, id, clock.now())) || (await hostedBy(tx, id)).length > 0) return null;
    await tx.insert(auditLog).values({ action: 'customer.purge', partnerId, detail: { customerId: id, email } });
    const discarded = [...(await discardBlueprintsOf(tx, 'customerId', id)), ...(await discardExportsOf(tx, id))];
    await keepUsesOf(tx, id);
    await endConnection(tx, app, id);
    await deleteAccount(tx, id);
    return discarded;
  });
  for (const folder of folders ?? []) await removeDiscarded(app, folder);
  return folders !== null;
}

/** What is left for the next run is found again by its rows, so a process that dies in between leaves nothing half done. */
async function endCustomer(app: AppContext, customer: UserRow): Promise<boolean> {
  await endSubscriptions(app, customer);
  for (const id of await hostedBy(app.db, customer.id)) await endHosted(app, customer, id);
  return endAccount(app, customer);
}

const endStep: StepDefinition = {
  name: 'end',
  title: 'Deleting customers whose grace period is over',
  cancel: 'now',
  leaves: 'What has started continues. The rest starts within an hour.',
  async run({ app, note, signal }) {
    let [ended, waiting] = [0, 0];
    for (let afterId: string | null = null; ;) {
      signal.throwIfAborted();
      const rows: UserRow[] = await dueCustomers(app.db, { now: app.clock.now(), afterId, limit: AT_ONCE });
      for (const row of rows) {
        // One that cannot be deleted holds up no other.
        const isGone = await endCustomer(app, row).catch((error: unknown) => {
          app.log.warn({ err: error, customerId: row.id }, 'a customer could not be deleted');
          return false;
        });
        if (isGone) ended += 1;
        else waiting += 1;
      }
      afterId = rows.at(-1)?.id ?? null;
      if (afterId === null) return note(`Customers deleted: ${ended}; waiting for their sites: ${waiting}`);
    }
  },
  // Sites are deleted by tasks of their own; accounts that wait for them are due again an hour later.
  check: async () => true,
};

/** Ends deleted customers, hourly. */
export const customerKinds: TaskKinds = {
  'panel.customers': defineKind({ label: 'Deleting customers', resource: 'panel', stale: [], steps: [endStep] }),
};

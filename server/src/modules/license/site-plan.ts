import { SMALLEST_PLAN } from '@panel/contract';
import type { Database } from '../../db/database.ts';
import { staffOf, within } from '../../db/select-page.ts';
import type { AppContext } from '../../context/app-context.ts';
import { openTaskOf } from '../../tasks/task.repo.ts';
import { moveSite, recordTask, siteRepo, taskSite, type SiteRow } from '../site/site.repo.ts';
import { childOf } from '../site/site-staging.repo.ts';
import { changePlan, outdatedSites, sitesOf, type PlanChange } from './licensed-site.repo.ts';
import { isValid, licenseOf, otherUses, type LicenseRow } from './license.repo.ts';
import { productOf } from './public-license.ts';

const AT_ONCE = 100;

const NO_LICENSE: PlanChange = { planType: SMALLEST_PLAN, licenseKey: null, stripeLicenseId: null };

/**
 * Changes the plan of a site and of its staging environment. The caller has locked the site, and no task works on it. A
 * ready one with a process is restarted by a task, whose id is returned: a running process keeps the limits it was started with.
 */
export async function setPlan(
  { tasks, hosting }: Pick<AppContext, 'tasks' | 'hosting'>,
  tx: Database,
  row: SiteRow,
  change: PlanChange,
  userId: string | null,
): Promise<string | null> {
  const scope = staffOf(row.partnerId);
  const child = await childOf(tx, row.id);
  await siteRepo(tx, scope, within).update(row.id, change);
  if (child) await siteRepo(tx, scope).update(child.workloadId, { planType: change.planType });
  if (row.planType === change.planType || !hosting.runsProcess(row.kind) || row.status !== 'ready') return null;
  await moveSite(tx, row.id, 'processing');
  const { partnerId, customerId, id: resourceId, fqdn: title } = row;
  const given = { partnerId, customerId, userId, resourceId, title, payload: {} };
  const taskId = await tasks.enqueue(tx, { kind: 'site.plan', ...given });
  await recordTask(tx, row.id, taskId);
  return taskId;
}

/** What a licence makes of a site. */
export const planOf = (row: LicenseRow): PlanChange => ({
  planType: productOf(row).plan,
  licenseKey: row.key,
  stripeLicenseId: row.id,
});

/** Takes the licence off a site that gets another owner: licences belong to customers. */
export async function dropLicense(
  app: Pick<AppContext, 'tasks' | 'hosting'>,
  tx: Database,
  row: SiteRow,
  userId: string | null,
): Promise<void> {
  if (row.licenseKey !== null) await setPlan(app, tx, row, NO_LICENSE, userId);
}

/**
 * For a site that leaves the bin, where it used no licence: it keeps its own if that is valid and has room. The site is not
 * running then. Returns whether it keeps it.
 */
export async function reclaimLicense(tx: Database, row: SiteRow, now: Date): Promise<boolean> {
  if (row.licenseKey === null) return false;
  const own = await licenseOf(tx, row.licenseKey, { lock: true });
  const kept = own && isValid(own, now) && (await otherUses(tx, own.key, row.id)) < productOf(own).sites;
  if (kept) return true;
  const child = await childOf(tx, row.id);
  await changePlan(tx, row.id, NO_LICENSE);
  if (child) await changePlan(tx, child.workloadId, { planType: SMALLEST_PLAN });
  return false;
}

/**
 * Gives the sites of a licence the plan that it has now, e.g. after an upgrade. One on which a task works is left for the
 * next time. Returns how many were changed.
 */
export async function followPlan(app: AppContext, key: string): Promise<number> {
  let changed = 0;
  for (const { id, fqdn } of await sitesOf(app.db, key)) {
    const done = await app.db.transaction(async (tx) => {
      const row = await taskSite(tx, id, { lock: true });
      const own = await licenseOf(tx, key);
      if (!row || !own || row.licenseKey !== key || !isValid(own, app.clock.now())) return false;
      if (row.planType === productOf(own).plan || row.taskId || (await openTaskOf(tx, 'site', id))) return false;
      await setPlan(app, tx, row, planOf(own), null);
      return true;
    });
    if (done) changed += 1;
    app.edge.invalidate(fqdn);
  }
  return changed;
}

/**
 * Gives sites whose licence has ended the limits of the smallest plan; nothing of them is deleted, and they keep the key
 * so that the panel can say why. One on which a task works is left for the next time. Returns how many were changed.
 */
export async function endPlans(app: AppContext, key?: string): Promise<number> {
  let changed = 0;
  for (let afterId: string | null = null; ;) {
    const rows: { id: string; fqdn: string }[] = await outdatedSites(app.db, app.clock.now(), {
      ...{ key, afterId, limit: AT_ONCE },
    });
    for (const { id, fqdn } of rows) {
      const done = await app.db.transaction(async (tx) => {
        const row = await taskSite(tx, id, { lock: true });
        if (!row || row.planType === SMALLEST_PLAN || row.taskId || (await openTaskOf(tx, 'site', id))) return false;
        const own = row.licenseKey === null ? undefined : await licenseOf(tx, row.licenseKey);
        if (own && isValid(own, app.clock.now())) return false;
        await setPlan(app, tx, row, { planType: SMALLEST_PLAN }, null);
        return true;
      });
      if (done) changed += 1;
      app.edge.invalidate(fqdn);
    }
    afterId = rows.at(-1)?.id ?? null;
    if (afterId === null) return changed;
  }
}

import { appLimitsOf, usageLevel, usedPercent, type PlanUsage, type UsageKind } from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import { said, sentence, type Said, type Sentence } from '../../context/said.ts';
import type { UserRow } from '../../context/call-context.ts';
import { isApp } from '../../db/section.ts';
import { countApps } from '../app/app.repo.ts';
import { buildTime } from '../app-account/build-minutes.ts';
import { licensedSites } from '../license/licensed-site.repo.ts';
import { siteLimitOf } from '../license/site-quota.repo.ts';
import { countSites, customersWithWork, knownLevels, notifyOfLimit, recordLevel, storedBy } from './usage.repo.ts';

type Deps = Pick<AppContext, 'db' | 'clock'>;
type Subject = { id: string; fqdn: string } | null;

/** The fullest sites alone are listed: a page of bars helps nobody. */
const FULLEST = 5;
const AT_ONCE = 100;

const usage = (kind: UsageKind, used: number, limit: number, subject: Subject = null): PlanUsage => ({
  ...{ kind, used, limit, subject_id: subject?.id ?? null, subject: subject?.fqdn ?? null },
  percent: usedPercent(used, limit),
  level: usageLevel(used, limit),
});

/**
 * What a customer uses of every limit that the panel enforces and can count: sites and applications beside those on a license, build
 * minutes of the month, and disk space of each site. Visits have no limit in any plan.
 */
export async function usageOf(app: Deps, customer: UserRow): Promise<PlanUsage[]> {
  const { db } = app;
  const { id, partnerId, planType } = customer;
  const sites = siteLimitOf(customer) + (await licensedSites(db, id));
  const apps = appLimitsOf(planType).apps + (await licensedSites(db, id, isApp));
  const minutes = await buildTime(app, customer);
  const owned = partnerId === null ? 0 : await countApps(db, { partnerId, customerId: id });
  return [
    usage('sites', await countSites(db, id), sites),
    usage('applications', owned, apps),
    usage('build_minutes', Math.floor(minutes.used / 60), minutes.limit / 60),
    ...(await storedBy(db, id)).map(({ used, limit, ...subject }) => usage('storage', used, limit, subject)),
  ];
}

/** The same as it is shown: of the sites those that are nearest to their limit. */
export async function shownUsage(
  app: Deps,
  customer: UserRow,
  { withApps, only }: { withApps: boolean; only: readonly string[] | null },
): Promise<PlanUsage[]> {
  const all = (await usageOf(app, customer)).filter(({ kind, subject_id: id }) => {
    // A limited member sees nothing of the whole account.
    if (only) return id !== null && only.includes(id);
    return withApps || (kind !== 'applications' && kind !== 'build_minutes');
  });
  const stored = all.filter(({ kind }) => kind === 'storage').sort((one, other) => other.percent - one.percent);
  return [...all.filter(({ kind }) => kind !== 'storage'), ...stored.slice(0, FULLEST)];
}

const GB = 1024 ** 3;
const amount = (kind: UsageKind, value: number): string =>
  kind === 'storage' ? `${(value / GB).toFixed(1)} GB` : String(value);

const AFTER: Readonly<Record<UsageKind, Sentence>> = {
  sites: sentence('You can create no more sites until you delete one or choose a larger plan.'),
  applications: sentence('You can create no more applications until you delete one or choose a larger plan.'),
  storage: sentence('It can save nothing new until you delete files or choose a larger plan.'),
  build_minutes: sentence('Nothing is built or published until the next month begins.'),
};

type Facts = { who: string; level: number; used: string; limit: string };

/** What is used, with the sentence for each kind. */
const USED: Readonly<Record<UsageKind, (facts: Facts) => Sentence>> = {
  sites: ({ level, used, limit }) =>
    sentence('You have used {level}% of the sites of your plan: {used} of {limit}.', { level, used, limit }),
  applications: ({ level, used, limit }) =>
    sentence('You have used {level}% of the applications of your plan: {used} of {limit}.', { level, used, limit }),
  storage: (facts) => sentence('{who} has used {level}% of its disk space: {used} of {limit}.', facts),
  build_minutes: ({ level, used, limit }) =>
    sentence('You have used {level}% of the build minutes of this month: {used} of {limit}.', { level, used, limit }),
};

/** The text of a notification about a limit. */
export function limitText({ kind, subject, used, limit, level }: PlanUsage): Said {
  const facts = { who: subject ?? '', level, used: amount(kind, used), limit: amount(kind, limit) };
  return said('{texts}', { texts: [USED[kind](facts), ...(level === 100 ? [AFTER[kind]] : [])] });
}

/** Tells a customer of the limits that were crossed since the last look, each once until the usage has fallen below. */
async function lookAt(app: Deps, customer: UserRow, partnerId: string): Promise<number> {
  const all = await usageOf(app, customer);
  const now = app.clock.now();
  return app.db.transaction(async (tx) => {
    const known = await knownLevels(tx, customer.id);
    let told = 0;
    for (const one of all) {
      const key = { customerId: customer.id, kind: one.kind, subjectId: one.subject_id ?? customer.id };
      const before = known.find(({ kind, subjectId }) => kind === key.kind && subjectId === key.subjectId)?.level ?? 0;
      if (one.level === before) continue;
      await recordLevel(tx, { ...key, level: one.level }, now);
      if (one.level < before) continue;
      await notifyOfLimit(tx, partnerId, customer.id, limitText(one));
      told += 1;
    }
    const subjects = new Set(all.map(({ subject_id }) => subject_id ?? customer.id));
    for (const { subjectId, kind } of known.filter((row) => !subjects.has(row.subjectId)))
      await recordLevel(tx, { customerId: customer.id, kind, subjectId, level: 0 }, now);
    return told;
  });
}

/** Looks at the limits of every customer who has something. Returns how many notifications were made. */
export async function lookAtLimits(app: Deps): Promise<number> {
  let told = 0;
  for (let afterId: string | null = null; ;) {
    const rows: UserRow[] = await customersWithWork(app.db, afterId, AT_ONCE);
    for (const row of rows) if (row.partnerId !== null) told += await lookAt(app, row, row.partnerId);
    afterId = rows.at(-1)?.id ?? null;
    if (afterId === null) return told;
  }
}

import { and, asc, eq, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { described, said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import { certificate, notification, workload, sslSetting } from '../../db/schema.ts';
import { PanelError } from '../../kernel/errors.ts';
import type { AppContext, NewTask } from '../../context/app-context.ts';
import { workloadLink } from '../site/workload-link.repo.ts';
import { writeSslSetting } from './certificate.repo.ts';
import { panelsDue } from './panel-host.repo.ts';
import { AGAIN_MS, coveredDomains, wildcardsDue } from './wildcard.repo.ts';

const DAY_MS = 86_400_000;
/** An upload can only be renewed by its owner; one of ours this close to its end, and late, was not renewed. */
const NOTICE_MS = 14 * DAY_MS;
/** One of ours is renewed at two thirds of its life, which is days at some authorities. */
const isLate = (now: Date) =>
  sql`${certificate.notBefore} + (${certificate.notAfter} - ${certificate.notBefore}) * 4 / 5 <= ${now.toISOString()}`;
const AT_ONCE = 50;

const settingOfSite = and(eq(sslSetting.resource, 'site'), eq(sslSetting.resourceId, workload.id));
const certificateOfSite = and(eq(certificate.resource, 'site'), eq(certificate.resourceId, workload.id));
const mayTry = (now: Date) =>
  or(isNull(sslSetting.failedAt), lt(sslSetting.failedAt, new Date(now.getTime() - AGAIN_MS)));

type Due = Pick<typeof workload.$inferSelect, 'id' | 'fqdn' | 'partnerId' | 'customerId'>;
const due = { id: workload.id, fqdn: workload.fqdn, partnerId: workload.partnerId, customerId: workload.customerId };

/** Sites whose newest certificate of ours is past two thirds of its life. */
const sitesToRenew = (db: Database, now: Date, covered: readonly string[]): Promise<Due[]> =>
  db
    .select(due)
    .from(workload)
    .innerJoin(certificate, certificateOfSite)
    .leftJoin(sslSetting, settingOfSite)
    .where(and(isNull(workload.binnedAt), sql`${certificate.kind} <> 'own'`, mayTry(now), isUncovered(covered)))
    .groupBy(workload.id)
    .having(
      sql`max(${certificate.notBefore} + (${certificate.notAfter} - ${certificate.notBefore}) * 2 / 3) <= ${now.toISOString()}`,
    )
    .orderBy(asc(sql`max(${certificate.notAfter})`))
    .limit(AT_ONCE);

/** The address is none of those for which there is one certificate for all. */
const isUncovered = (covered: readonly string[]) =>
  covered.length === 0
    ? undefined
    : sql`regexp_replace(${workload.fqdn}, '^[^.]+\\.', '') not in (${sql.join(
        covered.map((domain) => sql`${domain}`),
        sql`, `,
      )})`;

/** Live sites whose address has none of ours: new ones, and those that have moved. */
const sitesWithout = (db: Database, now: Date, covered: readonly string[]): Promise<Due[]> =>
  db
    .select(due)
    .from(workload)
    .leftJoin(sslSetting, settingOfSite)
    .where(
      and(
        isNull(workload.binnedAt),
        eq(workload.status, 'ready'),
        mayTry(now),
        isUncovered(covered),
        notExists(
          db
            .select()
            .from(certificate)
            .where(
              and(
                certificateOfSite,
                sql`${certificate.kind} <> 'own'`,
                sql`${certificate.hosts} && array[${workload.fqdn}, regexp_replace(${workload.fqdn}, '^[^.]+', '*')]::text[]`,
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(workload.createdAt))
    .limit(AT_ONCE);

/** Requests certificates for sites and panels that need one now; returns for how many. */
export async function requestDue(app: AppContext): Promise<number> {
  const { db, clock, authority, config, tasks } = app;
  if (config.httpsPort === null) return 0;
  const now = clock.now();
  let started = 0;
  const request = async (task: Omit<NewTask, 'userId'>) => {
    try {
      await db.transaction((tx) => tasks.enqueue(tx, { ...task, userId: null }));
      started += 1;
    } catch (error) {
      // One runs already.
      if (!(error instanceof PanelError && error.code === 'TASK_RUNNING')) throw error;
    }
  };
  const wildcards = authority.isInstant ? [] : await wildcardsDue(app);
  for (const { id, sitesDomain } of wildcards)
    await request({
      ...{ kind: 'certificate.wildcard', partnerId: id, customerId: null, resourceId: id, title: `*.${sitesDomain}` },
      payload: { sitesDomain },
    });
  for (const { id, host } of await panelsDue(app))
    await request({
      ...{ kind: 'certificate.panel', partnerId: id, customerId: null, resourceId: id, title: host },
      payload: { host },
    });
  const covered = authority.isInstant ? [] : await coveredDomains(app);
  const sites = [
    ...(await sitesToRenew(db, now, covered)),
    ...(authority.isInstant ? [] : await sitesWithout(db, now, covered)),
  ];
  for (const { id, fqdn, partnerId, customerId } of sites)
    await request({ kind: 'certificate.request', partnerId, customerId, resourceId: id, title: fqdn, payload: {} });
  return started;
}

/** Notifies customers once of each certificate that ends soon; returns how many. */
export async function notifyOfEnds({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const soon = new Date(now.getTime() + NOTICE_MS);
  // An old one of a site that is served with the certificate of all sub-domains ends without consequences.
  const ours = and(isLate(now), isUncovered(await coveredDomains({ db, clock })));
  const ending = await db
    .select({ ...due, certificate })
    .from(workload)
    .innerJoin(certificate, certificateOfSite)
    .leftJoin(sslSetting, settingOfSite)
    .where(
      and(
        isNull(workload.binnedAt),
        isNotNull(workload.customerId),
        lt(certificate.notAfter, soon),
        or(eq(certificate.kind, 'own'), ours),
        sql`${sslSetting.noticeFor} is distinct from ${certificate.fingerprint}`,
      ),
    )
    .limit(AT_ONCE);
  for (const { id, fqdn, partnerId, customerId, certificate: row } of ending) {
    const facts = { site: fqdn, day: row.notAfter };
    const text =
      row.kind === 'own'
        ? said('The certificate of {site} ends on {day}. Upload its renewal.', facts)
        : said('The certificate of {site} ends on {day}. It could not be renewed yet; the page says why.', facts);
    await db.transaction(async (tx) => {
      await writeSslSetting(tx, { resource: 'site', resourceId: id }, { noticeFor: row.fingerprint });
      await tx
        .insert(notification)
        .values({
          ...{ partnerId, userId: customerId ?? '', type: 'certificate_expiring' as const },
          ...described(text),
          link: await workloadLink(tx, id, 'ssl'),
          dedupeKey: `certificate:${row.id}`,
        })
        .onConflictDoNothing();
    });
  }
  return ending.length;
}

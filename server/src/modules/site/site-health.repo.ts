import type { HealthFilter } from '@panel/contract';
import { sql, type SQL } from 'drizzle-orm';
import type { HealthFacts } from './site-health.ts';
import { CERTIFICATE_DUE } from './site-warning.repo.ts';

/** A limit that was hit before that is no longer news. */
const LIMIT_HOURS = 24;

/** What the health of the workload with this id is made of, as one row `facts`, read by indexes of the workload. */
const factsOf = (id: string): string => `select jsonb_build_object(
        'checkedAt', w.evidence -> 0 -> 'checked_at',
        'brokenAt', w.broken_at,
        'failing', (select jsonb_agg(e) from jsonb_array_elements(w.evidence || w.delivery_evidence) e where e -> 'ok' = 'false'),
        'heldUntil', (select h.until from site_hold h where h.workload_id = w.id and h.until > now()),
        'backup', (select jsonb_build_object(
            'failedAt', case when b.status = 'failed' then b.created_at end, 'error', b.error,
            'testFailedAt', case when b.proof -> 'ok' = 'false' then b.proof ->> 'checked_at' end)
          from backup b where b.workload_id = w.id order by b.created_at desc nulls first, b.id limit 1),
        'limits', (select jsonb_agg(jsonb_build_object('kind', l.kind, 'at', l.last_at)) from limit_hit l
          where l.workload_id = w.id and l.day >= (now() at time zone 'utc')::date - 1 and l.last_at > now() - interval '${LIMIT_HOURS} hours'),
        'certificate', (select jsonb_build_object('error', c.error, 'at', c.failed_at) from ssl_setting c
          where c.resource = 'site' and c.resource_id = w.id and c.error is not null),
        'certificateEnds', (select max(c.not_after) from certificate c where ${CERTIFICATE_DUE} and c.resource_id = w.id),
        'restoredFrom', (select r.backup_at from workload_recovery r
          where r.workload_id = w.id and r.state = 'restored' and r.dismissed_at is null)) as facts
      from workload w where w.id = ${id}`;

/** A lateral join with one column `facts`, for statements that have the site as `p`: a page costs the same for any number of sites. */
export const healthJoin: SQL = sql.raw(`left join lateral (${factsOf('p.id')}) health on true`);

/** The same as a column, for statements on the table `workload`. */
export const healthColumn = sql<StoredFacts>`(${sql.raw(factsOf('"workload"."id"'))})`;

/** Who is down: the reasons of that level in `siteHealth`, as ids, each by a partial index. */
const DOWN = `select id from workload where status = 'failed'
  union all select id from workload where status = 'ready' and broken_at is not null and evidence @? '$[*] ? (@.ok == false)'
  union all select workload_id from site_hold where until > now()`;
/** Who needs attention, or is down: a check that failed once is checked again before it counts. */
const ATTENTION = `select id from workload where status = 'ready' and evidence @? '$[*] ? (@.ok == false)'
  union all select id from workload where status = 'ready' and delivery_evidence @? '$[*] ? (@.ok == false)'
  union all select b.workload_id from backup b where (b.status = 'failed' or b.proof @? '$ ? (@.ok == false)')
    and not exists (select 1 from backup n where n.workload_id = b.workload_id and (n.created_at > b.created_at or (n.created_at = b.created_at and n.id < b.id)))
  union all select workload_id from limit_hit where last_at > now() - interval '${LIMIT_HOURS} hours'
  union all select resource_id from ssl_setting where resource = 'site' and error is not null
  union all select c.resource_id from certificate c where ${CERTIFICATE_DUE}
  union all select workload_id from workload_recovery where state = 'restored' and dismissed_at is null`;

const WELL = (s: string) => `${s}.status = 'ready' and ${s}.id not in (${DOWN} union all ${ATTENTION})`;
const IS_CHECKED = (s: string) => `coalesce(${s}.evidence @? '$[0].checked_at', false)`;

/** Of what no task is changing. */
const CONDITIONS: Readonly<Record<Exclude<HealthFilter, 'working'>, (s: string) => string>> = {
  down: (s) => `${s}.id in (${DOWN})`,
  attention: (s) => `(${s}.id in (${ATTENTION}) and ${s}.id not in (${DOWN}))`,
  healthy: (s) => `(${WELL(s)} and ${IS_CHECKED(s)})`,
  unknown: (s) => `(${WELL(s)} and not ${IS_CHECKED(s)})`,
};

/**
 * The condition of a list of sites or applications, whose table is called `s`, with one of these levels; it agrees with
 * `siteHealth`. `task`: the task that changes what visitors get.
 */
export function hasHealth(levels: readonly HealthFilter[], s = 's', task: SQL = sql.raw(`${s}.task_id`)): SQL {
  const isWorking = sql`(${sql.raw(`${s}.status not in ('ready', 'failed')`)} or ${task} is not null)`;
  const others = levels.flatMap((level) => (level === 'working' ? [] : [CONDITIONS[level](s)]));
  const parts = [
    ...(levels.includes('working') ? [isWorking] : []),
    ...(others.length > 0 ? [sql`(not ${isWorking} and (${sql.raw(others.join(' or '))}))`] : []),
  ];
  return sql`(${sql.join(parts, sql` or `)})`;
}

export type StoredFacts = {
  [K in Exclude<keyof HealthFacts, 'status' | 'taskId'>]: HealthFacts[K] extends readonly unknown[]
    ? HealthFacts[K] | null
    : HealthFacts[K];
};

const iso = (at: string): string => new Date(at).toISOString();
const isoOrNull = (at: string | null): string | null => at && iso(at);

/** What `healthJoin` and `healthColumn` read; the database writes times in its own form. */
export function readFacts(stored: StoredFacts): Omit<HealthFacts, 'status' | 'taskId'> {
  const { backup, certificate } = stored;
  return {
    checkedAt: stored.checkedAt,
    brokenAt: isoOrNull(stored.brokenAt),
    failing: stored.failing ?? [],
    heldUntil: isoOrNull(stored.heldUntil),
    backup: backup && { ...backup, failedAt: isoOrNull(backup.failedAt) },
    limits: (stored.limits ?? []).map(({ kind, at }) => ({ kind, at: iso(at) })),
    certificate: certificate && { ...certificate, at: isoOrNull(certificate.at) },
    certificateEnds: isoOrNull(stored.certificateEnds),
    restoredFrom: isoOrNull(stored.restoredFrom),
  };
}

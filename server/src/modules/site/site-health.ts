import type { HealthCode, LimitKind, SiteHealth, SiteStatus } from '@panel/contract';
import type { SiteEvidence } from '../../db/schema.ts';

/** What the health of a site is made of; times as ISO 8601. */
export type HealthFacts = {
  status: SiteStatus;
  taskId: string | null;
  /** When the newest check of the site itself was made. */
  checkedAt: string | null;
  /** Since when the site itself is known not to work: its check failed twice in a row. A single failure is checked again first. */
  brokenAt: string | null;
  /** Checks that failed when they were last made, of the site and of its delivery. */
  failing: readonly Pick<SiteEvidence, 'name' | 'detail' | 'checked_at'>[];
  /** The panel keeps it asleep until then. */
  heldUntil: string | null;
  /** The newest backup, whatever became of it. */
  backup: { failedAt: string | null; error: string | null; testFailedAt: string | null } | null;
  /** Limits that it hit lately. */
  limits: readonly { kind: LimitKind; at: string }[];
  /** The last request for a certificate, where it failed. */
  certificate: { error: string; at: string | null } | null;
  /** When its last certificate ends, once that is soon and it should have been renewed. */
  certificateEnds: string | null;
  /** When the backup was made from which it was restored after its machine was lost; null once its owner has dismissed that. */
  restoredFrom: string | null;
};

type Reason = SiteHealth['reasons'][number];

/** Checks of the site itself: a visitor gets no page. The others are about how visitors get to it. */
const OF_SITE: ReadonlySet<HealthCode> = new Set(['HTTP', 'WordPress', 'Runtime']);

const reason = (
  code: HealthCode,
  at: string | null,
  detail: string | null,
  level: Reason['level'] = 'attention',
): Reason => ({ code, level, at, detail });

function reasonsOf(facts: HealthFacts): Reason[] {
  const { status, brokenAt, failing, heldUntil, backup, limits, certificate, certificateEnds, restoredFrom } = facts;
  const seen = failing.map(({ name, checked_at, detail }) =>
    reason(name, checked_at, detail, OF_SITE.has(name) && brokenAt !== null ? 'down' : 'attention'),
  );
  const isSeen = (code: HealthCode) => seen.some((each) => each.code === code);
  return [
    ...(status === 'failed' ? [reason('TASK_FAILED', null, null, 'down')] : []),
    ...(heldUntil === null ? [] : [reason('HELD', heldUntil, null, 'down')]),
    ...seen,
    // What is served is worth more than what was requested: it says the same, checked.
    ...(certificate === null || isSeen('Certificate')
      ? []
      : [reason('Certificate', certificate.at, certificate.error)]),
    ...(certificateEnds === null ? [] : [reason('CERTIFICATE_ENDS', certificateEnds, null)]),
    ...(backup?.failedAt ? [reason('BACKUP_FAILED', backup.failedAt, backup.error)] : []),
    ...(backup?.testFailedAt ? [reason('RESTORE_TEST_FAILED', backup.testFailedAt, null)] : []),
    ...(restoredFrom === null ? [] : [reason('RESTORED_ELSEWHERE', restoredFrom, null)]),
    ...limits.map(({ kind, at }) => ({ ...reason('LIMIT_HIT', at, null), limit: kind })),
  ].toSorted((a, b) => Number(b.level === 'down') - Number(a.level === 'down'));
}

/**
 * The one health of a site: lists, overview, dashboard, uptime and status page show this value and nothing of their own. A site
 * that a task is changing has none, since its last checks were of what it was before.
 */
export function siteHealth(facts: HealthFacts): SiteHealth {
  const { status, taskId, checkedAt: checked_at } = facts;
  if (taskId !== null || (status !== 'ready' && status !== 'failed'))
    return { level: 'working', checked_at, reasons: [] };
  const reasons = reasonsOf(facts);
  const level = reasons[0]?.level ?? (checked_at === null ? 'unknown' : 'healthy');
  return { level, checked_at, reasons };
}

/** Since when visitors have got no page, as the checks found it; null unless its health is down. */
export const brokenSince = ({ reasons }: SiteHealth, brokenAt: Date | null): Date | null =>
  reasons.some(({ code, level }) => level === 'down' && OF_SITE.has(code)) ? brokenAt : null;

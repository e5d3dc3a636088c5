import type { HealthCode, LimitKind, SiteHealth, SiteStatus } from '@panel/contract';
import type { SiteEvidence } from '../../db/schema.ts';

/** What the health of a site is made of; times as ISO 8601. */
export type HealthFacts = {
  status: SiteStatus;
  taskId: string | null;
  /** When the newest check of the site itself was made. */
  checkedAt: string | null;
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
  /** When the backup was made from which it was restored after its machine was lost; null once its owner has dismissed that. */
  restoredFrom: string | null;
};

type Reason = SiteHealth['reasons'][number];

/** A visitor who comes now gets no page. The others are about how visitors get to it, or about what may happen later. */
const IS_DOWN: ReadonlySet<HealthCode> = new Set(['HTTP', 'WordPress', 'Runtime', 'TASK_FAILED', 'HELD']);

const reason = (code: HealthCode, at: string | null, detail: string | null): Reason => ({
  code,
  level: IS_DOWN.has(code) ? 'down' : 'attention',
  at,
  detail,
});

function reasonsOf({ status, failing, heldUntil, backup, limits, certificate, restoredFrom }: HealthFacts): Reason[] {
  const seen = failing.map(({ name, checked_at, detail }) => reason(name, checked_at, detail));
  const isSeen = (code: HealthCode) => seen.some((each) => each.code === code);
  return [
    ...(status === 'failed' ? [reason('TASK_FAILED', null, null)] : []),
    ...(heldUntil === null ? [] : [reason('HELD', heldUntil, null)]),
    ...seen,
    // What is served is worth more than what was requested: it says the same, checked.
    ...(certificate === null || isSeen('Certificate')
      ? []
      : [reason('Certificate', certificate.at, certificate.error)]),
    ...(backup?.failedAt ? [reason('BACKUP_FAILED', backup.failedAt, backup.error)] : []),
    ...(backup?.testFailedAt ? [reason('RESTORE_TEST_FAILED', backup.testFailedAt, null)] : []),
    ...(restoredFrom === null ? [] : [reason('RESTORED_ELSEWHERE', restoredFrom, null)]),
    ...limits.map(({ kind, at }) => ({ ...reason('LIMIT_HIT', at, null), limit: kind })),
  ].toSorted((a, b) => Number(b.level === 'down') - Number(a.level === 'down'));
}

/**
 * The one health of a site: lists, overview and dashboard show this value and nothing of their own. A site that a task is
 * changing has none, since its last checks were of what it was before.
 */
export function siteHealth(facts: HealthFacts): SiteHealth {
  const { status, taskId, checkedAt: checked_at } = facts;
  if (taskId !== null || (status !== 'ready' && status !== 'failed'))
    return { level: 'working', checked_at, reasons: [] };
  const reasons = reasonsOf(facts);
  const level = reasons[0]?.level ?? (checked_at === null ? 'unknown' : 'healthy');
  return { level, checked_at, reasons };
}

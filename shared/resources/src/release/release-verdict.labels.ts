import { t } from '@panel/core';
import type { Running } from '@panel/core';
import type { StatusTone } from '@panel/contract/status';
import type { ReleaseOverview } from './release.queries.ts';
import { policyOf } from './rollout-policy.ts';
import { shortVersion } from './release.labels.ts';

/** The state of a row. A higher weight needs attention sooner; from 2 on it is a problem. */
export type Verdict = { label: string; tone: StatusTone; detail: string | null; weight: number };

const WORDS: Record<Running['by'], Omit<Verdict, 'detail'>> = {
  stable: { label: t('Stable'), tone: 'success', weight: 0 },
  pin: { label: t('Pinned'), tone: 'info', weight: 0 },
  disabled: { label: t('Switched off'), tone: 'neutral', weight: 1 },
  fallback: { label: t('Fallback'), tone: 'warning', weight: 3 },
  none: { label: t('Nothing runs'), tone: 'danger', weight: 4 },
};
const PROBLEM = 2;

/** The failure rate from which a release needs attention, if it failed more than once. */
const FAILING = { errors: 3, share: 0.02 };

function isFailing({ loads, errors }: Running['stats']): boolean {
  return errors >= FAILING.errors && errors >= (loads + errors) * FAILING.share;
}

/** The version that the policy asks for, and why it was held back, if it was. */
function wantedBy(data: ReleaseOverview, { package: name, partner }: Running) {
  const policy = policyOf(data, name, partner);
  const wanted = policy.pin ?? policy.stable;
  return { wanted, block: policy.blocked.find(({ version }) => version === wanted) };
}

/** The version that all partners should run, if the storage does not hold it as published. */
const refusedOf = ({ refused, canary }: Running): Running['refused'][number] | undefined =>
  refused.find(({ version }) => version !== canary?.version);

/** Why a partner does not get what its policy sets; null if the refused release's number explains it. */
function whyFallback(data: ReleaseOverview, row: Running): string | null {
  const { wanted, block } = wantedBy(data, row);
  if (!wanted) return t('No release of it is stable.');
  if (!block && refusedOf(row)) return null;
  if (!block) return t('{version} in the storage isn’t what was published.', { version: shortVersion(wanted) });
  return t('{version} is held back: {reason}', { version: shortVersion(wanted), reason: block.reason });
}

const everyHeldBack = (why: string | null): string =>
  why === null ? t('Every version is held back.') : t('Every version is held back. {why}', { why });

/** How a partner is served, with the reason if it differs from its policy. */
export function verdictOf(data: ReleaseOverview, row: Running): Verdict {
  const words = WORDS[row.by];
  if (row.refused.some(({ version }) => version === row.version))
    return { label: t('Not served'), tone: 'danger', weight: 4, detail: null };
  if (row.by === 'fallback') return { ...words, detail: whyFallback(data, row) };
  if (row.by === 'none')
    return {
      ...words,
      detail:
        row.package === 'shell'
          ? t('Every version is held back. One is served anyway, because the panel can’t run without it.')
          : everyHeldBack(whyFallback(data, row)),
    };
  if (row.refused.length > 0)
    return { label: t('{label}, no canary', { label: words.label }), tone: 'warning', weight: PROBLEM, detail: null };
  if (row.by !== 'disabled' && isFailing(row.stats))
    return {
      label: t('{label}, failing', { label: words.label }),
      tone: 'warning',
      weight: PROBLEM,
      detail: t('{errors, plural, one {# error} other {# errors}} at {loads, plural, one {# load} other {# loads}}.', {
        errors: row.stats.errors,
        loads: row.stats.loads,
      }),
    };
  return { ...words, detail: null };
}

export type Judged = Running & { verdict: Verdict };

/** A fallback runs since the hold-back or the refusal, not since the last change of the policy. */
function sinceOf(data: ReleaseOverview, row: Running): Pick<Running, 'since' | 'changedBy'> {
  const block = row.by === 'fallback' || row.by === 'none' ? wantedBy(data, row).block : undefined;
  const refused = refusedOf(row);
  if (!block && refused) return { since: refused.since, changedBy: 'the storage' };
  if (!block) return { since: row.since, changedBy: row.changedBy };
  return { since: block.at, changedBy: block.by };
}

/** Rows with their verdict, problems first, otherwise in the server's order. */
export const judge = (data: ReleaseOverview, rows: readonly Running[]): Judged[] =>
  rows
    .map((row) => ({ ...row, ...sinceOf(data, row), verdict: verdictOf(data, row) }))
    .sort((a, b) => b.verdict.weight - a.verdict.weight);

export const isProblem = ({ verdict }: Judged): boolean => verdict.weight >= PROBLEM;

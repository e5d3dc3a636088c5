import { t } from '@panel/core';
import {
  type ChangeInput,
  type ChangePreview,
  type ReleaseAction,
  type Scope,
  shortVersion,
} from '@panel/resources/release';
import { ACTIONS, type Subject } from './release.actions.ts';

/** What a preview gives as the reason, which the form replaces: the call needs one. */
const PREVIEW_REASON = 'preview';

export const PERCENT_ERROR = t('Enter a whole number from 1 to 100.');

/** A whole number from 1 to 100, or null. Percent 0 has its own action. */
export function percentOf(text: string): number | null {
  const given = text.trim();
  const wanted = given.endsWith('%') ? given.slice(0, -1).trimEnd() : given;
  const percent = Number(wanted);
  return /^\d{1,3}$/.test(wanted) && percent >= 1 && percent <= 100 ? percent : null;
}

/** The request for an action; null while something is missing. */
export function changeOf(
  action: ReleaseAction,
  { package: name, version }: Subject,
  scope: Scope,
  percent: number | null,
): ChangeInput | null {
  if (action === 'canary' && percent === null) return null;
  return {
    package: name,
    action: ACTIONS[action].call,
    ...(ACTIONS[action].ofRelease && version ? { version } : {}),
    ...(action === 'canary' && percent !== null ? { percent } : action === 'end-canary' ? { percent: 0 } : {}),
    ...(action === 'revoke' && { reason: PREVIEW_REASON }),
    ...(scope === null ? {} : { partner: scope }),
  };
}

type Runs = ChangePreview['effects'][number]['from'];

/** What a user gets, in words; with the canary only if the change is about it. */
function tellRuns({ version, by, canary }: Runs, withCanary: boolean): string {
  if (by === 'disabled') return t('switched off');
  if (version === null) return t('nothing');
  const own = shortVersion(version);
  const why =
    by === 'pin'
      ? t('{version} (pinned)', { version: own })
      : by === 'fallback'
        ? t('{version} (fallback)', { version: own })
        : own;
  if (!withCanary || !canary) return why;
  return t('{version}, {canary} for {percent} %', {
    version: why,
    canary: shortVersion(canary.version),
    percent: canary.percent,
  });
}

export type EffectGroup = { from: string; to: string; partners: string[]; leavesNothing: boolean };

/** Groups partners by old and new state; those without a change are listed by host. */
export function groupEffects(effects: ChangePreview['effects']): { changes: EffectGroup[]; unchanged: string[] } {
  const changes = new Map<string, EffectGroup>();
  const unchanged: string[] = [];
  for (const { partner, from, to } of effects) {
    const withCanary = JSON.stringify(from.canary) !== JSON.stringify(to.canary);
    const [was, is] = [tellRuns(from, withCanary), tellRuns(to, withCanary)];
    if (was === is) {
      unchanged.push(partner);
      continue;
    }
    const group = changes.get(`${was} ${is}`);
    if (group) group.partners.push(partner);
    else changes.set(`${was} ${is}`, { from: was, to: is, partners: [partner], leavesNothing: to.version === null });
  }
  return { changes: [...changes.values()].sort((a, b) => b.partners.length - a.partners.length), unchanged };
}

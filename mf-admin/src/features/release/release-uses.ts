import type { Channel, ReleaseInfo } from '@panel/core';
import type { BadgeProps } from '@panel/ui';
import type { ReleaseOverview } from './release.queries.ts';

export type Use = { key: string; tone: NonNullable<BadgeProps['tone']>; label: string };

/** What one line does with a version. */
function ofLine({ partner, stable, canary, canaryPercent, pin, blocked }: Channel, version: string): Use[] {
  const to = partner === null ? '' : `, ${partner}`;
  const named = (key: string, tone: Use['tone'], label: string): Use => ({ key: `${key} ${partner}`, tone, label: `${label}${to}` });
  return [
    stable === version && named('stable', 'success', 'Stable'),
    canary === version && canaryPercent > 0 && named('canary', 'info', `Canary ${canaryPercent} %`),
    pin === version && named('pin', 'info', 'Pinned'),
    blocked.some((block) => block.version === version) && named('blocked', 'warning', 'Held back'),
  ].filter((each) => each !== false);
}

/** Where a release is named: for all partners first. */
export const usesOf = ({ channels }: Pick<ReleaseOverview, 'channels'>, { package: name, version }: Pick<ReleaseInfo, 'package' | 'version'>): Use[] =>
  channels
    .filter((channel) => channel.package === name)
    .sort((a, b) => (a.partner ?? '').localeCompare(b.partner ?? ''))
    .flatMap((channel) => ofLine(channel, version));

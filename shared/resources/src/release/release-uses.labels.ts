import { t } from '@panel/core';
import type { Channel, ReleaseInfo } from '@panel/core';
import type { StatusTone } from '@panel/contract/status';
import type { ReleaseOverview } from './release.queries.ts';

export type Use = { label: string; tone: StatusTone };

/** How one policy uses a version. */
function ofPolicy({ stable, previous, canary, canaryPercent, pin, blocked }: Channel, version: string): Use[] {
  const uses: (Use | false)[] = [
    stable === version && { label: t('Stable'), tone: 'success' },
    // A policy without its own stable versions rolls back in the policy for all partners.
    stable !== null && previous === version && { label: t('Previous stable'), tone: 'neutral' },
    canary === version &&
      canaryPercent > 0 && { label: t('Canary {canaryPercent} %', { canaryPercent }), tone: 'info' },
    pin === version && { label: t('Pinned'), tone: 'info' },
    blocked.some((block) => block.version === version) && { label: t('Held back'), tone: 'warning' },
  ];
  return uses.filter((each) => each !== false);
}

/** The policies that name a release: all partners first, then partners with their own policy, by name or by count. */
export function usesOf(
  { channels, running }: Pick<ReleaseOverview, 'channels' | 'running'>,
  { package: name, version }: Pick<ReleaseInfo, 'package' | 'version'>,
): Use[] {
  const policies = channels.filter((channel) => channel.package === name);
  const all = policies.filter(({ partner }) => partner === null).flatMap((policy) => ofPolicy(policy, version));
  const own = new Map<string, { use: Use; partners: string[] }>();
  for (const policy of policies) {
    if (policy.partner === null) continue;
    for (const use of ofPolicy(policy, version)) {
      const entry = own.get(use.label) ?? { use, partners: [] };
      own.set(use.label, { use, partners: [...entry.partners, policy.partner] });
    }
  }
  const fallbacks = running
    .filter((row) => row.package === name && row.version === version && row.by === 'fallback')
    .map(({ partner }) => partner);
  if (fallbacks.length > 0)
    own.set('fallback', { use: { label: t('Fallback'), tone: 'warning' }, partners: fallbacks });
  return [
    ...all,
    ...[...own.values()].map(({ use, partners }) => ({
      tone: use.tone,
      label:
        partners.length === 1
          ? `${use.label}, ${partners[0]}`
          : t('{label}, {count, plural, one {# partner} other {# partners}}', {
              label: use.label,
              count: partners.length,
            }),
    })),
  ];
}

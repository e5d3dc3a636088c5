import type { Channel, Hold } from '@panel/core';
import type { ReleaseOverview } from './release.queries.ts';

/** Panel host of a partner, or null for all partners. */
export type Scope = string | null;

/**
 * The policy in effect for a scope: a partner's own policy over that of all partners, as the server computes it (ADR
 * 0020).
 */
export type RolloutPolicy = {
  enabled: boolean;
  stable: string | null;
  /** The target of a rollback. */
  previous: string | null;
  canary: string | null;
  canaryPercent: number;
  pin: string | null;
  /** The pin and canary that this policy sets itself and can remove. */
  ownPin: string | null;
  ownCanary: string | null;
  blocked: Hold[];
  ownBlocked: Hold[];
  /** Whether the partner sets something itself. */
  isOwn: boolean;
};

type Channels = Pick<ReleaseOverview, 'channels'>;

const find = ({ channels }: Channels, name: string, scope: Scope): Channel | undefined =>
  channels.find((channel) => channel.package === name && channel.partner === scope);

export function policyOf(data: Channels, name: string, scope: Scope): RolloutPolicy {
  const all = find(data, name, null);
  const own = find(data, name, scope);
  const canary = own?.canary ? own : all;
  const ownBlocked = own?.blocked ?? [];
  return {
    enabled: own?.enabled ?? all?.enabled ?? true,
    stable: own?.stable ?? all?.stable ?? null,
    previous: own?.stable ? own.previous : (all?.previous ?? null),
    canary: canary?.canaryPercent ? canary.canary : null,
    canaryPercent: canary?.canaryPercent ?? 0,
    pin: own?.pin ?? all?.pin ?? null,
    ownPin: own?.pin ?? null,
    ownCanary: own?.canaryPercent ? own.canary : null,
    blocked: scope === null ? ownBlocked : [...ownBlocked, ...(all?.blocked ?? [])],
    ownBlocked,
    isOwn: scope !== null && own !== undefined && !own.follows,
  };
}

/** Partners that get a package, by host. */
export const partnersOf = (
  { running }: Pick<ReleaseOverview, 'running'>,
  name?: string,
): { host: string; name: string }[] =>
  [
    ...new Map(
      running.filter((row) => name === undefined || row.package === name).map((row) => [row.partner, row.partnerName]),
    ),
  ].map(([host, partnerName]) => ({ host, name: partnerName }));

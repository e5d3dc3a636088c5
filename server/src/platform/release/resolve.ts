import { createHash } from 'node:crypto';

/** Rollout policy of a package; in a partner's own policy, null (no stables) inherits from all partners. */
export type RolloutPolicy = {
  enabled: boolean | null;
  /** Stable versions, the current one last. */
  stables: readonly string[];
  canary: string | null;
  canaryPercent: number | null;
  pin: string | null;
};

/** The policies that apply to one partner. */
export type RolloutPolicies = { all: RolloutPolicy | null; own: RolloutPolicy | null };

/** The effective policy of a partner, with its own laid over that of all partners. */
export type Effective = {
  enabled: boolean;
  stables: readonly string[];
  canary: string | null;
  canaryPercent: number;
  pin: string | null;
};

/** Lays a partner's policy over that of all partners: unset parts are inherited. */
export function effectivePolicy({ all, own }: RolloutPolicies): Effective {
  const ownCanary = own?.canary !== null && own?.canary !== undefined;
  const canary = ownCanary ? own : all;
  return {
    enabled: own?.enabled ?? all?.enabled ?? true,
    stables: own && own.stables.length > 0 ? own.stables : (all?.stables ?? []),
    canary: canary?.canary ?? null,
    canaryPercent: canary?.canary ? (canary.canaryPercent ?? 0) : 0,
    pin: own?.pin ?? all?.pin ?? null,
  };
}

/** A number from 0 to below 100, constant for a package and a visitor, and evenly distributed among visitors. */
export function canaryShare(name: string, visitor: string): number {
  return (createHash('sha256').update(`${name}\0${visitor}`).digest().readUInt32BE(0) / 2 ** 32) * 100;
}

export type Reason = 'pin' | 'canary' | 'stable' | 'fallback' | 'disabled' | 'none';

/** Versions in the order in which a visitor would get them, and the reason for the first. */
export type Ranked = { versions: readonly string[]; by: Reason };

/**
 * The order of versions for a visitor (ADR 0020): pin, else canary where the visitor's share is below the percent,
 * else stable; then the stable versions from newest to oldest. Versions that are held back are left out. A visitor
 * without an identity gets no canary, because it would change with every view.
 */
export function rank(name: string, policy: Effective, visitor: string | null, held: ReadonlySet<string>): Ranked {
  if (!policy.enabled) return { versions: [], by: 'disabled' };
  const stables = [...policy.stables].reverse();
  const isCanary = policy.canary !== null && visitor !== null && canaryShare(name, visitor) < policy.canaryPercent;
  const head = policy.pin ?? (isCanary ? policy.canary : null);
  const order = [...new Set(head ? [head, ...stables] : stables)];
  const versions = order.filter((version) => !held.has(version));
  if (versions.length === 0) return { versions, by: 'none' };
  if (versions[0] !== order[0]) return { versions, by: 'fallback' };
  return { versions, by: policy.pin ? 'pin' : head ? 'canary' : 'stable' };
}

export type Choice = { version: string | null; by: Reason };

export type Facts = {
  /** The browser could not run it. */
  avoided(version: string): boolean;
  /** The storage does not hold it as published. */
  refused(version: string): Promise<boolean>;
  /** It runs on the shell of this page. */
  fits(version: string): Promise<boolean>;
};

/**
 * The first version without an obstacle. If there is none, the best one is used rather than hiding the section: a bad
 * fit is accepted first, then what the browser avoids, then a refused one.
 */
export async function choose({ versions, by }: Ranked, { avoided, refused, fits }: Facts): Promise<Choice> {
  if (versions.length === 0) return { version: null, by };
  const passes = [
    async (version: string) => !avoided(version) && !(await refused(version)) && (await fits(version)),
    async (version: string) => !avoided(version) && !(await refused(version)),
    async (version: string) => !(await refused(version)),
  ];
  for (const pass of passes) {
    for (const [index, version] of versions.entries()) {
      if (await pass(version)) return { version, by: index === 0 ? by : 'fallback' };
    }
  }
  return { version: versions[0] as string, by };
}

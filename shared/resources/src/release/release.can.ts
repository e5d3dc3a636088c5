import { t } from '@panel/core';
import type { ChannelAction } from '@panel/core';
import type { ReleaseOverview } from './release.queries.ts';
import { policyOf, partnersOf, type RolloutPolicy, type Scope } from './rollout-policy.ts';
import { shortVersion } from './release.labels.ts';

/** The page's actions; `end-canary` is the call's canary of 0 %. */
export type ReleaseAction = ChannelAction | 'end-canary';
export type Target = { package: string; version?: string };
type Facts = { policy: RolloutPolicy; scope: Scope; package: string; version: string };

/** Of two texts the one for all partners, or the one for the partner that is shown. */
const forScope = ({ scope }: Facts, all: string, here: string): string => (scope === null ? all : here);
const isIn = (blocked: RolloutPolicy['blocked'], version: string): boolean =>
  blocked.some((block) => block.version === version);

/** Of two texts the one for where the version is held back; nothing for one that is not. */
const heldBackFor = (facts: Facts, all: string, here: string): string | undefined => {
  if (!isIn(facts.policy.blocked, facts.version)) return undefined;
  return isIn(facts.policy.ownBlocked, facts.version) ? forScope(facts, all, here) : all;
};
const heldBack = (facts: Facts): string | undefined =>
  heldBackFor(
    facts,
    t('It is held back for all partners. Allow it again first.'),
    t('It is held back here. Allow it again first.'),
  );
const stableAlready = (facts: Facts): string | undefined =>
  facts.policy.stable === facts.version
    ? forScope(facts, t('It is already stable for all partners.'), t('It is already stable here.'))
    : undefined;

const reasons: Record<ReleaseAction, (facts: Facts) => string | undefined> = {
  promote: (facts) => heldBack(facts) ?? stableAlready(facts),
  rollback: ({ policy }) => (policy.previous ? undefined : t('There is no earlier stable version.')),
  canary: (facts) =>
    heldBack(facts) ??
    stableAlready(facts) ??
    (facts.policy.pin
      ? t('Everyone gets {version}, which is pinned. Unpin it first.', { version: shortVersion(facts.policy.pin) })
      : undefined),
  'end-canary': ({ policy }) =>
    policy.ownCanary
      ? undefined
      : policy.canary
        ? t('The canary is set for all partners. End it there.')
        : t('There is no canary.'),
  pin: (facts) =>
    heldBack(facts) ??
    (facts.policy.ownPin === facts.version
      ? forScope(facts, t('It is already pinned for all partners.'), t('It is already pinned here.'))
      : undefined),
  unpin: ({ policy }) =>
    policy.ownPin
      ? undefined
      : policy.pin
        ? t('The pin is set for all partners. Unpin it there.')
        : t('Nothing is pinned.'),
  follow: ({ policy, scope }) =>
    scope === null
      ? t('All partners have no other policy to follow.')
      : policy.isOwn
        ? undefined
        : t('It already follows all partners.'),
  disable: ({ policy, package: name }) =>
    name === 'shell'
      ? t('The panel can’t run without the shell.')
      : policy.enabled
        ? undefined
        : t('It’s already off.'),
  enable: ({ policy }) => (policy.enabled ? t('It’s already on.') : undefined),
  block: (facts) =>
    heldBackFor(facts, t('It is already held back for all partners.'), t('It is already held back here.')),
  revoke: ({ scope }) => (scope === null ? undefined : t('A release is revoked for all partners.')),
  unblock: ({ policy, version }) => {
    if (isIn(policy.ownBlocked, version)) return undefined;
    return isIn(policy.blocked, version)
      ? t('It’s held back for all partners. Allow it there.')
      : t('It is not held back.');
  },
};

/** Why an action is not possible for a partner or for all (null), or nothing. The server decides on fit. */
export const cannot = (
  data: ReleaseOverview,
  action: ReleaseAction,
  { package: name, version = '' }: Target,
  scope: Scope,
): string | undefined => reasons[action]({ policy: policyOf(data, name, scope), scope, package: name, version });

export type ScopeChoice = { scope: Scope; name: string; reason: string | undefined };

/** The possible scopes of an action, all partners first, with the reason where it is not possible. */
export function scopesOf(data: ReleaseOverview, action: ReleaseAction, target: Target): ScopeChoice[] {
  const partners = partnersOf(data).map(({ host, name }) => ({ scope: host, name: `${name} (${host})` }));
  return [{ scope: null, name: t('All partners') }, ...partners].map((choice) => ({
    ...choice,
    reason: cannot(data, action, target, choice.scope),
  }));
}

/** Why it is possible for no scope, or nothing; the text is the one for all partners. */
export function cannotAnywhere(data: ReleaseOverview, action: ReleaseAction, target: Target): string | undefined {
  const scopes = scopesOf(data, action, target);
  return scopes.every(({ reason }) => reason !== undefined) ? scopes[0]?.reason : undefined;
}

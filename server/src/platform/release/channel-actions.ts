import type { ChannelAction } from '@panel/contract';
import type { StableEntry } from '../../db/schema/release.table.ts';
import { refused } from './check-release.ts';

/** A requested change of a channel. */
export type ChannelInput = {
  package: string;
  action: ChannelAction;
  version?: string;
  percent?: number;
  partner?: string;
  reason?: string;
  dryRun?: boolean;
  base?: string;
};

/** How far back a policy can be rolled. */
export const STABLES_KEPT = 50;

/** The part of a policy that actions change. */
export type PolicyState = {
  enabled: boolean | null;
  stables: StableEntry[];
  canary: string | null;
  canaryPercent: number | null;
  pin: string | null;
};

export const NEW_POLICY: PolicyState = { enabled: null, stables: [], canary: null, canaryPercent: null, pin: null };

/** Has no settings of its own: the policy for all partners decides. */
export const isBlank = ({ enabled, stables, canary, pin }: PolicyState): boolean =>
  enabled === null && stables.length === 0 && canary === null && pin === null;

export type Change = {
  /** A value of the policy; null removes it. */
  next: Partial<PolicyState> | null;
  /** The old and the new state, after `package: … for scope`. */
  was: string;
  is: string;
};

/** Actions that change a policy; the others hold back, allow or revoke a release. */
export type PolicyAction = Exclude<ChannelAction, 'block' | 'unblock' | 'revoke'>;

type Asked = {
  action: PolicyAction;
  /** The policy itself, and the effective values with those of all partners (its own, if it is the policy for all). */
  policy: PolicyState;
  inherited: PolicyState;
  name: string;
  /** `all partners`, or a panel host. */
  scopeName: string;
  version: string | undefined;
  percent: number | undefined;
  entry: (version: string) => StableEntry;
};

const nothing = 'nothing';
const wanted = (asked: Asked): string => {
  if (asked.version === undefined) throw refused(`Name the version of ${asked.name} to ${asked.action}.`);
  return asked.version;
};
/** Nothing would change: no log entry, and no new revision, which every open tab would load. */
const already = (asked: Asked, what: string): Error => refused(`${asked.name} ${what} for ${asked.scopeName} already.`);
const stablesOf = ({ policy, inherited }: Asked): StableEntry[] =>
  policy.stables.length > 0 ? policy.stables : inherited.stables;

function promote(asked: Asked): Change {
  const version = wanted(asked);
  const before = stablesOf(asked);
  if (before.at(-1)?.version === version) throw already(asked, `${version} is stable`);
  const stables = [...before, asked.entry(version)].slice(-STABLES_KEPT);
  // A version that everyone gets needs no canary.
  const canary = asked.policy.canary === version ? { canary: null, canaryPercent: null } : {};
  return {
    next: { stables, ...canary },
    was: `stable was ${before.at(-1)?.version ?? nothing}`,
    is: `is ${version} now`,
  };
}

function rollback(asked: Asked): Change {
  const stables = stablesOf(asked);
  const [last, previous] = [stables.at(-1), stables.at(-2)];
  if (!last || !previous)
    throw refused(
      `${asked.name} cannot be rolled back: there is no stable version before ${last?.version ?? nothing}.`,
    );
  // Also ends the canary of the version that is rolled back, because it is bad.
  const canary = asked.policy.canary === last.version ? { canary: null, canaryPercent: null } : {};
  // It is stable again from now on, set by the user who rolled the other one back.
  return {
    next: { stables: [...stables.slice(0, -2), asked.entry(previous.version)], ...canary },
    was: `stable was ${last.version}`,
    is: `is ${previous.version} again`,
  };
}

function canary(asked: Asked): Change {
  const percent = asked.percent;
  if (percent === undefined) throw refused(`Give the percentage of users for the canary of ${asked.name}, 0 to 100.`);
  const { policy, inherited } = asked;
  const was = policy.canary ? `canary was ${policy.canary} for ${policy.canaryPercent ?? 0} %` : 'there was no canary';
  // Where all partners have one, a partner's own policy must state that it wants none.
  const none =
    policy !== inherited && inherited.canary
      ? { canary: inherited.canary, canaryPercent: 0 }
      : { canary: null, canaryPercent: null };
  const present = policy.canary === null ? inherited : policy;
  if (percent === 0) {
    if (!present.canary || !present.canaryPercent) throw refused(`${asked.name} has no canary for ${asked.scopeName}.`);
    return { next: none, was, is: 'there is none now' };
  }
  const version = wanted(asked);
  if (stablesOf(asked).at(-1)?.version === version) throw already(asked, `${version} is stable`);
  if (present.canary === version && present.canaryPercent === percent)
    throw already(asked, `${version} is the canary of ${percent} %`);
  return { next: { canary: version, canaryPercent: percent }, was, is: `is ${version} for ${percent} % now` };
}

function pin(asked: Asked): Change {
  const version = wanted(asked);
  if (asked.policy.pin === version) throw already(asked, `is pinned to ${version}`);
  return { next: { pin: version }, was: `pin was ${asked.policy.pin ?? nothing}`, is: `is ${version} now` };
}

function unpin({ policy, name }: Asked): Change {
  if (!policy.pin) throw refused(`${name} is not pinned here.`);
  return { next: { pin: null }, was: `pin was ${policy.pin}`, is: 'is removed now' };
}

const isOff = ({ policy, inherited }: Asked): boolean => (policy.enabled ?? inherited.enabled) === false;

function enable(asked: Asked): Change {
  const { policy, inherited } = asked;
  if (!isOff(asked)) throw already(asked, 'is on');
  // A partner's policy sets "on" only where all partners are off; otherwise switching off for all would skip it.
  const followsAll = policy !== inherited && inherited.enabled !== false;
  return { next: { enabled: followsAll ? null : true }, was: 'was switched off', is: 'is on now' };
}

function disable(asked: Asked): Change {
  if (asked.name === 'shell') throw refused('The shell cannot be switched off: nothing could be shown without it.');
  if (isOff(asked)) throw already(asked, 'is switched off');
  return { next: { enabled: false }, was: 'was on', is: 'is switched off now' };
}

/** A policy in words. */
const wordsOf = ({ enabled, stables, canary, canaryPercent, pin }: PolicyState): string =>
  [
    enabled !== null && (enabled ? 'switched on' : 'switched off'),
    pin && `pinned to ${pin}`,
    stables.length > 0 && `stable ${stables.at(-1)?.version}`,
    canary && (canaryPercent ? `canary ${canary} for ${canaryPercent} %` : 'no canary'),
  ]
    .filter(Boolean)
    .join(', ');

function follow({ policy, inherited, name, scopeName }: Asked): Change {
  if (policy === inherited)
    throw refused(
      `Name the partner that is to follow all partners with ${name}: all partners have no other policy to follow.`,
    );
  if (isBlank(policy)) throw refused(`${scopeName} follows all partners with ${name} already.`);
  if (inherited.stables.length === 0)
    throw refused(`Nothing to follow: no release of ${name} is stable for all partners.`);
  return { next: null, was: `own policy was ${wordsOf(policy)}`, is: 'it follows all partners now' };
}

const actions: Record<Asked['action'], (asked: Asked) => Change> = {
  promote,
  rollback,
  canary,
  pin,
  unpin,
  enable,
  disable,
  follow,
};

/**
 * What an action changes in a policy.
 * @throws PanelError RELEASE_REFUSED when it has no effect
 */
export const changeOf = (asked: Asked): Change => actions[asked.action](asked);

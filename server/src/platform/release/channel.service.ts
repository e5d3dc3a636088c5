import type { ChannelEffect } from '@panel/contract';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import {
  bumpRevision,
  deleteBlocks,
  deleteChannel,
  findChannel,
  insertBlock,
  inTransaction,
  listBlocks,
  newestChange,
  recordChange,
  saveChannel,
  type PartnerName,
  type Scope,
} from './channel.repo.ts';
import { changeOf, NEW_POLICY, type ChannelInput, type PolicyAction } from './channel-actions.ts';
import { checkChange } from './channel-checks.ts';
import { refused } from './check-release.ts';
import type { Deps } from './release-deps.ts';
import { findRelease } from './release.repo.ts';
import { readState, type RegistryState } from './registry-state.ts';
import { effectsOf } from './channel-effects.ts';
import { partnerOf } from './find-partner.ts';
import { revokeRelease } from './revoke-release.ts';

export type Changed = { detail: string; scope: Scope; effects: ChannelEffect[]; base: string; version?: string };

/** The newest published version: the default for promote and canary. */
const newestOf = (state: RegistryState, name: string): string | undefined =>
  state.releases.find((head) => head.package === name && !state.revocation(head))?.version;

const scopeName = (partner: PartnerName | null): string => (partner ? partner.domain : 'all partners');

/** Holds a version back, or releases it again. */
async function changeBlock(tx: Database, scope: Scope, input: ChannelInput, by: string, at: Date): Promise<string> {
  const { version, action, package: name } = input;
  if (version === undefined) throw refused(`Name the version of ${name} to ${action}.`);
  if (action === 'unblock') {
    if (!(await deleteBlocks(tx, scope, version))) throw refused(`${name} ${version} is not held back here.`);
    return `${version} was held back, is allowed now`;
  }
  if (!(await findRelease(tx, { package: name, version }))?.publishedAt)
    throw refused(`There is no release ${name} ${version}.`);
  const forAll = (await listBlocks(tx)).some(
    (block) => block.package === name && block.version === version && block.partnerId === null,
  );
  if (forAll && scope.partnerId !== null) throw refused(`${name} ${version} is already held back for all partners.`);
  if (!(await insertBlock(tx, { ...scope, version, reason: 'by hand', at, by })))
    throw refused(`${name} ${version} is already held back here.`);
  return `${version} is held back now`;
}

/** The default version of an action: the newest one, where that makes sense. */
function withDefaults(state: RegistryState, input: ChannelInput): ChannelInput {
  const newest = input.action === 'promote' || (input.action === 'canary' && input.percent !== 0);
  return newest && input.version === undefined ? { ...input, version: newestOf(state, input.package) } : input;
}

async function changePolicy(
  tx: Database,
  { partner, ...scope }: Scope & { partner: PartnerName | null },
  input: ChannelInput,
  by: string,
  at: Date,
): Promise<string> {
  const everybody = (await findChannel(tx, { package: scope.package, partnerId: null })) ?? NEW_POLICY;
  const policy = scope.partnerId === null ? everybody : ((await findChannel(tx, scope)) ?? { ...NEW_POLICY });
  const { action } = input as { action: PolicyAction };
  const change = changeOf({
    action,
    policy,
    inherited: everybody,
    name: scope.package,
    scopeName: scopeName(partner),
    version: input.version,
    percent: input.percent,
    entry: (version) => ({ version, at: at.toISOString(), by }),
  });
  if (change.next === null) {
    await deleteChannel(tx, scope);
    return `${change.was}, ${change.is}`;
  }
  const { enabled, stables, canary, canaryPercent, pin } = { ...policy, ...change.next };
  await saveChannel(tx, { ...scope, enabled, stables, canary, canaryPercent, pin, changedAt: at, changedBy: by });
  const pinned = change.next.stables && (pin ?? everybody.pin);
  const isHeld =
    input.version !== undefined &&
    ['promote', 'canary', 'pin'].includes(action) &&
    (await listBlocks(tx)).some(
      ({ package: name, version, partnerId }) =>
        name === scope.package && version === input.version && (partnerId === null || partnerId === scope.partnerId),
    );
  if (isHeld)
    return `${change.was}, ${change.is} (held back${scope.partnerId === null ? '' : ' here'}: nobody gets it until it is allowed again)`;
  return `${change.was}, ${change.is}${pinned ? ` (pinned to ${pinned}, which takes precedence)` : ''}`;
}

async function change(
  tx: Database,
  scope: Scope & { partner: PartnerName | null },
  input: ChannelInput,
  by: string,
  at: Date,
): Promise<string> {
  if (input.action === 'revoke') return revokeRelease(tx, scope, input, by, at);
  if (input.action === 'block' || input.action === 'unblock') return changeBlock(tx, scope, input, by, at);
  return changePolicy(tx, scope, input, by, at);
}

/**
 * The package's last change, if it is still the one that a dry run reported.
 * @throws PanelError CONFLICT
 */
async function currentBase(tx: Database, name: string, expected: string | undefined): Promise<string> {
  const newest = await newestChange(tx, name);
  if (expected !== undefined && expected !== (newest?.id ?? ''))
    throw new PanelError('CONFLICT', newest ? { by: ` by ${newest.by}` } : {});
  return newest?.id ?? '';
}

/**
 * Changes the rollout of a package, for all partners or one: checked for fit, and stored with its log entry in one
 * transaction. `also` runs in that transaction. Returns one sentence about the old and new state, who gets what, and the
 * version that was meant. A dry run stores nothing.
 * @throws PanelError NOT_FOUND for an unknown package, RELEASE_REFUSED with the reason, CONFLICT when `base` is
 * outdated
 */
export async function changeChannel(
  deps: Deps,
  given: ChannelInput,
  by: string,
  also?: (tx: Database) => Promise<void>,
): Promise<Changed> {
  const { db, clock, releases } = deps;
  const before = await releases.state();
  const input = withDefaults(before, given);
  if (!before.releases.some((head) => head.package === input.package)) throw new PanelError('NOT_FOUND');
  const partner = await partnerOf(db, input.partner);
  const scope: Scope = { package: input.package, partnerId: partner?.id ?? null };
  await checkChange(deps, before, scope, input);
  const at = clock.now();
  const dryRun = input.dryRun ?? false;
  const { detail, base, after } = await inTransaction(db, dryRun, async (tx) => {
    // Locks first, so that two changes run one after the other and the second sees the first.
    await bumpRevision(tx);
    const known = await currentBase(tx, input.package, input.base);
    const sentence = await change(tx, { ...scope, partner }, input, by, at);
    const line = `${input.package}: ${sentence}, for ${scopeName(partner)}.`;
    await recordChange(
      tx,
      {
        by,
        action: input.action,
        package: input.package,
        partnerId: scope.partnerId,
        partner: partner?.domain ?? null,
        detail: line,
      },
      at,
    );
    await also?.(tx);
    return {
      detail: line,
      base: dryRun ? known : await currentBase(tx, input.package, undefined),
      after: await readState(tx, before.revision),
    };
  });
  const effects = await effectsOf(deps, { before, after }, scope);
  return { detail, scope, base, effects, version: input.version };
}

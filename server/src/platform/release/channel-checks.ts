import type { Database } from '../../db/database.ts';
import { listPartners, type Scope } from './channel.repo.ts';
import type { ChannelInput, PolicyState } from './channel-actions.ts';
import { checkAmong, refused, revokedText } from './check-release.ts';
import { liveReleases, liveVersions, versionsOf } from './live-releases.ts';
import type { Deps } from './release-deps.ts';
import type { RegistryState } from './registry-state.ts';
import { rank } from './resolve.ts';

/** Whether a partner is affected when the policy for all partners changes in this part. */
function concernsOf(
  state: RegistryState,
  { package: name, partnerId }: Scope,
  part: keyof PolicyState | undefined,
): (id: string) => boolean {
  if (partnerId !== null) return (id) => id === partnerId;
  return (id) => {
    const own = state.channels.find((row) => row.package === name && row.partnerId === id);
    if (!own) return true;
    return part === 'stables'
      ? own.stables.length === 0
      : part === 'pin' || part === 'canary'
        ? own[part] === null
        : true;
  };
}

/**
 * Checks that a release fits what runs beside it.
 * @throws PanelError RELEASE_REFUSED, NOT_FOUND
 */
async function checkRuns(
  deps: Deps,
  scope: Scope,
  version: string,
  part: keyof PolicyState | undefined,
): Promise<void> {
  const id = { package: scope.package, version };
  const revocation = (await deps.releases.state()).revocation(id);
  if (revocation) throw refused(`${revokedText(revocation)} Choose another version.`);
  // A release that this process opened stays open after its removal, so check the registry.
  const opened = (await deps.releases.state()).head(id) && (await deps.releases.open(id));
  if (!opened) throw refused(`There is no release ${scope.package} ${version}.`);
  if (opened.refused)
    throw refused(`${scope.package} ${version} in the storage differs from what was published (${opened.refused}).`);
  checkAmong(opened.release, await liveReleases(deps, concernsOf(await deps.releases.state(), scope, part)));
}

/**
 * Holding back a partner's only version would silently switch it off; the shell has no replacement.
 * @throws PanelError RELEASE_REFUSED
 */
async function checkLeavesOne(
  db: Database,
  state: RegistryState,
  { package: name, partnerId }: Scope,
  version: string,
): Promise<void> {
  for (const partner of await listPartners(db)) {
    if (partnerId !== null && partner.id !== partnerId) continue;
    if (!liveVersions(state, name, partner.id).includes(version)) continue;
    const held = new Set([...state.held(name, partner.id), version]);
    if (rank(name, state.policy(name, partner.id), null, held).versions.length > 0) continue;
    throw refused(
      `${name} ${version} is the only version that ${partner.domain} can run. Promote another one first${name === 'shell' ? '' : ', or disable the package'}.`,
    );
  }
}

/**
 * What a partner gets without its own policy, canary included, must fit what runs beside it.
 * @throws PanelError RELEASE_REFUSED
 */
async function checkFollows(deps: Deps, state: RegistryState, scope: Scope & { partnerId: string }): Promise<void> {
  const all = state.policy(scope.package, '');
  if (!all.enabled || all.stables.length === 0) return;
  const versions = versionsOf(scope.package, all, state.held(scope.package, scope.partnerId));
  if (versions.length === 0)
    throw refused(
      `Nothing of ${scope.package} would run: every stable version of all partners is held back here. Allow one again first.`,
    );
  for (const version of versions) await checkRuns(deps, scope, version, undefined);
}

/** The part of the policy that an action changes, and the version that runs after it. */
function whatRuns(
  state: RegistryState,
  scope: Scope,
  input: ChannelInput,
): { version?: string; part?: keyof PolicyState } {
  const { version, action } = input;
  if (action === 'promote') return { version, part: 'stables' };
  if (action === 'pin') return { version, part: 'pin' };
  if (action === 'canary') return { version, part: 'canary' };
  const policy = state.policy(scope.package, scope.partnerId ?? '');
  if (action === 'rollback') return { version: policy.stables.at(-2), part: 'stables' };
  if (action === 'enable') return { version: policy.pin ?? policy.stables.at(-1) };
  if (action === 'unpin') return { version: policy.stables.at(-1), part: 'pin' };
  return {};
}

/** Checks a change before it is written. @throws PanelError RELEASE_REFUSED, NOT_FOUND */
export async function checkChange(deps: Deps, state: RegistryState, scope: Scope, input: ChannelInput): Promise<void> {
  const { version, part } = whatRuns(state, scope, input);
  if (version !== undefined) await checkRuns(deps, scope, version, part);
  if (input.action === 'block' && input.version !== undefined)
    await checkLeavesOne(deps.db, state, scope, input.version);
  if (input.action === 'follow' && scope.partnerId !== null)
    await checkFollows(deps, state, { ...scope, partnerId: scope.partnerId });
}

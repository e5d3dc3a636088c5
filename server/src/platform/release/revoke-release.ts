import type { Database } from '../../db/database.ts';
import type { StableEntry } from '../../db/schema/release.table.ts';
import { notifyOperators } from './beacon.repo.ts';
import type { ChannelInput } from './channel-actions.ts';
import { findChannel, listChannels, saveChannel, type ChannelRow, type Scope } from './channel.repo.ts';
import { refused, revokedText } from './check-release.ts';
import { nameOf, type ReleaseId } from './release-store.ts';
import { BUNDLED_BY, listHeads, listRevocations, markRevoked } from './release.repo.ts';

/** Stable versions without the revoked one. The one before becomes stable now, by whoever revoked the other. */
function withoutVersion(stables: readonly StableEntry[], version: string, at: Date, by: string): StableEntry[] {
  const left = stables
    .filter((each) => each.version !== version)
    .filter((each, index, all) => each.version !== all[index + 1]?.version);
  const last = left.at(-1);
  return last && stables.at(-1)?.version === version
    ? [...left.slice(0, -1), { version: last.version, at: at.toISOString(), by }]
    : left;
}

/** The newest release that came with the panel and may run. */
async function bundledVersion(tx: Database, name: string): Promise<string | null> {
  const revoked = new Set((await listRevocations(tx)).map(nameOf));
  const head = (await listHeads(tx)).find(
    (each) => each.package === name && each.publishedBy === BUNDLED_BY && !revoked.has(nameOf(each)),
  );
  return head?.version ?? null;
}

const names = ({ stables, canary, pin }: ChannelRow, version: string): boolean =>
  canary === version || pin === version || stables.some((each) => each.version === version);

/**
 * Removes a revoked version from all policies of its package. Where nothing else is left, the bundled release becomes
 * stable; without one, the policy keeps the version, and its pages show P105.
 */
async function leavePolicies(tx: Database, { package: name, version }: ReleaseId, by: string, at: Date): Promise<void> {
  let ofAll: StableEntry[] = [];
  // The policy for all partners comes first.
  for (const row of (await listChannels(tx)).filter((each) => each.package === name)) {
    let stables = withoutVersion(row.stables, version, at, by);
    const bundled = stables.length === 0 && row.partnerId === null ? await bundledVersion(tx, name) : null;
    if (bundled) stables = [{ version: bundled, at: at.toISOString(), by }];
    if (stables.length === 0 && ofAll.length === 0) stables = row.stables;
    if (row.partnerId === null) ofAll = stables;
    if (!names(row, version)) continue;
    const canary = row.canary === version ? { canary: null, canaryPercent: null } : {};
    const pin = row.pin === version ? { pin: null } : {};
    await saveChannel(tx, { ...row, ...canary, ...pin, stables, changedAt: at, changedBy: by });
  }
}

async function stableOf(tx: Database, name: string): Promise<string | undefined> {
  return (await findChannel(tx, { package: name, partnerId: null }))?.stables.at(-1)?.version;
}

/**
 * Revokes a release for everyone and for good. Returns the change as a clause.
 * @throws PanelError RELEASE_REFUSED
 */
export async function revokeRelease(
  tx: Database,
  { package: name, partnerId }: Scope,
  { version, reason }: Pick<ChannelInput, 'version' | 'reason'>,
  by: string,
  at: Date,
): Promise<string> {
  if (partnerId !== null) throw refused('A release is revoked for all partners. Leave out the partner.');
  if (version === undefined) throw refused(`Name the version of ${name} to revoke.`);
  if (!reason) throw refused(`Give the reason why ${name} ${version} is revoked. Other operators will read it.`);
  const id = { package: name, version };
  if (!(await markRevoked(tx, { ...id, at, by, reason }))) {
    const known = (await listRevocations(tx)).find((each) => nameOf(each) === nameOf(id));
    throw refused(known ? revokedText(known) : `There is no release ${name} ${version}.`);
  }
  const before = await stableOf(tx, name);
  await leavePolicies(tx, id, by, at);
  await notifyOperators(tx, revokedText({ ...id, at, by, reason }), `revoked:${nameOf(id)}`);
  const stable = await stableOf(tx, name);
  const now =
    stable === version ? ', there is no other version to run' : stable === before ? '' : `, stable is ${stable} now`;
  return `${version} is revoked and never served again (${reason})${now}`;
}

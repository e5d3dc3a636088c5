import type { ChannelAction, ChannelEffect } from '@panel/contract';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../http/errors.ts';
import { bumpRevision, deleteBlocks, findChannel, insertBlock, inTransaction, listPartners, newestChange, recordChange, saveChannel, type PartnerName, type Scope } from './channel.repo.ts';
import { changeOf, NEW_LINE, type LineState } from './channel-actions.ts';
import { checkAmong, refused } from './check-release.ts';
import { liveReleases, liveVersions } from './live-releases.ts';
import type { Parts } from './publish.service.ts';
import { findRelease } from './release.repo.ts';
import { readState, type RegistryState } from './registry-state.ts';
import { effectsOf } from './channel-effects.ts';
import { rank } from './resolve.ts';

export type ChannelInput = { package: string; action: ChannelAction; version?: string; percent?: number; partner?: string; dryRun?: boolean; base?: string };

export type Changed = { detail: string; scope: Scope; effects: ChannelEffect[]; base: string };

/** The newest published version: what somebody who names none means to promote, or to try as a canary. */
const newestOf = (state: RegistryState, name: string): string | undefined => state.releases.find((head) => head.package === name)?.version;

async function partnerOf(db: Database, host: string | undefined): Promise<PartnerName | null> {
  if (host === undefined) return null;
  const found = (await listPartners(db)).find(({ domain }) => domain === host.toLowerCase());
  if (!found) throw refused(`There is no partner with the panel host ${host}.`);
  return found;
}

const scopeName = (partner: PartnerName | null): string => (partner ? partner.domain : 'all partners');

/** Whether a partner gets something else than before when everybody's line changes in this part. */
function concernsOf(state: RegistryState, { package: name, partnerId }: Scope, part: keyof LineState | undefined): (id: string) => boolean {
  if (partnerId !== null) return (id) => id === partnerId;
  return (id) => {
    const own = state.channels.find((row) => row.package === name && row.partnerId === id);
    if (!own) return true;
    return part === 'stables' ? own.stables.length === 0 : part === 'pin' || part === 'canary' ? own[part] === null : true;
  };
}

/** A release that is about to run has to get on with what runs there. @throws PanelError RELEASE_REFUSED, NOT_FOUND */
async function checkRuns(parts: Parts, scope: Scope, version: string, part: keyof LineState | undefined): Promise<void> {
  const opened = await parts.releases.open({ package: scope.package, version });
  if (!opened) throw refused(`There is no release ${scope.package} ${version}.`);
  if (opened.refused) throw refused(`${scope.package} ${version} is not in the storage as it was published (${opened.refused}).`);
  checkAmong(opened.release, await liveReleases(parts, concernsOf(await parts.releases.state(), scope, part)));
}

/** Holding back the only version that a partner could run would be a quiet way to switch off; for the shell there is none. @throws PanelError RELEASE_REFUSED */
async function checkLeavesOne(db: Database, state: RegistryState, { package: name, partnerId }: Scope, version: string): Promise<void> {
  for (const partner of await listPartners(db)) {
    if (partnerId !== null && partner.id !== partnerId) continue;
    if (!liveVersions(state, name, partner.id).includes(version)) continue;
    const held = new Set([...state.held(name, partner.id), version]);
    if (rank(name, state.line(name, partner.id), null, held).versions.length > 0) continue;
    throw refused(`${name} ${version} is the only version that ${partner.domain} can run. Promote another one first${name === 'shell' ? '' : ', or disable the package'}.`);
  }
}

/** Holds back, or not any more. */
async function changeBlock(parts: Parts, tx: Database, scope: Scope, input: ChannelInput, at: Date): Promise<string> {
  const { version, action, package: name } = input;
  if (version === undefined) throw refused(`Say which version of ${name} to ${action}.`);
  if (action === 'unblock') {
    if (!(await deleteBlocks(tx, scope, version))) throw refused(`${name} ${version} is not held back here.`);
    return `${version} was held back, is free now`;
  }
  if (!(await findRelease(tx, { package: name, version }))?.publishedAt) throw refused(`There is no release ${name} ${version}.`);
  if (!(await insertBlock(tx, { ...scope, version, reason: 'by hand', at }))) throw refused(`${name} ${version} is held back here already.`);
  return `${version} is held back now`;
}

/** What the action needs where nothing was named: the newest version, as far as it makes sense. */
function withDefaults(state: RegistryState, input: ChannelInput): ChannelInput {
  const newest = input.action === 'promote' || (input.action === 'canary' && input.percent !== 0);
  return newest && input.version === undefined ? { ...input, version: newestOf(state, input.package) } : input;
}

async function changeLine(parts: Parts, tx: Database, scope: Scope, input: ChannelInput, by: string, at: Date): Promise<string> {
  const everybody = (await findChannel(tx, { package: scope.package, partnerId: null })) ?? NEW_LINE;
  const line = scope.partnerId === null ? everybody : ((await findChannel(tx, scope)) ?? NEW_LINE);
  const { action } = input as { action: Exclude<ChannelAction, 'block' | 'unblock'> };
  const change = changeOf({ action, line, inherited: everybody, name: scope.package, version: input.version, percent: input.percent, entry: (version) => ({ version, at: at.toISOString(), by }) });
  const { enabled, stables, canary, canaryPercent, pin } = { ...line, ...change.next };
  await saveChannel(tx, { ...scope, enabled, stables, canary, canaryPercent, pin, changedAt: at, changedBy: by });
  const pinned = change.next.stables && (pin ?? everybody.pin);
  return `${change.was}, ${change.is}${pinned ? ` (pinned to ${pinned}, which goes first)` : ''}`;
}

/** The part of the line that an action changes, and the version that runs after it. */
function whatRuns(state: RegistryState, scope: Scope, input: ChannelInput): { version?: string; part?: keyof LineState } {
  const { version, action } = input;
  if (action === 'promote') return { version, part: 'stables' };
  if (action === 'pin') return { version, part: 'pin' };
  if (action === 'canary') return { version, part: 'canary' };
  const line = state.line(scope.package, scope.partnerId ?? '');
  if (action === 'rollback') return { version: line.stables.at(-2), part: 'stables' };
  if (action === 'enable') return { version: line.pin ?? line.stables.at(-1) };
  if (action === 'unpin') return { version: line.stables.at(-1), part: 'pin' };
  return {};
}

/** The package's last change, where it is still the one that a dry run told of. @throws PanelError CONFLICT */
async function currentBase(tx: Database, name: string, expected: string | undefined): Promise<string> {
  const newest = await newestChange(tx, name);
  if (expected !== undefined && expected !== (newest?.id ?? '')) throw new PanelError('CONFLICT', newest ? { by: ` by ${newest.by}` } : {});
  return newest?.id ?? '';
}

/**
 * Changes how a package is handed out, for all partners or one: checked for fit, written with its line of the audit
 * log in one transaction. Returns one sentence of what was and what is, and who gets what. A dry run leaves nothing.
 * @throws PanelError NOT_FOUND for an unknown package, RELEASE_REFUSED with the reason, CONFLICT when `base` is old
 */
export async function changeChannel(parts: Parts, given: ChannelInput, by: string): Promise<Changed> {
  const { db, clock, releases } = parts;
  const before = await releases.state();
  const input = withDefaults(before, given);
  const newest = newestOf(before, input.package);
  if (newest === undefined) throw new PanelError('NOT_FOUND');
  const partner = await partnerOf(db, input.partner);
  const scope: Scope = { package: input.package, partnerId: partner?.id ?? null };
  const { version, part } = whatRuns(before, scope, input);
  if (version !== undefined) await checkRuns(parts, scope, version, part);
  if (input.action === 'block' && input.version !== undefined) await checkLeavesOne(db, before, scope, input.version);
  const at = clock.now();
  const dryRun = input.dryRun ?? false;
  const { detail, base, after } = await inTransaction(db, dryRun, async (tx) => {
    // First of all, so that two changes come one after the other and each reads what the one before has written.
    await bumpRevision(tx);
    const known = await currentBase(tx, input.package, input.base);
    const isBlock = input.action === 'block' || input.action === 'unblock';
    const sentence = isBlock ? await changeBlock(parts, tx, scope, input, at) : await changeLine(parts, tx, scope, input, by, at);
    const line = `${input.package}: ${sentence}, for ${scopeName(partner)}.`;
    await recordChange(tx, { by, action: input.action, package: input.package, partnerId: scope.partnerId, partner: partner?.domain ?? null, detail: line }, at);
    return { detail: line, base: dryRun ? known : await currentBase(tx, input.package, undefined), after: await readState(tx, before.revision) };
  });
  return { detail, scope, base, effects: await effectsOf(parts, { before, after }, scope) };
}

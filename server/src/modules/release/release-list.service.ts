import type { Channel, ReleaseInfo, Running } from '@panel/contract';
import type { AppContext } from '../../context.ts';
import { listStats, type StatRow } from './beacon.repo.ts';
import { listPartners, type ChannelRow, type PartnerName } from './channel.repo.ts';
import { statsOf } from './release-stats.ts';
import { nameOf } from './release-store.ts';
import type { RegistryState } from './registry-state.ts';
import { rank } from './resolve.ts';

type Parts = Pick<AppContext, 'db' | 'clock' | 'releases'>;

/** Counts that are shown are those of so many days. */
const STATS_MS = 30 * 24 * 3_600_000;

/** Rows by the release that they tell of, and by partner and release. */
function statsBy(rows: readonly StatRow[], keyOf: (row: StatRow) => string): (key: string) => ReleaseInfo['stats'] {
  const groups = Map.groupBy(rows, keyOf);
  return (key) => statsOf(groups.get(key) ?? []);
}

function publicChannel(state: RegistryState, row: ChannelRow, host: (id: string) => string): Channel {
  const blocks = state.blocks.filter((block) => block.package === row.package && block.partnerId === row.partnerId);
  const everybody = state.channels.find((each) => each.package === row.package && each.partnerId === null);
  return {
    package: row.package,
    partner: row.partnerId && host(row.partnerId),
    enabled: row.enabled ?? everybody?.enabled ?? true,
    stable: row.stables.at(-1)?.version ?? null,
    previous: (row.stables.length > 0 ? row : everybody)?.stables.at(-2)?.version ?? null,
    canary: row.canary,
    canaryPercent: row.canaryPercent ?? 0,
    pin: row.pin,
    blocked: blocks.map(({ version, reason, at }) => ({ version, reason, at: at.toISOString() })),
    changedAt: row.changedAt.toISOString(),
    changedBy: row.changedBy,
  };
}

/** Lines of channels, with one for each scope that has nothing but versions held back. */
function allChannels(state: RegistryState, at: Date): ChannelRow[] {
  const scopeOf = ({ package: name, partnerId }: { package: string; partnerId: string | null }) => `${name} ${partnerId}`;
  const known = new Set(state.channels.map(scopeOf));
  const bare = new Map(state.blocks.filter((block) => !known.has(scopeOf(block))).map((block) => [scopeOf(block), block]));
  const lines = [...bare.values()].map((block): ChannelRow => ({
    id: block.id, package: block.package, partnerId: block.partnerId, enabled: null, stables: [], canary: null, canaryPercent: null, pin: null, changedAt: block.at ?? at, changedBy: '',
  }));
  return [...state.channels, ...lines];
}

/** What a visitor of a partner who gets no canary runs. */
export async function runningOf({ releases }: Pick<Parts, 'releases'>, state: RegistryState, name: string, partner: PartnerName): Promise<Omit<Running, 'stats'> | null> {
  const line = state.line(name, partner.id);
  const { versions, by } = rank(name, line, null, state.held(name, partner.id));
  let version = versions[0] ?? null;
  for (const each of versions) {
    if ((await releases.open({ package: name, version: each }))?.refused !== null) continue;
    version = each;
    break;
  }
  const rows = state.channels.filter((row) => row.package === name && (row.partnerId === null || row.partnerId === partner.id));
  const row = rows.find((each) => each.partnerId === partner.id) ?? rows.find((each) => each.partnerId === null);
  if (!row) return null;
  const entry = by === 'stable' ? rows.flatMap(({ stables }) => stables).findLast((each) => each.version === version) : undefined;
  return {
    partner: partner.domain,
    partnerName: partner.name,
    package: name,
    version,
    by: version !== null && version !== versions[0] ? 'fallback' : by === 'canary' ? 'stable' : by,
    canary: line.enabled && !line.pin && line.canary && line.canaryPercent > 0 ? { version: line.canary, percent: line.canaryPercent } : null,
    since: entry?.at ?? row.changedAt.toISOString(),
    changedBy: entry?.by ?? row.changedBy,
  };
}

/** One channel after a change. */
export async function channelOf(parts: Parts, scope: { package: string; partnerId: string | null }): Promise<Channel> {
  const state = await parts.releases.state();
  const names = new Map((await listPartners(parts.db)).map(({ id, domain }) => [id, domain]));
  const now = parts.clock.now();
  const row = allChannels(state, now).find((each) => each.package === scope.package && each.partnerId === scope.partnerId)
    ?? { id: '', ...scope, enabled: null, stables: [], canary: null, canaryPercent: null, pin: null, changedAt: now, changedBy: '' };
  return publicChannel(state, row, (id) => names.get(id) ?? id);
}

/** Everything that operators see: releases, lines, and what runs where. */
export async function listReleases(parts: Parts, only: string | undefined): Promise<{ releases: ReleaseInfo[]; channels: Channel[]; running: Running[] }> {
  const now = parts.clock.now();
  const state = await parts.releases.state();
  const partners = await listPartners(parts.db);
  const rows = await listStats(parts.db, new Date(now.getTime() - STATS_MS));
  const ofRelease = statsBy(rows, nameOf);
  const ofPartner = statsBy(rows, (row) => `${row.partnerId} ${nameOf(row)}`);
  const wanted = (name: string) => only === undefined || name === only;
  const host = (id: string) => partners.find((each) => each.id === id)?.domain ?? id;
  const running: Running[] = [];
  for (const partner of partners) {
    for (const name of state.packages.filter(wanted)) {
      const runs = await runningOf(parts, state, name, partner);
      if (runs) running.push({ ...runs, stats: ofPartner(`${partner.id} ${nameOf({ package: name, version: runs.version ?? '' })}`) });
    }
  }
  const opened = await Promise.all(state.releases.filter((head) => wanted(head.package)).map(async (head) => ({ head, release: (await parts.releases.open(head))?.release })));
  return {
    releases: opened.flatMap(({ head, release }) => release && head.publishedAt ? [{
      package: head.package, version: head.version, commit: release.commit, createdAt: release.createdAt, publishedAt: head.publishedAt.toISOString(),
      publishedBy: head.publishedBy, keyId: head.keyId, bytes: head.bytes, stats: ofRelease(nameOf(head)),
    }] : []),
    channels: allChannels(state, now).filter((row) => wanted(row.package)).map((row) => publicChannel(state, row, host)),
    running,
  };
}

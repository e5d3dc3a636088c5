import type { Channel, Page, ReleaseInfo, Running } from '@panel/contract';
import type { Release } from '@panel/contract/release';
import { paged } from '../../kernel/paged.ts';
import type { AppContext } from '../../context/app-context.ts';
import { listStats, type StatRow } from './beacon.repo.ts';
import { listPartners, type ChannelRow, type PartnerName } from './channel.repo.ts';
import { isBlank, NEW_POLICY } from './channel-actions.ts';
import { partnerOf } from './find-partner.ts';
import { namedSince } from './live-releases.ts';
import { lookAgain, refusalOf, refusedAmong } from './refusals.ts';
import { statsOf } from './release-stats.ts';
import type { OpenedRelease } from './open-release.ts';
import type { KnownKey } from '../../context/call-context.ts';
import { nameOf, type ReleaseId } from './release-store.ts';
import { packagesOf, type RegistryState } from './registry-state.ts';
import { rank } from './resolve.ts';

type Deps = Pick<AppContext, 'db' | 'clock' | 'releases'>;

/** Number of days of the counts shown. */
const STATS_MS = 30 * 24 * 3_600_000;

/** Rows by release, and by partner and release. */
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
    follows: row.partnerId !== null && isBlank(row),
    enabled: row.enabled ?? everybody?.enabled ?? true,
    stable: row.stables.at(-1)?.version ?? null,
    previous: (row.stables.length > 0 ? row : everybody)?.stables.at(-2)?.version ?? null,
    canary: row.canary,
    canaryPercent: row.canaryPercent ?? 0,
    pin: row.pin,
    blocked: blocks.map(({ version, reason, at, by }) => ({ version, reason, at: at.toISOString(), by })),
    changedAt: row.changedAt.toISOString(),
    changedBy: row.changedBy,
  };
}

/** Rollout policies, with one for each scope that only holds versions back. */
function allChannels(state: RegistryState): ChannelRow[] {
  const scopeOf = ({ package: name, partnerId }: { package: string; partnerId: string | null }) =>
    `${name} ${partnerId}`;
  const known = new Set(state.channels.map(scopeOf));
  const bare = new Map(
    state.blocks.filter((block) => !known.has(scopeOf(block))).map((block) => [scopeOf(block), block]),
  );
  const policies = [...bare.values()].map((block): ChannelRow => ({
    ...NEW_POLICY,
    id: block.id,
    package: block.package,
    partnerId: block.partnerId,
    changedAt: block.at,
    changedBy: block.by,
  }));
  return [...state.channels, ...policies];
}

/** What a visitor without a canary runs. */
export async function runningOf(
  deps: Deps,
  state: RegistryState,
  name: string,
  partner: PartnerName,
): Promise<Omit<Running, 'stats' | 'release'> | null> {
  const policy = state.policy(name, partner.id);
  const { versions, by } = rank(name, policy, null, state.held(name, partner.id));
  const tried: string[] = [];
  let version = versions[0] ?? null;
  for (const each of versions) {
    const id = { package: name, version: each };
    if (state.revocation(id) || (await deps.releases.open(id))?.refused !== null) {
      tried.push(each);
      continue;
    }
    version = each;
    break;
  }
  const canary =
    policy.enabled && !policy.pin && policy.canary && policy.canaryPercent > 0
      ? { version: policy.canary, percent: policy.canaryPercent }
      : null;
  const named = namedSince(state, { package: name, version }, partner.id, by);
  if (!named) return null;
  return {
    partner: partner.domain,
    partnerName: partner.name,
    package: name,
    version,
    by: version !== null && version !== versions[0] ? 'fallback' : by === 'canary' ? 'stable' : by,
    canary,
    refused: await refusedAmong(deps, state, name, canary ? [...tried, canary.version] : tried),
    ...named,
  };
}

const commitOf = ({ commit, author = '', note = '' }: Release): Pick<ReleaseInfo, 'commit' | 'author' | 'note'> => ({
  commit,
  author,
  note,
});

/** Why this release runs. */
async function aboutOf(
  { releases }: Pick<Deps, 'releases'>,
  state: RegistryState,
  { package: name, version }: Pick<Running, 'package' | 'version'>,
): Promise<Pick<Running, 'release'>> {
  const id = { package: name, version: version ?? '' };
  const head = state.head(id);
  const release = head && (await releases.open(id))?.release;
  return {
    release:
      release && head.publishedAt
        ? { ...commitOf(release), publishedAt: head.publishedAt.toISOString(), publishedBy: head.publishedBy }
        : null,
  };
}

/** One channel after a change. */
export async function channelOf(deps: Deps, scope: { package: string; partnerId: string | null }): Promise<Channel> {
  const state = await deps.releases.state();
  const names = new Map((await listPartners(deps.db)).map(({ id, domain }) => [id, domain]));
  const row = allChannels(state).find(
    (each) => each.package === scope.package && each.partnerId === scope.partnerId,
  ) ?? { ...NEW_POLICY, id: '', ...scope, changedAt: deps.clock.now(), changedBy: '' };
  return publicChannel(state, row, (id) => names.get(id) ?? id);
}

type Which = { package?: string; partner?: string };

/** Whether a package is asked for, and belongs to the team that asks, if it is a team. */
const wantedBy =
  (key: Pick<KnownKey, 'packages'> | null, only: string | undefined) =>
  (name: string): boolean =>
    (only === undefined || name === only) && (key?.packages?.includes(name) ?? true);

const statsSince = ({ clock }: Pick<Deps, 'clock'>): Date => new Date(clock.now().getTime() - STATS_MS);

/**
 * What all partners, or one, run, and the policies behind it.
 * @throws PanelError RELEASE_REFUSED for an unknown partner
 */
export async function listRunning(
  deps: Deps,
  { package: only, partner: host }: Which,
  key: KnownKey | null,
): Promise<{ packages: string[]; channels: Channel[]; running: Running[] }> {
  await lookAgain(deps);
  const state = await deps.releases.state();
  const asked = await partnerOf(deps.db, host);
  const partners = await listPartners(deps.db);
  const ofPartner = statsBy(await listStats(deps.db, statsSince(deps)), (row) => `${row.partnerId} ${nameOf(row)}`);
  const isWanted = wantedBy(key, only);
  const running: Running[] = [];
  for (const partner of asked ? [asked] : partners) {
    for (const name of state.packages.filter(isWanted)) {
      const runs = await runningOf(deps, state, name, partner);
      if (runs)
        running.push({
          ...runs,
          ...(await aboutOf(deps, state, runs)),
          stats: ofPartner(`${partner.id} ${nameOf({ package: name, version: runs.version ?? '' })}`),
        });
    }
  }
  const hostOf = (id: string) => partners.find((each) => each.id === id)?.domain ?? id;
  const channels = allChannels(state).filter(
    (row) => isWanted(row.package) && (!asked || row.partnerId === null || row.partnerId === asked.id),
  );
  return {
    packages: packagesOf(state).filter(isWanted),
    channels: channels.map((row) => publicChannel(state, row, hostOf)),
    running,
  };
}

type ListQuery = Which & { pageIndex: number; pageSize: number; sortOrder?: 'asc' | 'desc' };

function revokedOf(state: RegistryState, id: ReleaseId): ReleaseInfo['revoked'] {
  const revocation = state.revocation(id);
  return revocation && { reason: revocation.reason, at: revocation.at.toISOString(), by: revocation.by };
}

type OpenHead = { head: RegistryState['releases'][number]; opened: OpenedRelease; publishedAt: Date };

/**
 * Releases, newest first by default, with the counts of all partners or of one.
 * @throws PanelError RELEASE_REFUSED for an unknown partner
 */
export async function listReleases(
  deps: Deps,
  { package: only, partner: host, ...input }: ListQuery,
  key: KnownKey | null,
): Promise<Page<ReleaseInfo>> {
  await lookAgain(deps);
  const state = await deps.releases.state();
  const asked = await partnerOf(deps.db, host);
  const rows = (await listStats(deps.db, statsSince(deps))).filter((row) => !asked || row.partnerId === asked.id);
  const ofRelease = statsBy(rows, nameOf);
  const isWanted = wantedBy(key, only);
  const heads = state.releases.filter((head) => isWanted(head.package));
  const wire = ({ head, opened: { release, refused }, publishedAt }: OpenHead): ReleaseInfo => ({
    package: head.package,
    version: head.version,
    ...commitOf(release),
    createdAt: release.createdAt,
    publishedAt: publishedAt.toISOString(),
    publishedBy: head.publishedBy,
    keyId: head.keyId,
    bytes: head.bytes,
    refused: refusalOf(deps, state, head, refused),
    revoked: revokedOf(state, head),
    stats: ofRelease(nameOf(head)),
  });
  return paged(
    input,
    async ({ limit, offset, sortOrder }) => {
      const ordered = sortOrder === 'asc' ? heads.toReversed() : heads;
      const opened = await Promise.all(
        ordered.slice(offset, offset + limit).map(async (head): Promise<OpenHead[]> => {
          const found = await deps.releases.open(head);
          return found && head.publishedAt ? [{ head, opened: found, publishedAt: head.publishedAt }] : [];
        }),
      );
      return { total: heads.length, rows: opened.flat() };
    },
    wire,
  );
}

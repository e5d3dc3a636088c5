import type { Database } from '../../db/database.ts';
import {
  changesHere,
  listBlocks,
  listChannels,
  revisionReader,
  type BlockRow,
  type ChannelRow,
} from './channel.repo.ts';
import { listRefusals, type RefusalRow } from './refusal.repo.ts';
import { nameOf, type ReleaseId } from './release-store.ts';
import { listHeads, listRevocations, type ReleaseHead, type Revocation } from './release.repo.ts';
import { effectivePolicy, type Effective, type RolloutPolicy } from './resolve.ts';

/** All data that decides who gets which release, at one revision. */
export type RegistryState = {
  revision: number;
  /** Newest first. */
  releases: readonly ReleaseHead[];
  channels: readonly ChannelRow[];
  blocks: readonly BlockRow[];
  /** Packages with a policy, the shell first, then by name. */
  packages: readonly string[];
  head(id: ReleaseId): ReleaseHead | null;
  /** Releases whose stored files differ from what was published, as reported by all processes. */
  refusals: readonly RefusalRow[];
  refusal(id: ReleaseId): RefusalRow | null;
  /** Releases that are never served again, the latest first. */
  revocations: readonly Revocation[];
  revocation(id: ReleaseId): Revocation | null;
  policy(name: string, partnerId: string): Effective;
  /** Versions that a partner never gets, even if a policy names them: held back or cleaned up. */
  held(name: string, partnerId: string): ReadonlySet<string>;
};

const asPolicy = (row: ChannelRow | undefined): RolloutPolicy | null =>
  (row && { ...row, stables: row.stables.map(({ version }) => version) }) || null;

const inOrder = (rows: readonly { package: string }[]): string[] =>
  [...new Set(rows.map((row) => row.package))].sort(
    (a, b) => Number(b === 'shell') - Number(a === 'shell') || a.localeCompare(b),
  );

/** All packages with a policy or a release, the shell first. */
export const packagesOf = ({ channels, releases }: Pick<RegistryState, 'channels' | 'releases'>): string[] =>
  inOrder([...channels, ...releases]);

/** Reads everything; a few hundred short rows at most. */
export async function readState(db: Database, revision: number): Promise<RegistryState> {
  const releases = await listHeads(db);
  const channels = await listChannels(db);
  const blocks = await listBlocks(db);
  const refusals = await listRefusals(db);
  const revocations = await listRevocations(db);
  const revoked = new Map(revocations.map((row) => [nameOf(row), row]));
  const refused = new Map(refusals.map((row) => [nameOf(row), row]));
  const heads = new Map(releases.map((head) => [nameOf(head), head]));
  const policies = new Map(channels.map((row) => [`${row.package} ${row.partnerId ?? ''}`, row]));
  const policy: RegistryState['policy'] = (name, partnerId) =>
    effectivePolicy({ all: asPolicy(policies.get(`${name} `)), own: asPolicy(policies.get(`${name} ${partnerId}`)) });
  const blocked = (name: string, partnerId: string) =>
    blocks
      .filter((block) => block.package === name && (block.partnerId === null || block.partnerId === partnerId))
      .map(({ version }) => version);
  const removed = (name: string, partnerId: string) =>
    policy(name, partnerId).stables.filter((version) => !heads.has(nameOf({ package: name, version })));
  return {
    revision,
    releases,
    channels,
    blocks,
    refusals,
    packages: inOrder(channels),
    head: (id) => heads.get(nameOf(id)) ?? null,
    refusal: (id) => refused.get(nameOf(id)) ?? null,
    revocations,
    revocation: (id) => revoked.get(nameOf(id)) ?? null,
    policy,
    held: (name, partnerId) => new Set([...blocked(name, partnerId), ...removed(name, partnerId)]),
  };
}

/** Files are requested too often for a query each: they may follow another process's change this much later. */
const RECENT_MS = 1000;

export type StateReader = {
  (): Promise<RegistryState>;
  /** The state of at most a second ago. What is known is used as long as the database is unreachable. */
  recent(): Promise<RegistryState>;
};

/**
 * The current state, with one short query when nothing has changed in any process. A process that is `alone` with its
 * database (the embedded one) knows of every change and queries only after one: with a single connection, its query
 * waits for the running transaction.
 */
export function createStateReader(db: Database, alone: boolean): StateReader {
  let known: RegistryState | undefined;
  let knownAt = -1;
  let readAt = -Infinity;
  let reading: { revision: number; state: Promise<RegistryState> } | undefined;
  const readRevision = revisionReader(db);

  async function read(): Promise<RegistryState> {
    const revision = await readRevision();
    if (known && known.revision >= revision) return known;
    if (!reading || reading.revision < revision) reading = { revision, state: readState(db, revision) };
    const { state } = reading;
    try {
      known = await state;
    } finally {
      if (reading?.state === state) reading = undefined;
    }
    return known;
  }

  async function current(): Promise<RegistryState> {
    const changes = changesHere();
    if (alone && known && knownAt === changes) return known;
    readAt = performance.now();
    const state = await read();
    // As of the moment before the query: a change written meanwhile triggers another one.
    knownAt = Math.max(knownAt, changes);
    return state;
  }

  return Object.assign(current, {
    async recent() {
      if (known && knownAt === changesHere() && performance.now() - readAt < RECENT_MS) return known;
      return current().catch((error: unknown) => {
        if (!known) throw error;
        return known;
      });
    },
  });
}

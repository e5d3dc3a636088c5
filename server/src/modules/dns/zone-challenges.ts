import { CHALLENGE_LABEL, textChallenges, type TextChallenge } from './challenge.repo.ts';
import type { Database } from '../../db/database.ts';
import type { Zone } from '../../dns/zone.ts';
import type { ZoneIndex } from '../../dns/zone-index.ts';

/** Resolvers that ask again for a later order must not get the earlier answer. */
const TTL = 30;

export const isChallengeName = (name: string): boolean => name.startsWith(`${CHALLENGE_LABEL}.`);

/** A zone with what an ACME server has to read in it now, for name servers that don't read the database. */
export async function withChallenges<T extends Zone>(db: Database, zone: T): Promise<T> {
  const end = `.${zone.fqdn}`;
  const open = (await textChallenges(db)).filter(({ host }) => host.endsWith(end));
  const records = open.map(({ host, answer: value }) => ({
    ...({ type: 'TXT', ttl: TTL, value } as const),
    name: host.slice(0, -end.length),
  }));
  return { ...zone, records: [...zone.records, ...records] };
}

/**
 * The open challenges, never from before the question. One read at a time answers all that wait for it, so that many
 * questions don't occupy the database.
 */
export function createChallengeReader(db: Database): () => Promise<TextChallenge[]> {
  let running: Promise<TextChallenge[]> | null = null;
  let next: Promise<TextChallenge[]> | null = null;
  const read = (): Promise<TextChallenge[]> => (running = textChallenges(db).finally(() => (running = null)));
  const afterwards = (): Promise<TextChallenge[]> => {
    next = null;
    return read();
  };
  // One that runs may have begun before the answer was stored.
  return () => (running === null ? read() : (next ??= running.then(afterwards, afterwards)));
}

/** A zone that also has these challenges at a name. */
export function indexWith(zone: ZoneIndex, name: string, open: readonly TextChallenge[]): ZoneIndex {
  const answers = open
    .filter(({ host }) => host === name)
    .map(({ answer }) => ({ type: 'TXT' as const, name, ttl: TTL, data: [Buffer.from(answer)] }));
  if (answers.length === 0) return zone;
  const node = zone.nodes.get(name);
  const byType = new Map(node?.byType).set('TXT', [...(node?.byType.get('TXT') ?? []), ...answers]);
  return { ...zone, nodes: new Map(zone.nodes).set(name, { byType, alias: node?.alias ?? null }) };
}

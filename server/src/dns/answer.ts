import type { Answer, Packet, Question } from 'dns-packet';
import type { Node, ZoneIndex } from './zone-index.ts';

/** Response codes (RFC 1035, 4.1.1). */
export const RCODE = { ok: 0, format: 1, failed: 2, noName: 3, notImplemented: 4, refused: 5 } as const;
const AUTHORITATIVE = 1 << 10;

/** Where the answers come from. */
export type ZoneSource = {
  /** The zone with the longest name that a name is in, or null. */
  zoneOf(name: string): Promise<ZoneIndex | null>;
  /** The addresses of a name outside of all zones, for ALIAS. */
  addressesOf(name: string, type: 'A' | 'AAAA'): Promise<{ addresses: string[]; ttl: number }>;
};

export type Reply = {
  rcode: number;
  authoritative: boolean;
  answers: Answer[];
  authorities: Answer[];
  additionals: Answer[];
};

const reply = (rcode: number): Reply => ({
  ...{ rcode, authoritative: false },
  ...{ answers: [], authorities: [], additionals: [] },
});

/** CNAME records that are followed for one question. */
const MOST_HOPS = 8;
/** Types of questions that transfer zones. */
const TRANSFERS: ReadonlySet<string> = new Set(['AXFR', 'IXFR']);

const parentOf = (name: string): string => name.slice(name.indexOf('.') + 1);

/**
 * The delegation that a name is below or at: the one nearest to the zone, or undefined. The DS records of a delegated name
 * are the parent's (RFC 4035, 3.1.4.1), so a question for them is not passed on there.
 */
function cutOf(zone: ZoneIndex, name: string, type: string): readonly Answer[] | undefined {
  let found: readonly Answer[] | undefined;
  for (let at = type === 'DS' && name !== zone.fqdn ? parentOf(name) : name; at !== zone.fqdn; at = parentOf(at))
    found = zone.nodes.get(at)?.byType.get('NS') ?? found;
  return found;
}

/** The records of a name, or those of the wildcard that covers it (RFC 4592); `exists`: the name has a place. */
function nodeOf(zone: ZoneIndex, name: string): { node: Node | undefined; exists: boolean } {
  const exact = zone.nodes.get(name);
  if (exact || zone.hasBelow.has(name)) return { node: exact, exists: true };
  for (let at = parentOf(name); ; at = parentOf(at)) {
    const node = zone.nodes.get(`*.${at}`);
    if (node) return { node, exists: true };
    if (at === zone.fqdn || zone.nodes.has(at) || zone.hasBelow.has(at)) return { node: undefined, exists: false };
  }
}

/** Addresses of the name servers of a delegation that are in the zone. */
const glueOf = (zone: ZoneIndex, cut: readonly Answer[]): Answer[] =>
  cut.flatMap((answer) => {
    const target = answer.type === 'NS' && typeof answer.data === 'string' ? zone.nodes.get(answer.data) : undefined;
    return [...(target?.byType.get('A') ?? []), ...(target?.byType.get('AAAA') ?? [])];
  });

/** The minimal answer to a question for everything (RFC 8482). */
const anything = (name: string): Answer => ({
  ...{ type: 'HINFO' as const, name, ttl: 3600 },
  data: { cpu: 'RFC8482', os: '' },
});

/** The records of one type at one name; null when it has none. */
async function recordsOf(source: ZoneSource, node: Node, name: string, type: string): Promise<Answer[] | null> {
  if (type === 'ANY') return [anything(name)];
  const found = node.byType.get(type);
  if (found) return found.map((answer) => ({ ...answer, name }));
  if (!node.alias || (type !== 'A' && type !== 'AAAA')) return null;
  const { target, ttl: most } = node.alias;
  const { addresses, ttl } = await addressesOfAlias(source, target, type);
  return addresses.map((data) => ({ type, name, ttl: Math.min(ttl, most), data }));
}

/** An ALIAS into a zone of ours is answered from there, any other by the resolvers. */
async function addressesOfAlias(
  source: ZoneSource,
  target: string,
  type: 'A' | 'AAAA',
): Promise<{ addresses: string[]; ttl: number }> {
  let name = target;
  for (let hop = 0; hop < MOST_HOPS; hop += 1) {
    const zone = await source.zoneOf(name);
    if (!zone || cutOf(zone, name, type)) return source.addressesOf(name, type);
    const { node } = nodeOf(zone, name);
    const next = node?.byType.get('CNAME')?.[0];
    if (next?.type === 'CNAME') {
      name = next.data;
      continue;
    }
    if (node?.alias) {
      name = node.alias.target;
      continue;
    }
    const found = (node?.byType.get(type) ?? []).flatMap((answer) =>
      answer.type === type ? [{ data: answer.data, ttl: answer.ttl ?? 0 }] : [],
    );
    return { addresses: found.map(({ data }) => data), ttl: Math.min(...found.map(({ ttl }) => ttl)) };
  }
  return { addresses: [], ttl: 0 };
}

/** The zone that answers a question: for the DS records of a zone's own name the one above, if it is here. */
async function zoneFor(source: ZoneSource, name: string, type: string): Promise<ZoneIndex | null> {
  const zone = await source.zoneOf(name);
  if (zone === null || type !== 'DS' || zone.fqdn !== name || !name.includes('.')) return zone;
  return (await source.zoneOf(parentOf(name))) ?? zone;
}

/** Answers one question from the zones, following CNAME records between them. */
async function answerQuestion(question: Question, source: ZoneSource): Promise<Reply> {
  const answers: Answer[] = [];
  const followed = new Set<string>();
  const type: string = question.type;
  let asked = question.name;
  let name = asked.toLowerCase();
  const first = await zoneFor(source, name, type);
  if (!first) return reply(RCODE.refused);
  let zone: ZoneIndex = first;
  for (;;) {
    const cut = cutOf(zone, name, type);
    if (cut) {
      const authoritative = answers.length > 0;
      return { ...reply(RCODE.ok), authoritative, answers, authorities: [...cut], additionals: glueOf(zone, cut) };
    }
    const { node, exists } = nodeOf(zone, name);
    const absent = { ...reply(RCODE.ok), authoritative: true, answers, authorities: [negative(zone)] };
    if (!node) return exists ? absent : { ...absent, rcode: RCODE.noName };
    const [link] = type === 'CNAME' || type === 'ANY' ? [] : (node.byType.get('CNAME') ?? []);
    if (link?.type !== 'CNAME') {
      const found = await recordsOf(source, node, asked, type);
      if (found === null || found.length === 0) return absent;
      return { ...reply(RCODE.ok), authoritative: true, answers: [...answers, ...found] };
    }
    answers.push({ ...link, name: asked });
    followed.add(name);
    asked = link.data;
    name = asked;
    // Below this zone there may be a nearer one.
    const next = await source.zoneOf(name);
    // The resolver asks for the rest itself.
    if (!next || followed.has(name) || followed.size >= MOST_HOPS)
      return { ...reply(RCODE.ok), authoritative: true, answers };
    zone = next;
  }
}

/** The SOA record with the time that an absence may be kept. */
function negative({ soa }: ZoneIndex): Answer {
  return soa.type === 'SOA' ? { ...soa, ttl: Math.min(soa.ttl ?? 0, soa.data.minimum ?? 0) } : soa;
}

/** Answers a decoded query: one question of class IN, from the zones alone. */
export async function answerQuery(query: Packet & { opcode?: string }, source: ZoneSource): Promise<Reply> {
  if (query.opcode !== 'QUERY') return reply(RCODE.notImplemented);
  const [question, ...more] = query.questions ?? [];
  if (!question || more.length > 0) return reply(RCODE.format);
  // Names with other bytes are in no zone, and could not be repeated as they were sent.
  if (!/^[\x21-\x7e]*$/.test(question.name)) return reply(RCODE.format);
  if ((question.class ?? 'IN') !== 'IN' || TRANSFERS.has(question.type)) return reply(RCODE.refused);
  return answerQuestion(question, source);
}

/** Bits of the header for a reply. */
export const flagsOf = ({ rcode, authoritative }: Reply): number => (authoritative ? AUTHORITATIVE : 0) | rcode;

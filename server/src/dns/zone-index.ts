import type { Answer } from 'dns-packet';
import { APEX, ownerName, type DnsRecord } from '@panel/contract';
import { authorityOf, NS_TTL, SOA_TIMES, SOA_TTL, textParts, type Zone } from './zone.ts';

/** The records of one name by their type. ALIAS is kept as the name that it leads to. */
export type Node = { byType: ReadonlyMap<string, readonly Answer[]>; alias: Alias | null };
export type Alias = { target: string; ttl: number };

/** A zone, ready to answer. */
export type ZoneIndex = {
  fqdn: string;
  /** For answers without a record, with the time that their absence may be kept (RFC 2308). */
  soa: Answer;
  nodes: ReadonlyMap<string, Node>;
  /** Names without records that have names below them. */
  hasBelow: ReadonlySet<string>;
};

/** The record as it is sent. */
function answerOf(record: Exclude<DnsRecord, { type: 'ALIAS' }>, name: string): Answer {
  const { ttl, value } = record;
  switch (record.type) {
    case 'MX':
      return { type: record.type, name, ttl, data: { preference: record.priority, exchange: value } };
    case 'SRV': {
      const { priority, weight, port } = record;
      return { type: record.type, name, ttl, data: { priority, weight, port, target: value } };
    }
    case 'CAA':
      return { type: record.type, name, ttl, data: { flags: record.flags, tag: record.tag, value } };
    case 'TXT':
      return { type: record.type, name, ttl, data: textParts(value) };
    default:
      return { type: record.type, name, ttl, data: value };
  }
}

/** The names between an owner and its zone, without both. */
function namesBetween(owner: string, zone: string): string[] {
  const labels = owner.slice(0, -(zone.length + 1)).split('.');
  return labels.slice(1).map((_label, index) => `${labels.slice(index + 1).join('.')}.${zone}`);
}

/** Prepares a zone for answers. */
export function indexZone(zone: Zone): ZoneIndex {
  const { fqdn, serial, nameservers, nsTtl: ttl = NS_TTL } = zone;
  const soa: Answer = {
    ...{ type: 'SOA' as const, name: fqdn, ttl: SOA_TTL },
    data: { ...authorityOf(zone), serial, ...SOA_TIMES },
  };
  const nodes = new Map<string, { byType: Map<string, Answer[]>; alias: Alias | null }>();
  const hasBelow = new Set<string>();
  const nodeOf = (owner: string) => {
    const found = nodes.get(owner) ?? { byType: new Map<string, Answer[]>(), alias: null };
    nodes.set(owner, found);
    return found;
  };
  const add = (owner: string, answer: Answer) => {
    const { byType } = nodeOf(owner);
    byType.set(answer.type, [...(byType.get(answer.type) ?? []), answer]);
  };
  add(fqdn, soa);
  for (const data of nameservers) add(fqdn, { type: 'NS', name: fqdn, ttl, data });
  for (const record of zone.records) {
    const owner = ownerName(record.name, fqdn);
    if (record.type === 'ALIAS') nodeOf(owner).alias = { target: record.value, ttl: record.ttl };
    else add(owner, answerOf(record, owner));
    if (record.name !== APEX) for (const name of namesBetween(owner, fqdn)) hasBelow.add(name);
  }
  return { fqdn, soa, nodes, hasBelow };
}

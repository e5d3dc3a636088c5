import { APEX, NO_TARGET, ownerName, recordKey, type DnsRecord } from './dns-record.ts';

/** Records of a zone. */
export const DNS_RECORDS_MAX = 1000;

/** The zone of a site's own domain: that of `www.example.com` is `example.com`. */
export const zoneNameOf = (fqdn: string): string => fqdn.replace(/^www\./, '');

/** What is wrong with a record among the others of its zone; `index` is its place in the list. */
export type ZoneProblem = { index: number; message: string };

type Owners = ReadonlyMap<string, readonly DnsRecord[]>;

function ownersOf(zone: string, records: readonly DnsRecord[]): Owners {
  const owners = new Map<string, DnsRecord[]>();
  for (const record of records) {
    const owner = ownerName(record.name, zone);
    owners.set(owner, [...(owners.get(owner) ?? []), record]);
  }
  return owners;
}

/** Whether CNAME records lead from a name back to it. */
function isLoop(start: string, owners: Owners): boolean {
  const seen = new Set<string>();
  let at: string | undefined = start;
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    at = owners.get(at)?.find(({ type }) => type === 'CNAME' || type === 'ALIAS')?.value;
  }
  return at !== undefined;
}

const isAddress = ({ type }: DnsRecord) => type === 'A' || type === 'AAAA';

function problemOfTarget(record: DnsRecord, zone: string, owners: Owners): string | null {
  const { type, value } = record;
  if ((type !== 'MX' && type !== 'SRV' && type !== 'NS') || value === NO_TARGET) return null;
  const target = owners.get(value) ?? [];
  if (target.some((each) => each.type === 'CNAME'))
    return `${type} records cannot point to a CNAME record. Enter the name that ${value} points to.`;
  const isInside = value === zone || value.endsWith(`.${zone}`);
  if (type === 'NS' && isInside && !target.some(isAddress)) return `Add an A or AAAA record for ${value} first.`;
  return null;
}

/** What the other records of the same name forbid. */
function problemAmong(record: DnsRecord, same: readonly DnsRecord[]): string | null {
  const { type, name, ttl } = record;
  const others = same.filter((each) => each !== record);
  if (type === 'CNAME' && others.length > 0) return 'A CNAME record must be the only record of its name.';
  if (type === 'ALIAS' && others.some((each) => isAddress(each) || each.type === 'ALIAS'))
    return 'An ALIAS record replaces the A and AAAA records of its name. Delete them first.';
  if (type === 'NS' && others.some((each) => each.type !== 'NS' && !isAddress(each)))
    return `${name} is delegated to other name servers, so it can have no other records here.`;
  if (others.some((each) => each.type === type && each.ttl !== ttl))
    return `All ${type} records of ${name} must have the same TTL.`;
  return null;
}

function problemOf(record: DnsRecord, zone: string, owners: Owners): string | null {
  const { type, name } = record;
  const owner = ownerName(name, zone);
  if (owner.length > 253) return 'The name with its domain is longer than 253 characters.';
  if (type === 'CNAME' && name === APEX) return 'The domain itself cannot have a CNAME record. Use ALIAS.';
  if (type === 'ALIAS' && name !== APEX) return 'Only the domain itself can have an ALIAS record. Use CNAME.';
  if (type === 'NS' && name === APEX) return 'The name servers of the domain itself cannot be changed here.';
  if (type === 'NS' && name.startsWith('*')) return 'A name with * cannot be delegated.';
  const among = problemAmong(record, owners.get(owner) ?? []);
  if (among !== null) return among;
  if ((type === 'CNAME' || type === 'ALIAS') && isLoop(owner, owners)) return 'This record leads back to itself.';
  return problemOfTarget(record, zone, owners);
}

/**
 * What is wrong with the records of a zone together (RFC 1034, 2181, 2782; decision: Validation); each record by itself
 * is checked by `DnsRecord`.
 */
export function zoneProblems(zone: string, records: readonly DnsRecord[]): ZoneProblem[] {
  const owners = ownersOf(zone, records);
  const seen = new Set<string>();
  return records.flatMap((record, index) => {
    const key = recordKey(record);
    const message = seen.has(key) ? 'This record is in the list twice.' : problemOf(record, zone, owners);
    seen.add(key);
    return message === null ? [] : [{ index, message }];
  });
}

export type ZoneDifference = {
  added: DnsRecord[];
  removed: DnsRecord[];
  /** Records whose TTL alone differs, as they will be. */
  changed: DnsRecord[];
};

/** What saving would change. */
export function zoneDifference(before: readonly DnsRecord[], after: readonly DnsRecord[]): ZoneDifference {
  const old = new Map(before.map((record) => [recordKey(record), record]));
  const kept = new Set(after.map(recordKey));
  return {
    added: after.filter((record) => !old.has(recordKey(record))),
    removed: before.filter((record) => !kept.has(recordKey(record))),
    changed: after.filter((record) => {
      const earlier = old.get(recordKey(record));
      return earlier !== undefined && earlier.ttl !== record.ttl;
    }),
  };
}

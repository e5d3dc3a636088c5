import type { DnsRecord, DnsType } from '@panel/core';

/** The inputs of the form of a record, as texts. */
export type RecordInputs = Record<
  'name' | 'ttl' | 'value' | 'priority' | 'weight' | 'port' | 'flags' | 'tag',
  string
> & {
  type: DnsType;
};

/** The fields of each type besides name, TTL and value. */
export const RECORD_FIELDS: Readonly<Record<DnsType, readonly ('priority' | 'weight' | 'port' | 'flags' | 'tag')[]>> = {
  ...{ A: [], AAAA: [], CNAME: [], TXT: [], NS: [], ALIAS: [] },
  MX: ['priority'],
  SRV: ['priority', 'weight', 'port'],
  CAA: ['flags', 'tag'],
};

const DEFAULTS = { priority: '10', weight: '0', port: '', flags: '0', tag: 'issue' };

/** The inputs for a record. */
export const inputsOf = (record: DnsRecord): RecordInputs => ({
  ...DEFAULTS,
  ...(Object.fromEntries(Object.entries(record).map(([key, value]) => [key, String(value)])) as Partial<RecordInputs>),
  ...{ type: record.type, name: record.name, ttl: String(record.ttl), value: record.value },
});

/** The inputs for a new record. */
export const newInputs = (ttl: number): RecordInputs => ({
  ...DEFAULTS,
  ...{ type: 'A', name: '', ttl: String(ttl), value: '' },
});

const numberOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

/** What the inputs say, still unchecked: the record of their type, without the fields of other types. */
export function recordOf(inputs: RecordInputs): unknown {
  const { type, name, ttl, value } = inputs;
  const fields = RECORD_FIELDS[type].map((key) => [key, key === 'tag' ? inputs.tag : numberOf(inputs[key])]);
  return { type, name, ttl: numberOf(ttl), value, ...Object.fromEntries(fields) };
}

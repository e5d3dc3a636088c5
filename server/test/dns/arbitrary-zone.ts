import fc from 'fast-check';
import { DnsRecord, textOfBytes, zoneProblems } from '@panel/contract';
import * as v from 'valibot';

const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,8}[a-z0-9])?$/);
const owner = fc.oneof(
  fc.constant('@'),
  fc.constant('*'),
  fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.')),
  label.map((name) => `*.${name}`),
);
const host = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.'));
const target = fc.oneof({ arbitrary: host, weight: 9 }, { arbitrary: fc.constant('.'), weight: 1 });
const ttl = fc.integer({ min: 300, max: 86_400 });
const number16 = fc.integer({ min: 0, max: 65_535 });
const printable = (maxLength: number) =>
  fc.string({
    unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
    minLength: 1,
    maxLength,
  });
/** Any bytes but control characters, most of which are no UTF-8; and nothing. */
const text = fc.oneof(
  printable(600),
  fc
    .uint8Array({ maxLength: 600 })
    .map((bytes) => textOfBytes(bytes.map((byte) => (byte < 0x20 || byte === 0x7f ? 0x41 : byte)))),
  fc.constantFrom('', 'ü €', '\u{1f600}'),
);
const of = <T extends DnsRecord['type']>(type: T) => ({ type: fc.constant(type), ttl });

const record: fc.Arbitrary<unknown> = fc.oneof(
  fc.record({ ...of('A'), name: owner, value: fc.ipV4() }),
  fc.record({ ...of('AAAA'), name: owner, value: fc.ipV6() }),
  fc.record({ ...of('CNAME'), name: owner, value: host }),
  fc.record({ ...of('MX'), name: owner, priority: number16, value: target }),
  fc.record({ ...of('TXT'), name: owner, value: text }),
  fc.record({
    ...of('SRV'),
    name: fc.tuple(label, label).map(([service, protocol]) => `_${service}._${protocol}`),
    ...{ priority: number16, weight: number16, port: number16, value: target },
  }),
  fc.record({
    ...of('CAA'),
    name: owner,
    flags: fc.constantFrom(0, 128),
    tag: fc.constantFrom('issue', 'issuewild', 'iodef'),
    value: printable(255),
  }),
  fc.record({ ...of('NS'), name: owner, value: host }),
);

/** Valid records, of which those that conflict with the others are left out. */
export const arbitraryZone = (zone: string): fc.Arbitrary<DnsRecord[]> =>
  fc.array(record, { maxLength: 25 }).map((given) => {
    const valid = given.flatMap((each) => {
      const parsed = v.safeParse(DnsRecord, each);
      return parsed.success ? [parsed.output] : [];
    });
    return valid.reduce<DnsRecord[]>((kept, each) => {
      const next = [...kept, each];
      return zoneProblems(zone, next).length === 0 ? next : kept;
    }, []);
  });

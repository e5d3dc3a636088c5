import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readableText, zoneProblems, type DnsRecord } from '@panel/contract';
import { parseZoneFile } from '../../src/dns/zone-file/parse-zone-file.ts';
import { printZoneFile } from '../../src/dns/zone-file/print-zone-file.ts';
import { ZoneFileError } from '../../src/dns/zone-file/tokens.ts';
import { arbitraryZone } from './arbitrary-zone.ts';
import { checkedByBind, hasBind } from './bind.ts';

const ZONE = 'example.com';
const records = (text: string) => parseZoneFile(text, ZONE).records;
const short = ({ name, type, ttl, value }: DnsRecord) => `${name} ${ttl} ${type} ${value}`;
const printed = (zone: DnsRecord[]) =>
  printZoneFile({
    fqdn: ZONE,
    serial: 2026112201,
    nameservers: ['ns1.host.example', 'ns2.host.example'],
    records: zone,
  });

test('the example of RFC 1035: origin, inherited owners, parentheses, comments', () => {
  const { records: found, ignored } = parseZoneFile(
    `
@   IN  SOA     VENERA      Action\\.domains (
                                 20     ; SERIAL
                                 7200   ; REFRESH
                                 600    ; RETRY
                                 3600000; EXPIRE
                                 60)    ; MINIMUM

        NS      A.ISI.EDU.
        NS      VENERA
        MX      10      VENERA
        MX      20      VAXA

A       A       26.3.0.103

VENERA  A       10.1.0.52
        A       128.9.0.32

VAXA    A       10.2.0.27
        A       128.9.0.33
`,
    'isi.edu',
  );
  assert.deepEqual(found.map(short), [
    '@ 3600 MX venera.isi.edu',
    '@ 3600 MX vaxa.isi.edu',
    'a 3600 A 26.3.0.103',
    'venera 3600 A 10.1.0.52',
    'venera 3600 A 128.9.0.32',
    'vaxa 3600 A 10.2.0.27',
    'vaxa 3600 A 128.9.0.33',
  ]);
  assert.deepEqual(
    ignored.map(({ line }) => line),
    [2, 9, 10],
  );
});

test('$TTL with units, times and classes in either order, and $ORIGIN', () => {
  assert.deepEqual(
    records(`
$TTL 1h30m
www A 192.0.2.1
    2h IN A 192.0.2.2
    IN 1d A 192.0.2.3
    in a 192.0.2.4
$ORIGIN sub.example.com.
@ 600 MX 5 mail
* 1w CNAME www.example.com.
$ORIGIN .
other.example.com 30 A 192.0.2.5
`).map(short),
    [
      'www 5400 A 192.0.2.1',
      'www 7200 A 192.0.2.2',
      'www 86400 A 192.0.2.3',
      'www 5400 A 192.0.2.4',
      'sub 600 MX mail.sub.example.com',
      // Times outside of the range of the panel are moved into it.
      '*.sub 86400 CNAME www.example.com',
      'other 300 A 192.0.2.5',
    ],
  );
});

test('texts: several parts, quotation marks, escapes, comments inside', () => {
  assert.deepEqual(
    records(`
@ TXT "v=spf1 " "include:_spf.example.net -all"
a TXT unquoted
b TXT "with ; semicolon and \\"quotes\\" and \\\\ and \\065"
c TXT ( "over"
        "lines" ) ; a comment
d CAA 0 issue "ca.example; account=1"
`).map(({ value }) => value),
    [
      'v=spf1 include:_spf.example.net -all',
      'unquoted',
      'with ; semicolon and "quotes" and \\ and A',
      'overlines',
      'ca.example; account=1',
    ],
  );
});

test('what the panel does not keep is named with its line', () => {
  const { records: found, ignored } = parseZoneFile(
    '@ SOA a. b. 1 2 3 4 5\n@ NS ns1.old.example.\n_443._tcp TLSA 3 1 1 00\nwww A 192.0.2.1',
    ZONE,
  );
  assert.equal(found.length, 1);
  assert.deepEqual(
    ignored.map(({ line, message }) => `${line} ${message}`),
    [
      '1 The panel sets the SOA record itself.',
      '2 The name servers of the domain itself are those of this panel.',
      '3 TLSA records are not supported.',
    ],
  );
});

test('what changes the meaning of the rest is refused with its line', () => {
  const wrong: [string, number, RegExp][] = [
    ['www A 192.0.2.1\n$INCLUDE other.zone', 2, /\$INCLUDE is not supported/],
    ['$GENERATE 1-100 host$ A 10.0.0.$', 1, /\$GENERATE is not supported/],
    ['$include x', 1, /\$INCLUDE is not supported/],
    ['$ORIGIN sub', 1, /complete name/],
    ['$TTL soon', 1, /\$TTL needs a time/],
    ['$UNKNOWN x', 1, /\$UNKNOWN is unknown/],
    ['www A ( 192.0.2.1', 1, /parenthesis is not closed/],
    ['www A 192.0.2.1 )', 1, /No parenthesis is open/],
    ['www ( A ( 192.0.2.1 ) )', 1, /nested/],
  ];
  for (const [text, line, message] of wrong)
    assert.throws(
      () => parseZoneFile(text, ZONE),
      (error: unknown) => {
        assert.ok(error instanceof ZoneFileError, `${text}: ${String(error)}`);
        assert.equal(error.line, line, text);
        assert.match(error.message, message, text);
        return true;
      },
      text,
    );
});

test('a record that cannot be read names itself, and the others are taken', () => {
  const wrong: [string, RegExp][] = [
    ['www A', /has 0 fields, but needs 1/],
    ['www A 192.0.2.1 192.0.2.2', /has 2 fields/],
    ['www A 256.0.0.1', /is no address/],
    ['www A ::1', /IPv4/],
    ['www AAAA 192.0.2.1', /IPv6/],
    ['www MX mail', /fields/],
    ['www MX ten mail', /priority/],
    ['www MX 70000 mail', /at most 65535/],
    ['_sip._tcp SRV 1 2 mail', /fields/],
    ['www SRV 1 2 3 mail', /service and protocol/],
    ['www CAA 1 issue "x"', /flags/],
    ['www CAA 0 other "x"', /tag/],
    ['www TXT', /fields/],
    [`www TXT "${'x'.repeat(256)}"`, /longer than 255 bytes/],
    ['www TXT "open', /not closed/],
    ['www TXT "\\300"', /no byte/],
    ['www', /has no type/],
    ['www CH A 192.0.2.1', /Class CH/],
    ['www.example.org. A 192.0.2.1', /is not in example\.com/],
    ['evilexample.com. A 192.0.2.1', /is not in example\.com/],
    [`${'a'.repeat(64)} A 192.0.2.1`, /name/],
    [`${'a.'.repeat(130)}example.com. A 192.0.2.1`, /name/],
    ['a\\.b A 192.0.2.1', /escaped dots/],
    ['www CNAME a b', /fields/],
  ];
  const good = 'good A 192.0.2.9';
  for (const [text, message] of wrong) {
    const { records: found, ignored } = parseZoneFile(`${good}\n${text}\n${good}`, ZONE);
    assert.deepEqual(
      found.map(({ name, value }) => `${name} ${value}`),
      ['good 192.0.2.9', 'good 192.0.2.9'],
      text,
    );
    assert.equal(ignored.length, 1, text);
    assert.equal(ignored[0]?.line, 2, text);
    assert.match(ignored[0]?.message ?? '', message, text);
  }
});

test('a record without a name does not go to the name before one that cannot be read', () => {
  const { records: found, ignored } = parseZoneFile(
    'a A 192.0.2.1\na\\.b A 192.0.2.2\n  A 192.0.2.3\nc A 192.0.2.4',
    ZONE,
  );
  assert.deepEqual(
    found.map(({ name, value }) => `${name} ${value}`),
    ['a 192.0.2.1', 'c 192.0.2.4'],
  );
  assert.deepEqual(
    ignored.map(({ line }) => line),
    [2, 3],
  );
});

test('a first record without a name names itself', () => {
  const { records: found, ignored } = parseZoneFile('  A 192.0.2.1\nwww A 192.0.2.2', ZONE);
  assert.deepEqual([found.length, ignored[0]?.line], [1, 1]);
  assert.match(ignored[0]?.message ?? '', /no name/);
});

test('texts of any bytes, of none, and in UTF-8 are kept as they are', () => {
  const file = 'a TXT ""\nb TXT "\\195\\188ber"\nc TXT "\\255\\000\\128"\nd TXT "über"\ne TXT "\\255\\128x" "y"\n';
  const { records: found, ignored } = parseZoneFile(file, ZONE);
  assert.deepEqual(
    found.map(({ name, value }) => `${name} ${readableText(String(value))}`),
    ['a ', 'b über', 'd über', 'e \\255\\128xy'],
  );
  assert.match(ignored.map(({ message }) => message).join(), /control characters/, 'a NUL cannot be stored');
  assert.deepEqual(parseZoneFile(printed(found), ZONE).records, found);
  const raw = Buffer.concat([Buffer.from('f TXT "'), Buffer.of(0xe9, 0x80), Buffer.from('"\n')]);
  assert.equal(readableText(String(parseZoneFile(raw, ZONE).records[0]?.value)), '\\233\\128');
});

test('a file of many records, or of one endless line, is refused or read in linear time', () => {
  assert.throws(() => parseZoneFile('a A 192.0.2.1\n'.repeat(80_000), ZONE), /more than 5000 records/);
  // It is refused at the first record too many: what follows is not read.
  const unread = `${'a A 192.0.2.1\n'.repeat(5_001)}b TXT "not closed`;
  assert.throws(() => parseZoneFile(unread, ZONE), { line: 5_001, message: /more than 5000 records/ });
  assert.throws(() => parseZoneFile('('.repeat(1_000_000), ZONE), ZoneFileError);
  for (const text of ['1'.repeat(1_000_000), `"${'\\'.repeat(999_999)}`])
    assert.equal(parseZoneFile(text, ZONE).ignored.length, 1);
  assert.deepEqual(records(`a ${'1h'.repeat(500_000)} A 192.0.2.1`), []);
});

test('what is printed is read again as the same records', () => {
  fc.assert(
    fc.property(arbitraryZone(ZONE), (zone) => {
      const { records: read } = parseZoneFile(printed(zone), ZONE);
      assert.deepEqual(read, zone);
    }),
    { numRuns: 300 },
  );
});

test('any text is read or refused, and never breaks the parser', () => {
  const piece = fc.constantFrom(
    'www',
    '@',
    ' ',
    '\n',
    '\t',
    '(',
    ')',
    '"',
    ';',
    '\\',
    '\\0',
    '$TTL',
    '$ORIGIN',
    'A',
    'TXT',
    'IN',
    '1h',
    '192.0.2.1',
    '.',
    '\u0000',
    'ä',
    'x'.repeat(300),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      try {
        parseZoneFile(pieces.join(''), ZONE);
      } catch (error) {
        assert.ok(error instanceof ZoneFileError, String(error));
      }
    }),
    { numRuns: 2000 },
  );
});

test(
  'BIND takes what is printed',
  { skip: hasBind ? false : 'named-checkzone is not installed (bind9-utils)' },
  async () => {
    for (const zone of fc.sample(arbitraryZone(ZONE), { numRuns: 20, seed: 11 })) {
      assert.deepEqual(zoneProblems(ZONE, zone), []);
      await checkedByBind(ZONE, printed(zone));
    }
  },
);

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DnsRecord, zoneDifference, zoneProblems } from '@panel/contract';
import * as v from 'valibot';

const ttl = 3600;
const ZONE = 'example.com';
const refusal = (record: unknown): string | null => {
  const { success, issues } = v.safeParse(DnsRecord, record);
  return success ? null : (issues[0]?.message ?? '');
};
const a = (name: string, value = '192.0.2.1'): DnsRecord => ({ type: 'A', name, ttl, value });
const cname = (name: string, value: string): DnsRecord => ({ type: 'CNAME', name, ttl, value });

test('records are written in one way', () => {
  const parse = (record: unknown) => v.parse(DnsRecord, record);
  assert.deepEqual(parse({ type: 'AAAA', name: ' WWW ', ttl, value: '2001:DB8:0:0:0:0:0:1' }), {
    ...{ type: 'AAAA', name: 'www', ttl },
    value: '2001:db8::1',
  });
  assert.deepEqual(
    parse({ type: 'CNAME', name: 'www', ttl, value: 'Shop.Example.COM.' }),
    cname('www', 'shop.example.com'),
  );
});

test('every malformed record is refused with what to do', () => {
  const wrong: [Record<string, unknown>, RegExp][] = [
    [{ type: 'A', value: '192.0.2' }, /IPv4/],
    [{ type: 'A', value: '192.0.2.256' }, /IPv4/],
    [{ type: 'A', value: '192.0.02.1' }, /IPv4/],
    [{ type: 'A', value: '::1' }, /IPv4/],
    [{ type: 'A', value: '192.0.2.1\nwww A 192.0.2.2' }, /IPv4/],
    [{ type: 'AAAA', value: '192.0.2.1' }, /IPv6/],
    [{ type: 'AAAA', value: '2001:db8::g' }, /IPv6/],
    [{ type: 'AAAA', value: 'fe80::1%eth0' }, /IPv6/],
    [{ type: 'CNAME', value: 'localhost' }, /complete host name/],
    [{ type: 'CNAME', value: 'a b.example' }, /complete host name/],
    [{ type: 'CNAME', value: '.' }, /complete host name/],
    [{ type: 'CNAME', value: `${'a'.repeat(64)}.example` }, /complete host name/],
    [{ type: 'CNAME', value: `${'a.'.repeat(130)}example` }, /253/],
    [{ type: 'MX', value: 'mail.example.com' }, /priority/],
    [{ type: 'MX', value: 'mail.example.com', priority: -1 }, /priority/],
    [{ type: 'MX', value: 'mail.example.com', priority: 65_536 }, /priority/],
    [{ type: 'MX', value: 'mail.example.com', priority: 1.5 }, /priority/],
    [{ type: 'TXT', value: 'x'.repeat(2047) + 'ä' }, /2048/],
    [{ type: 'TXT', value: 'x'.repeat(2049) }, /2048/],
    [{ type: 'TXT', value: 'line\r\nbreak' }, /control characters/],
    [{ type: 'SRV', value: 'sip.example.com', priority: 1, weight: 1, port: 1 }, /_sip\._tcp/],
    [{ type: 'SRV', name: '_sip._tcp', value: 'sip.example.com', priority: 1, weight: 1 }, /port/],
    [{ type: 'CAA', value: 'ca.example', flags: 1, tag: 'issue' }, /flags/],
    [{ type: 'CAA', value: 'ca.example', flags: 0, tag: 'x' }, /tag/],
    [{ type: 'CAA', value: 'x'.repeat(256), flags: 0, tag: 'issue' }, /255/],
    [{ type: 'PTR', value: 'x.example' }, /Invalid type|Expected/],
    [{ type: 'A', value: '192.0.2.1', ttl: 299 }, /at least 300/],
    [{ type: 'A', value: '192.0.2.1', ttl: 86_401 }, /at most 86400/],
    [{ type: 'A', value: '192.0.2.1', ttl: '300' }, /number/],
    ...[
      '',
      ' ',
      '-a',
      'a-',
      'a..b',
      'a.',
      'a b',
      'a*',
      'x.*',
      '*a',
      'ä',
      `${'a'.repeat(64)}`,
      `${'a.'.repeat(127)}a`,
      'a/b',
      '$(id)',
      "a'",
      '@.a',
    ].map((name): [Record<string, unknown>, RegExp] => [{ type: 'A', name, value: '192.0.2.1' }, /name/]),
  ];
  for (const [record, message] of wrong) {
    const given = { name: 'www', ttl, ...record };
    assert.match(refusal(given) ?? 'taken', message, JSON.stringify(given).slice(0, 100));
  }
  for (const name of ['@', '*', '*.a', '_dmarc', 'a_b', 'xn--bcher-kva', '0', 'a.b.c', 'a'.repeat(63)])
    assert.equal(refusal(a(name)), null, name);
});

test('records that conflict with each other are named with their place', () => {
  const wrong: [DnsRecord[], number[], RegExp][] = [
    [[cname('@', 'a.example')], [0], /Use ALIAS/],
    [[a('www'), cname('www', 'a.example')], [1], /only record/],
    [[cname('www', 'a.example'), cname('www', 'b.example')], [0, 1], /only record/],
    [[a('www'), a('www')], [1], /twice/],
    [[a('www'), { ...a('www', '192.0.2.2'), ttl: 300 }], [0, 1], /same TTL/],
    [[cname('a', 'b.example.com'), cname('b', 'a.example.com')], [0, 1], /back to itself/],
    [[cname('a', 'a.example.com')], [0], /back to itself/],
    [[{ type: 'ALIAS', name: '@', ttl, value: 'www.example.com' }, cname('www', ZONE)], [0, 1], /back to itself/],
    [[{ type: 'ALIAS', name: 'www', ttl, value: 'a.example' }], [0], /Use CNAME/],
    [[a('@'), { type: 'ALIAS', name: '@', ttl, value: 'a.example' }], [1], /replaces/],
    [[{ type: 'NS', name: '@', ttl, value: 'ns.example' }], [0], /cannot be changed/],
    [[{ type: 'NS', name: '*', ttl, value: 'ns.example' }], [0], /delegated/],
    [[{ type: 'NS', name: 'team', ttl, value: 'ns.team.example.com' }], [0], /Add an A or AAAA/],
    [
      [
        { type: 'NS', name: 'team', ttl, value: 'ns.example' },
        { type: 'TXT', name: 'team', ttl, value: 'x' },
      ],
      [0],
      /delegated/,
    ],
    [
      [{ type: 'MX', name: '@', ttl, priority: 1, value: 'www.example.com' }, cname('www', 'a.example')],
      [0],
      /point to a CNAME/,
    ],
    [[a(`${'a'.repeat(60)}.`.repeat(4).slice(0, -1))], [0], /longer than 253/],
  ];
  for (const [records, places, message] of wrong) {
    const problems = zoneProblems(ZONE, records);
    assert.deepEqual(
      problems.map(({ index }) => index),
      places,
      JSON.stringify(records),
    );
    assert.match(problems[0]?.message ?? '', message);
  }
  assert.deepEqual(
    zoneProblems(ZONE, [a('@'), a('@', '192.0.2.2'), cname('www', ZONE), cname('out', 'a.example')]),
    [],
  );
});

test('a difference names what is new, gone, and has another TTL', () => {
  const slower = { ...a('www'), ttl: 300 };
  assert.deepEqual(zoneDifference([a('@'), a('www')], [slower, a('new')]), {
    added: [a('new')],
    removed: [a('@')],
    changed: [slower],
  });
});

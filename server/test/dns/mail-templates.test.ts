import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  applyMailTemplate,
  isSpf,
  MAIL_TEMPLATES,
  mailValueProblem,
  mergeSpf,
  NO_MAIL,
  parseSpf,
  zoneDifference,
  zoneProblems,
  type DnsRecord,
  type MailTemplate,
} from '@panel/contract';
import { siteRecords } from '../../src/modules/dns/zone-template.ts';
import { parseZoneFile } from '../../src/dns/zone-file/parse-zone-file.ts';
import { printZoneFile } from '../../src/dns/zone-file/print-zone-file.ts';
import { arbitraryZone } from './arbitrary-zone.ts';
import { checkedByBind, hasBind } from './bind.ts';

const ZONE = 'my-bakery.example';
const FRESH = siteRecords(ZONE, ['192.0.2.1', '2001:db8::1']);
/** What the accounts of the providers show. */
const INPUTS: Readonly<Record<string, Record<string, string>>> = {
  google: { verification: 'google-site-verification=abc_DEF-123', dkim: `"v=DKIM1; k=rsa; " "p=${'A'.repeat(390)}"` },
  microsoft: {
    verification: 'MS=ms12345678',
    dkim: 'selector1-my-bakery-example._domainkey.bakery.onmicrosoft.com.',
  },
  zoho: { region: 'eu', verification: 'zoho-verification=zb123.zmverify.zoho.eu', dkim: 'v=DKIM1; k=rsa; p=QUJD' },
  proton: {
    verification: 'protonmail-verification=0123456789abcdef',
    dkim: 'protonmail.domainkey.dabc123.domains.proton.ch.',
  },
  icloud: { verification: 'apple-domain=AbC123' },
};

function templateOf(id: string): MailTemplate {
  const found = MAIL_TEMPLATES.find((each) => each.id === id);
  assert.ok(found, id);
  return found;
}
const apply = (id: string, records: readonly DnsRecord[] = FRESH, inputs: Record<string, string> = {}) =>
  applyMailTemplate(ZONE, records, templateOf(id), inputs);
const lines = (records: readonly DnsRecord[], type: DnsRecord['type'], name = '@') =>
  records.filter((each) => each.type === type && each.name === name).map(({ value }) => value);
const spfOf = (records: readonly DnsRecord[]) => lines(records, 'TXT').filter(isSpf);
const txt = (value: string, name = '@', ttl = 3600): DnsRecord => ({ type: 'TXT', name, ttl, value });
const printed = (records: DnsRecord[]) =>
  printZoneFile({ fqdn: ZONE, serial: 2026112301, nameservers: ['ns1.host.example', 'ns2.host.example'], records });

for (const { id, name, values } of MAIL_TEMPLATES) {
  test(`${name}: a new zone with it is valid, prints as a zone file, and applying it again changes nothing`, async (t) => {
    const inputs = INPUTS[id] ?? {};
    for (const value of values) assert.equal(mailValueProblem(value, inputs[value.key] ?? ''), null, value.key);
    const { records } = apply(id, FRESH, inputs);
    assert.deepEqual(zoneProblems(ZONE, records), []);
    assert.equal(lines(records, 'MX').length > 0, true);
    assert.equal(spfOf(records).length, 1);
    assert.equal(lines(records, 'TXT', '_dmarc').length, 1);
    assert.equal(JSON.stringify(records).includes('{d'), false, 'no placeholder is left');
    assert.deepEqual(apply(id, records, inputs).records, records);
    assert.deepEqual(parseZoneFile(printed(records), ZONE).records, records);
    if (!hasBind) return t.skip('named-checkzone is not installed');
    await checkedByBind(ZONE, printed(records));
  });

  test(`${name}: whatever a zone has, one SPF record and one DMARC policy are left, and no conflict`, () => {
    fc.assert(
      fc.property(arbitraryZone(ZONE), (zone) => {
        fc.pre(zoneProblems(ZONE, zone).length === 0 && !zone.some(({ type }) => type === 'NS'));
        const spf = zone.find(({ name: owner, type }) => owner === '@' && type === 'TXT')?.ttl ?? 300;
        const full = [...zone, txt('v=spf1 mx -all', '@', spf), txt('v=spf1 include:a.example ~all', '@', spf)];
        const { records } = apply(id, full, INPUTS[id]);
        assert.equal(spfOf(records).length, 1);
        assert.deepEqual(zoneProblems(ZONE, records), []);
      }),
    );
  });
}

test('records that need a value from the provider are left out until it is entered', () => {
  const without = apply('google').records;
  assert.deepEqual(lines(without, 'TXT', 'google._domainkey'), []);
  const withKey = apply('google', without, INPUTS['google']).records;
  assert.deepEqual(lines(withKey, 'TXT', 'google._domainkey'), [`v=DKIM1; k=rsa; p=${'A'.repeat(390)}`]);
  const { added, removed } = zoneDifference(without, withKey);
  assert.deepEqual([added.map(({ name }) => name).sort(), removed], [['@', 'google._domainkey'], []]);
});

test('the keys of Microsoft and Proton follow from the first one', () => {
  const { records } = apply('microsoft', FRESH, INPUTS['microsoft']);
  assert.deepEqual(lines(records, 'MX'), ['my-bakery-example.mail.protection.outlook.com']);
  assert.deepEqual(lines(records, 'CNAME', 'selector2._domainkey'), [
    'selector2-my-bakery-example._domainkey.bakery.onmicrosoft.com',
  ]);
  const proton = apply('proton', FRESH, INPUTS['proton']).records;
  assert.deepEqual(lines(proton, 'CNAME', 'protonmail3._domainkey'), [
    'protonmail3.domainkey.dabc123.domains.proton.ch',
  ]);
});

test('the mail servers of another provider are replaced, and what is in the way of a key', () => {
  const google = apply('google').records;
  const { records, notes } = apply('fastmail', [...google, txt('old key', 'fm1._domainkey')]);
  assert.deepEqual(lines(records, 'MX'), ['in1-smtp.messagingengine.com', 'in2-smtp.messagingengine.com']);
  assert.deepEqual(lines(records, 'TXT', 'fm1._domainkey'), []);
  assert.deepEqual(spfOf(records), ['v=spf1 include:_spf.google.com include:spf.messagingengine.com ~all']);
  assert.deepEqual(notes, [
    'Email no longer goes to smtp.google.com.',
    'The SPF record is merged with the one that the domain has. Remove senders that you no longer use.',
    'fm1._domainkey is replaced; it was TXT old key.',
  ]);
});

test('another data center of Zoho replaces the senders of the first', () => {
  const { records } = apply('zoho', apply('zoho').records, { region: 'com.au' });
  assert.deepEqual(spfOf(records), ['v=spf1 include:zohomail.com.au ~all']);
  assert.deepEqual(lines(records, 'MX'), ['mx.zoho.com.au', 'mx2.zoho.com.au', 'mx3.zoho.com.au']);
});

test('a stricter DMARC policy stays; several are reduced to the first', () => {
  const policy = 'v=DMARC1; p=quarantine; rua=mailto:dmarc@my-bakery.example';
  const { records, notes } = apply('icloud', [...FRESH, txt(policy, '_dmarc'), txt('v=DMARC1; p=none', '_dmarc')]);
  assert.deepEqual(lines(records, 'TXT', '_dmarc'), [policy]);
  assert.equal(notes.length, 2);
});

test('without mail, everything that allowed it is replaced, and a provider makes up for it', () => {
  const mail = apply('google', [...FRESH, txt('v=spf1 a:old.example -all')]).records;
  const none = apply(NO_MAIL, mail).records;
  assert.deepEqual(lines(none, 'MX'), ['.']);
  assert.deepEqual(spfOf(none), ['v=spf1 -all']);
  assert.deepEqual(lines(none, 'TXT', '_dmarc'), ['v=DMARC1; p=reject']);
  const again = apply('proton', none).records;
  assert.deepEqual(lines(again, 'MX'), ['mail.protonmail.ch', 'mailsec.protonmail.ch']);
  assert.deepEqual(spfOf(again), ['v=spf1 include:_spf.protonmail.ch ~all']);
});

test('new texts take the TTL of those that their name has', () => {
  const { records } = apply('google', [...FRESH, txt('hello', '@', 300)], INPUTS['google']);
  assert.deepEqual(zoneProblems(ZONE, records), []);
  assert.deepEqual(
    records.filter(({ name, type }) => name === '@' && type === 'TXT').map(({ ttl }) => ttl),
    [300, 300, 300],
  );
});

const added = 'v=spf1 include:new.example ~all';
const includes = (count: number) => Array.from({ length: count }, (_each, at) => `include:s${at}.example`).join(' ');
const merges: readonly [title: string, existing: string[], merged: string | null][] = [
  ['senders stay in order', ['v=spf1 ip4:192.0.2.0/24 mx ~all'], 'v=spf1 ip4:192.0.2.0/24 mx include:new.example ~all'],
  ['a strict end stays', ['v=spf1 mx -all'], 'v=spf1 mx include:new.example -all'],
  ['an open end is closed', ['v=spf1 mx +all'], 'v=spf1 mx include:new.example ~all'],
  ['a neutral end is closed', ['v=spf1 mx ?all'], 'v=spf1 mx include:new.example ~all'],
  ['an existing include is kept once', ['v=SPF1 +include:NEW.example -all'], 'v=spf1 +include:NEW.example -all'],
  [
    'a redirect becomes an include',
    ['v=spf1 redirect=old.example'],
    'v=spf1 include:old.example include:new.example ~all',
  ],
  ['several become one', ['v=spf1 a -all', 'v=spf1 mx ~all'], 'v=spf1 a mx include:new.example -all'],
  ['ten lookups are allowed', [`v=spf1 ${includes(9)} ~all`], `v=spf1 ${includes(9)} include:new.example ~all`],
  ['eleven are not', [`v=spf1 ${includes(10)} ~all`], null],
  ['what cannot be read is not merged', ['v=spf1 include ~all'], null],
  [
    'what becomes too long is not merged',
    [
      `v=spf1 ${'ip4:192.0.2.1 '.repeat(2)}exists:%{i}.${'a'.repeat(200)} ${Array.from({ length: 130 }, (_each, at) => `ip4:192.0.2.${at}`).join(' ')} ~all`,
    ],
    null,
  ],
];
for (const [title, existing, merged] of merges)
  test(`merging SPF records: ${title}`, () => assert.equal(mergeSpf(existing, added), merged));

test('SPF words that are wrong are named', () => {
  const good =
    'v=spf1 a mx/24 a:host.example/24//64 ip4:192.0.2.0/24 ip6:2001:db8::/32 exists:%{i}.x.example ptr exp=e.example x-any=thing ?all';
  assert.equal(parseSpf(good).problem, null);
  const bad = [
    'includes:a.example',
    'include:',
    'include:a',
    'include/24',
    'ip4:192.0.2.256',
    'ip4:192.0.2.0/33',
    'ip6:::/129',
    'ip6:192.0.2.1',
    'a/33',
    'a:/24',
    'all:x',
    'redirect=',
    '-',
    '~~all',
    'IP4',
  ];
  for (const word of bad) assert.match(parseSpf(`v=spf1 ${word} -all`).problem ?? '', /is not a valid part/, word);
  assert.match(parseSpf('v=spf1 redirect=a.example redirect=b.example').problem ?? '', /twice/);
});

test('a megabyte in an SPF record is refused, and any text is read without an exception', () => {
  assert.match(parseSpf(`v=spf1 ${'include:a.example '.repeat(60_000)}-all`).problem ?? '', /longer than/);
  assert.match(parseSpf(`v=spf1 ${'a:'.repeat(2000)}`).problem ?? '', /valid part/);
  fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => void parseSpf(`v=spf1 ${text}`)));
});

import type { DnsRecord, MailCheck } from '@panel/contract';
import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { startDnsServer, type DnsServer } from '../../src/dns/dns-server.ts';
import { indexZone } from '../../src/dns/zone-index.ts';
import { DnsFailure } from '../../src/dns/resolver.ts';
import { readDkim } from '../../src/modules/dns/mail/check-dkim.ts';
import { checkDmarc, readDmarc } from '../../src/modules/dns/mail/check-dmarc.ts';
import { checkMx } from '../../src/modules/dns/mail/check-mx.ts';
import { checkSpf } from '../../src/modules/dns/mail/check-spf.ts';
import { openLookup, type MailLookup } from '../../src/modules/dns/mail/lookup.ts';
import { createLog } from '../../src/process/log.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { domainOwner } from './dns-support.ts';

/** The zones that the resolver of these tests knows. */
const zones = new Map<string, DnsRecord[]>();
let resolver: DnsServer;
let silent: Socket;
let server: TestServer;

before(async () => {
  resolver = await startDnsServer({
    ...{ hosts: ['127.0.0.1'], port: 0, log: createLog('silent') },
    source: {
      async zoneOf(name) {
        const fqdn = [...zones.keys()].find((zone) => name === zone || name.endsWith(`.${zone}`));
        const records = fqdn === undefined ? undefined : zones.get(fqdn);
        return fqdn && records ? indexZone({ fqdn, serial: 1, nameservers: ['ns1.host.example'], records }) : null;
      },
      addressesOf: async () => ({ addresses: [], ttl: 0 }),
    },
  });
  silent = createSocket('udp4');
  silent.bind(0, '127.0.0.1');
  await once(silent, 'listening');
  // The first resolver cannot be reached; the next one is asked.
  server = await startTestServer({ env: { DNS_RESOLVERS: `127.0.0.1:1,127.0.0.1:${resolver.port}` } });
});
after(async () => {
  await server.stop();
  await resolver.close();
  silent.close();
});

const ttl = 3600;
const txt = (name: string, value: string): DnsRecord => ({ type: 'TXT', name, ttl, value });
const keyOf = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .publicKey.export({ type: 'spki', format: 'der' })
    .toString('base64');
const RSA_2048 = `v=DKIM1; k=rsa; p=${keyOf(2048)}`;

test('good settings are good, each with what was found; another customer’s domain is not found', async () => {
  const { client, domain, save } = await domainOwner(server);
  const records: DnsRecord[] = [
    { type: 'MX', name: '@', ttl, priority: 10, value: `mail.${domain}` },
    { type: 'A', name: 'mail', ttl, value: '192.0.2.9' },
    txt('@', 'v=spf1 mx include:_spf.provider.example -all'),
    txt('s1._domainkey', RSA_2048),
    txt('_dmarc', `v=DMARC1; p=reject; rua=mailto:dmarc@${domain}`),
  ];
  await save(records);
  zones.set(domain, records);
  zones.set('provider.example', [txt('_spf', 'v=spf1 ip4:192.0.2.0/24 ~all'), txt('other._domainkey', RSA_2048)]);
  const { status, body } = await client.get<MailCheck>(`/dns/mail_check/${domain}`);
  assert.equal(status, 200);
  const { mx, spf, dkim, dmarc } = body;
  assert.deepEqual([mx.status, spf.status, dmarc.status], ['good', 'good', 'good']);
  assert.deepEqual(mx.found, [`10 mail.${domain}`]);
  assert.match(spf.text, /needs 2 of 10 DNS lookups/);
  assert.deepEqual(
    dkim.map((key) => [key.selector, key.status]),
    [['s1', 'good']],
  );
  const more = (await client.get<MailCheck>(`/dns/mail_check/${domain}?selector=Other`)).body.dkim;
  assert.deepEqual(
    more.map((key) => [key.selector, key.status]),
    [
      ['other', 'bad'],
      ['s1', 'good'],
    ],
  );
  const neighbour = await domainOwner(server);
  assert.equal((await neighbour.client.get(`/dns/mail_check/${domain}`)).status, 404);
  assert.equal((await client.get(`/dns/mail_check/${domain}?selector=a%20b`)).status, 422);
});

test('a domain without anything needs a change; one that says so receives no email', async () => {
  const { client, domain } = await domainOwner(server);
  zones.set(domain, []);
  const empty = (await client.get<MailCheck>(`/dns/mail_check/${domain}`)).body;
  assert.deepEqual([empty.mx.status, empty.spf.status, empty.dmarc.status, empty.dkim], ['bad', 'bad', 'bad', []]);
  zones.set(domain, [
    { type: 'MX', name: '@', ttl, priority: 0, value: '.' },
    txt('@', 'v=spf1 -all'),
    txt('_dmarc', 'v=DMARC1; p=reject'),
  ]);
  const none = (await client.get<MailCheck>(`/dns/mail_check/${domain}`)).body;
  assert.deepEqual([none.mx.status, none.spf.status, none.dmarc.status], ['good', 'good', 'good']);
  assert.equal(none.has_mail, false);
});

test('staff see how well the domain is set up that emails of their panel come from', async () => {
  const partner = await server.scenario.partner();
  const staff = await server.as(partner, await server.scenario.admin(partner));
  zones.set(partner.domain, [txt('@', 'v=spf1 ip4:192.0.2.9 -all'), txt('mail._domainkey', RSA_2048)]);
  const { body, text } = await staff.get<{ sender: string; check: MailCheck }>('/partner/sender?selector=mail');
  assert.equal(body.sender, `no-reply@${partner.domain}`, text);
  const { spf, dmarc, dkim } = body.check;
  assert.deepEqual([spf.status, dmarc.status], ['good', 'bad']);
  assert.deepEqual(
    dkim.map(({ selector, status }) => [selector, status]),
    [['mail', 'good']],
  );
  // Right for a domain without email: emails of the panel would be refused.
  for (const records of [[txt('@', 'v=spf1 -all')], []]) {
    zones.set(partner.domain, records);
    const { check } = (await staff.get<{ check: MailCheck }>('/partner/sender')).body;
    assert.equal(check.spf.status, 'bad');
    assert.match(check.spf.advice ?? '', /^Add the server that sends/);
  }
});

test('a known provider’s selectors are looked for', async () => {
  const { client, domain } = await domainOwner(server);
  zones.set(domain, [{ type: 'MX', name: '@', ttl, priority: 10, value: 'in1-smtp.messagingengine.com' }]);
  const { dkim, mx } = (await client.get<MailCheck>(`/dns/mail_check/${domain}`)).body;
  assert.deepEqual(
    dkim.map(({ selector, status }) => [selector, status]),
    ['fm1', 'fm2', 'fm3'].map((selector) => [selector, 'warning']),
  );
  assert.equal(mx.status, 'unknown', 'its address is refused by the resolver of these tests');
});

test('a resolver that never answers is given up at the deadline', async () => {
  const lookup = openLookup([`127.0.0.1:${silent.address().port}`], 50);
  await assert.rejects(lookup.texts('slow.example'), DnsFailure);
  await assert.rejects(lookup.texts('later.example'), /did not answer in time/);
  lookup.close();
});

type Names = Readonly<Record<string, readonly string[]>>;

/** A lookup that knows only texts, and counts the questions. */
function textsOnly(names: (name: string) => readonly string[]): MailLookup & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    texts: async (name) => {
      asked.push(name);
      return [...names(name)];
    },
    mailServers: async () => [],
    resolves: async () => true,
  };
}
const spfOf = (names: Names) =>
  checkSpf(
    textsOnly((name) => names[name] ?? []),
    'd.example',
  );

test('SPF: how it ends, and what makes it invalid', async () => {
  const cases: readonly [status: string, text: RegExp, names: Names][] = [
    ['good', /mark email.* 0 of 10/, { 'd.example': ['v=spf1 ip4:192.0.2.1 ~all', 'other text'] }],
    ['good', /refuse email.* 1 of 10/, { 'd.example': ['v=spf1 redirect=r.example'], 'r.example': ['v=spf1 -all'] }],
    ['warning', /says nothing/, { 'd.example': ['v=spf1 mx'] }],
    ['warning', /says nothing/, { 'd.example': ['v=spf1 mx ?all'] }],
    ['bad', /anyone may send/, { 'd.example': ['v=spf1 +all'] }],
    ['bad', /several SPF records/, { 'd.example': ['v=spf1 -all', 'v=spf1 ~all'] }],
    ['bad', /no SPF record, so/, { 'd.example': ['v=spf10 -all'] }],
    ['bad', /“nonsense” is not/, { 'd.example': ['v=spf1 nonsense -all'] }],
    ['bad', /i\.example has no SPF record/, { 'd.example': ['v=spf1 include:i.example -all'] }],
    [
      'bad',
      /record of i\.example is not valid/,
      { 'd.example': ['v=spf1 include:I.example. -all'], 'i.example': ['v=spf1 x'] },
    ],
    ['good', /1 of 10/, { 'd.example': ['v=spf1 include:%{i}.spf.example -all'] }],
  ];
  for (const [status, text, names] of cases) {
    const finding = await spfOf(names);
    assert.equal(finding.status, status, JSON.stringify(names));
    assert.match(finding.text, text);
  }
});

test('SPF: loops, a hundred includes and a megabyte of text end soon', async () => {
  const loop = await spfOf({
    'd.example': ['v=spf1 include:e.example -all'],
    'e.example': ['v=spf1 include:d.example -all'],
  });
  assert.match(loop.text, /leads back to itself through d\.example/);
  const many = Array.from({ length: 100 }, (_each, at) => `include:i${at}.example`).join(' ');
  const lookup = textsOnly((name) => [name === 'd.example' ? `v=spf1 ${many} -all` : 'v=spf1 -all']);
  assert.match((await checkSpf(lookup, 'd.example')).text, /more than 10 DNS lookups/);
  assert.equal(lookup.asked.length, 11);
  const chain = textsOnly((name) => [`v=spf1 include:x${name} include:y${name} -all`]);
  assert.match((await checkSpf(chain, 'd.example')).text, /more than 10 DNS lookups/);
  assert.equal(chain.asked.length, 11);
  const huge = await spfOf({ 'd.example': [`v=spf1 ${'a '.repeat(500_000)}`] });
  assert.match(huge.text, /longer than/);
  assert.ok((huge.found[0]?.length ?? 0) < 1000);
  const crowd = await spfOf({ 'd.example': Array.from({ length: 5000 }, () => 'v=spf1 -all') });
  assert.equal(crowd.found.length, 10);
});

test('DKIM: what a key must be', () => {
  const ed25519 = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? '';
  const pkcs1 = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
  const cases: readonly [status: string, text: RegExp, record: string][] = [
    ['good', /2048 bits/, RSA_2048],
    ['good', /2048 bits/, `p=${pkcs1.export({ type: 'pkcs1', format: 'der' }).toString('base64')}`],
    ['good', /Ed25519/, `v=DKIM1; k=ed25519; p=${Buffer.from(ed25519, 'base64url').toString('base64')}`],
    ['good', /test \(t=y\)/, `${RSA_2048}; t=y:s`],
    ['warning', /1024 bits are few/, `v=DKIM1; p=${keyOf(1024)}`],
    ['warning', /withdrawn/, 'v=DKIM1; p='],
    ['bad', /512 bits/, `v=DKIM1; p=${keyOf(512)}`],
    ['bad', /cannot be read/, `v=DKIM1; p=${keyOf(2048).slice(0, 200)}`],
    ['bad', /cannot be read/, `v=DKIM1; k=ed25519; p=${keyOf(2048)}`],
    ['bad', /not a valid key/, 'v=DKIM2; p=QUJD'],
    ['bad', /not a valid key/, 'v=DKIM1; k=rsa'],
    ['bad', /not a valid key/, 'v=DKIM1; p=<script>'],
    ['bad', /not a valid key/, `${RSA_2048}; p=QUJD`],
    ['bad', /not a valid key/, `v=DKIM1; p=${'A'.repeat(1_000_000)}`],
  ];
  for (const [status, text, record] of cases) {
    const finding = readDkim(record);
    assert.equal(finding.status, status, record.slice(0, 80));
    assert.match(finding.text, text);
  }
});

test('DMARC: policies and what makes them invalid', () => {
  assert.equal(
    readDmarc('v=DMARC1; p=reject; sp=none; adkim=s; pct=50; rua=mailto:a@b.example,mailto:c@d.example!10m').status,
    'good',
  );
  assert.match(readDmarc('v=DMARC1;p=QUARANTINE').text, /spam folder/);
  assert.equal(readDmarc('v=DMARC1; p=none; unknown=1;').status, 'warning');
  const bad: readonly [advice: RegExp, record: string][] = [
    [/p must be/, 'v=DMARC1'],
    [/p must be/, 'v=DMARC1; p=maybe'],
    [/sp must be/, 'v=DMARC1; p=none; sp=x'],
    [/aspf must be/, 'v=DMARC1; p=none; aspf=strict'],
    [/pct must be/, 'v=DMARC1; p=none; pct=101'],
    [/rua must be/, 'v=DMARC1; p=none; rua=dmarc@example.com'],
    [/name=value/, 'v=DMARC1; p=none; p=reject'],
    [/name=value/, 'v=DMARC1; p none'],
  ];
  for (const [advice, record] of bad) {
    const finding = readDmarc(record);
    assert.equal(finding.status, 'bad', record);
    assert.match(finding.advice ?? '', advice, record);
  }
});

test('DMARC: a domain above counts, several policies do not', async () => {
  const above = textsOnly((name) => (name === '_dmarc.d.example' ? ['v=DMARC1; p=reject', 'other'] : []));
  const finding = await checkDmarc(above, 'shop.d.example');
  assert.match(finding.text, /^The policy of d\.example counts/);
  assert.deepEqual(above.asked, ['_dmarc.shop.d.example', '_dmarc.d.example']);
  const several = textsOnly(() => ['v=DMARC1; p=reject', 'v=DMARC1; p=none']);
  assert.match((await checkDmarc(several, 'd.example')).text, /several DMARC policies/);
});

test('MX: addresses instead of names, names without an address, a dot among others', async () => {
  const check = (hosts: readonly string[], lost: readonly string[] = []) =>
    checkMx(
      {
        texts: async () => [],
        mailServers: async () => hosts.map((host, priority) => ({ priority, host })),
        resolves: async (name) => !lost.includes(name),
      },
      'd.example',
    );
  assert.equal((await check(['mx.example', 'mx2.example'])).status, 'good');
  assert.match((await check(['mx.example', 'mx2.example'], ['mx2.example'])).text, /^mx2\.example has no address/);
  assert.equal((await check(['mx.example'], ['mx.example'])).status, 'bad');
  assert.match((await check(['192.0.2.1'])).text, /is an address/);
  assert.match((await check(['', 'mx.example'])).text, /no email, others name/);
});

test('whatever is published is read without an exception', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 200 }), async (text) => {
      readDkim(text);
      readDmarc(text);
      await spfOf({ 'd.example': [`v=spf1 ${text}`] });
    }),
  );
});

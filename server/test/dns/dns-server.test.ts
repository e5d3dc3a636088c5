import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import packet from 'dns-packet';
import { eq } from 'drizzle-orm';
import type { DnsRecord } from '@panel/contract';
import { dnsZone, partner } from '../../src/db/schema.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { ask, domainOwner, exchange, overTcp, question, readAnswer, type Domain } from './dns-support.ts';

const run = promisify(execFile);
const hasDig = await run('dig', ['-v']).then(
  () => true,
  () => false,
);

let server: TestServer;
let port: number;
let own: Domain;
const ttl = 3600;
const LONG = 'k'.repeat(600);

before(async () => {
  server = await startTestServer({
    env: {
      DNS_PORT: '0',
      SITE_ADDRESSES: '192.0.2.10,2001:db8::10',
      NAMESERVER_ADDRESSES: '192.0.2.53,2001:db8::53',
    },
  });
  port = server.dnsPort ?? 0;
  own = await domainOwner(server);
  const { domain } = own;
  const records: DnsRecord[] = [
    ...own.zone.records,
    { type: 'MX', name: '@', ttl, priority: 10, value: `mail.${domain}` },
    { type: 'A', name: 'mail', ttl, value: '192.0.2.25' },
    { type: 'TXT', name: 'key', ttl, value: LONG },
    { type: 'SRV', name: '_sip._tcp', ttl, priority: 1, weight: 2, port: 5060, value: `mail.${domain}` },
    { type: 'CAA', name: '@', ttl, flags: 0, tag: 'issue', value: 'ca.example' },
    { type: 'A', name: '*.shop', ttl, value: '192.0.2.77' },
    { type: 'A', name: 'one.shop', ttl, value: '192.0.2.78' },
    { type: 'NS', name: 'team', ttl, value: `ns.team.${domain}` },
    { type: 'A', name: 'ns.team', ttl, value: '192.0.2.53' },
    { type: 'CNAME', name: 'chain', ttl, value: `www.${domain}` },
    { type: 'CNAME', name: 'out', ttl, value: 'elsewhere.example.net' },
    ...Array.from({ length: 60 }, (_, i): DnsRecord => ({ type: 'A', name: 'many', ttl, value: `198.51.100.${i}` })),
  ];
  await own.save(records);
});
after(() => server.stop());

test('a new domain leads to the sites, with its name servers and SOA', async () => {
  const { domain, partner } = own;
  assert.deepEqual((await ask(port, domain)).answers, [`${domain} A 192.0.2.10`]);
  assert.deepEqual((await ask(port, domain, 'AAAA')).answers, [`${domain} AAAA 2001:db8::10`]);
  const servers = await ask(port, domain, 'NS');
  assert.deepEqual(
    servers.answers,
    partner.nameservers.map((host) => `${domain} NS ${host}`),
  );
  const soa = await ask(port, domain, 'SOA');
  assert.equal(soa.authoritative, true);
  assert.match(
    soa.answers.join(),
    new RegExp(`^${domain} SOA ${partner.nameservers[0]} hostmaster.${domain} \\d{10} `),
  );
});

test('every type is answered with its data', async () => {
  const { domain } = own;
  const data = async (name: string, type: string) => (await ask(port, name, type, 4096)).answers;
  assert.deepEqual(await data(domain, 'MX'), [`${domain} MX 10 mail.${domain}`]);
  assert.deepEqual(await data(`key.${domain}`, 'TXT'), [`key.${domain} TXT ${LONG}`]);
  assert.deepEqual(await data(`_sip._tcp.${domain}`, 'SRV'), [`_sip._tcp.${domain} SRV 1 2 5060 mail.${domain}`]);
  assert.match((await data(domain, 'CAA')).join(), /CAA 0 issue ca\.example/);
});

test('a CNAME is followed inside the zone, and ends where another server is responsible', async () => {
  const { domain } = own;
  assert.deepEqual((await ask(port, `chain.${domain}`)).answers, [
    `chain.${domain} CNAME www.${domain}`,
    `www.${domain} CNAME ${domain}`,
    `${domain} A 192.0.2.10`,
  ]);
  assert.deepEqual((await ask(port, `out.${domain}`)).answers, [`out.${domain} CNAME elsewhere.example.net`]);
});

test('a wildcard covers names that do not exist, and no others', async () => {
  const { domain } = own;
  const answers = async (name: string, type = 'A') => (await ask(port, `${name}.${domain}`, type)).answers;
  assert.deepEqual(await answers('any.shop'), [`any.shop.${domain} A 192.0.2.77`]);
  assert.deepEqual(await answers('deep.any.shop'), [`deep.any.shop.${domain} A 192.0.2.77`]);
  assert.deepEqual(await answers('one.shop'), [`one.shop.${domain} A 192.0.2.78`]);
  // A name that exists, or has names below it, is not covered (RFC 4592).
  assert.deepEqual(await answers('one.shop', 'TXT'), []);
  assert.deepEqual(await answers('shop'), []);
  assert.deepEqual(await answers('below.one.shop'), []);
});

test('an absent name is NXDOMAIN, an absent type is not, and both have the SOA', async () => {
  const { domain } = own;
  const absent = await ask(port, `nothing.${domain}`);
  assert.deepEqual([absent.rcode, absent.answers, absent.authorities.length], ['NXDOMAIN', [], 1]);
  assert.match(absent.authorities.join(), / SOA /);
  for (const name of [`mail.${domain}`, `shop.${domain}`, `_tcp.${domain}`]) {
    const empty = await ask(port, name, 'TXT');
    assert.deepEqual([empty.rcode, empty.answers], ['NOERROR', []], name);
    assert.match(empty.authorities.join(), / SOA /);
  }
});

test('a delegated name is referred to its name servers, with their addresses', async () => {
  const { domain } = own;
  const referred = await ask(port, `www.team.${domain}`);
  assert.deepEqual([referred.authoritative, referred.answers], [false, []]);
  assert.deepEqual(referred.authorities, [`team.${domain} NS ns.team.${domain}`]);
  assert.deepEqual(referred.additionals, [`ns.team.${domain} A 192.0.2.53`]);
});

test('names outside of all zones, transfers and other classes are refused', async () => {
  const { domain } = own;
  for (const [name, type] of [
    ['example.org', 'A'],
    ['example', 'SOA'],
    ['.', 'NS'],
    [domain, 'AXFR'],
  ] as const)
    assert.equal((await ask(port, name, type)).rcode, 'REFUSED', `${name} ${type}`);
  const chaos = question({ name: domain });
  chaos.writeUInt16BE(3, chaos.length - 2);
  assert.equal(readAnswer(await exchange(port, chaos)).rcode, 'REFUSED');
  const notify = question({ name: domain });
  notify[2] = 4 << 3;
  assert.equal(readAnswer(await exchange(port, notify)).rcode, 'NOTIMP');
});

test('the question is repeated as it was sent, also in mixed case', async () => {
  const asked = question({ name: own.domain.toUpperCase() }, 77);
  const answer = await exchange(port, asked);
  assert.deepEqual(answer?.subarray(12, asked.length), asked.subarray(12));
  assert.deepEqual([answer?.readUInt16BE(0), (answer?.[2] ?? 0) & 1], [77, 1]);
  assert.equal(readAnswer(answer).answers.length, 1);
});

test('an answer that does not fit is truncated over UDP, and whole over TCP', async () => {
  const name = `many.${own.domain}`;
  const small = await exchange(port, question({ name }));
  assert.deepEqual([readAnswer(small).truncated, readAnswer(small).answers], [true, []]);
  assert.ok((small?.length ?? 0) <= 512);
  const large = await exchange(port, question({ name, edns: 65_000 }));
  assert.ok((large?.length ?? 0) <= 1232, 'no more than networks carry undivided');
  const [first, second] = await overTcp(port, question({ name }), question({ name: own.domain }));
  assert.equal(readAnswer(first ?? null).answers.length, 60);
  assert.deepEqual(readAnswer(second ?? null).answers, [`${own.domain} A 192.0.2.10`]);
});

test('EDNS is answered with EDNS, and an unknown version of it with BADVERS', async () => {
  assert.deepEqual((await ask(port, own.domain, 'A', 4096)).additionals, ['OPT 1232']);
  assert.deepEqual((await ask(port, own.domain)).additionals, []);
  const other = question({ name: own.domain, edns: 4096 });
  other[other.length - 5] = 1;
  const answer = await exchange(port, other);
  const [opt] = packet.decode(answer ?? Buffer.alloc(0)).additionals ?? [];
  assert.equal(opt?.type === 'OPT' && opt.extendedRcode, 1);
});

test('names below the partner’s sites domain lead to the sites', async () => {
  const { sitesDomain } = own.partner;
  assert.deepEqual((await ask(port, `shop.${sitesDomain}`)).answers, [`shop.${sitesDomain} A 192.0.2.10`]);
  assert.equal((await ask(port, sitesDomain, 'SOA')).authorities.length, 0);
});

test('the name servers of a partner have addresses, and a zone that a customer has comes first', async () => {
  const [first = ''] = own.partner.nameservers;
  assert.deepEqual((await ask(port, first)).answers, [`${first} A 192.0.2.53`]);
  assert.deepEqual((await ask(port, first.toUpperCase(), 'AAAA')).answers.length, 1);
  assert.equal((await ask(port, `below.${first}`)).rcode, 'NXDOMAIN');
  const taken = `mail.${own.domain}`;
  await server.db
    .update(partner)
    .set({ nameservers: [first, taken] })
    .where(eq(partner.id, own.partner.id));
  await until('the new name server to be known', async () =>
    (await ask(port, own.domain, 'NS')).answers.some((answer) => answer.endsWith(taken)),
  );
  assert.deepEqual((await ask(port, taken)).answers, [`${taken} A 192.0.2.25`]);
});

test('an ALIAS is answered with the addresses of its target', async () => {
  const other = await domainOwner(server);
  await other.save([{ type: 'ALIAS', name: '@', ttl: 300, value: `chain.${own.domain}` }]);
  assert.deepEqual((await ask(port, other.domain)).answers, [`${other.domain} A 192.0.2.10`]);
  assert.deepEqual((await ask(port, other.domain, 'TXT')).answers, []);
});

test('a change is answered at once, and the serial grows', async () => {
  const other = await domainOwner(server);
  const serialOf = async () => Number(/ (\d{10}) /.exec((await ask(port, other.domain, 'SOA')).answers.join())?.[1]);
  const earlier = await serialOf();
  await other.save([{ type: 'A', name: 'new', ttl: 300, value: '192.0.2.99' }]);
  assert.deepEqual((await ask(port, `new.${other.domain}`)).answers, [`new.${other.domain} A 192.0.2.99`]);
  assert.ok((await serialOf()) > earlier);
});

test('dig reads the answers', { skip: hasDig ? false : 'dig is not installed (bind9-dnsutils)' }, async () => {
  const dig = async (...args: string[]) =>
    (await run('dig', ['@127.0.0.1', '-p', String(port), '+time=2', '+tries=2', ...args])).stdout;
  assert.equal((await dig('+short', 'MX', own.domain)).trim(), `10 mail.${own.domain}.`);
  const text = await dig('+short', 'TXT', `key.${own.domain}`);
  assert.equal(text.replaceAll(/["\s]/g, ''), LONG);
  // dig sees the truncation and asks again over TCP.
  assert.equal((await dig('+short', '+noedns', 'A', `many.${own.domain}`)).trim().split('\n').length, 60);
  assert.match(await dig('SOA', `nothing.${own.domain}`), /status: NXDOMAIN/);
});

test('a change that nobody told this process about is answered within seconds', async () => {
  const other = await domainOwner(server);
  await ask(port, other.domain);
  await server.db
    .update(dnsZone)
    .set({ records: [{ type: 'A', name: '@', ttl: 300, value: '192.0.2.200' }], updatedAt: new Date() })
    .where(eq(dnsZone.fqdn, other.domain));
  await until('the changed zone', async () => (await ask(port, other.domain)).answers.join().includes('192.0.2.200'));
});

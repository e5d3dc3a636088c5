import type { DomainCheckKind, DomainEvidence, SiteDomain } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until, type TestServer } from '../../src/testing/index.ts';
import { outcome } from '../license/license-support.ts';
import { holdTasks, tenant } from '../site/site-support.ts';
import {
  bell,
  checkAll,
  claimed,
  connected,
  domainOf,
  licensed,
  startInWorld,
  startWithRegistry,
  txtRecord,
  type Claimant,
  type World,
} from './domain-support.ts';

const world: World = new Map();
const ADDRESS = '127.0.0.1';
let server: TestServer;
let stop: () => Promise<void>;

before(async () => {
  ({ server, stop } = await startInWorld(world, {
    env: { SITE_ADDRESSES: ADDRESS, DNS_PORT: '0', HTTPS_PORT: '0' },
  }));
});
after(() => stop());

async function evidenceOf({ client, siteId }: Pick<Claimant, 'client' | 'siteId'>) {
  const answer = await client.get<DomainEvidence>(`/site/${siteId}/domain/evidence`);
  assert.equal(answer.status, 200, answer.text);
  const { checks } = answer.body;
  const of = (kind: DomainCheckKind) => checks.find(({ check }) => check === kind) as (typeof checks)[number];
  return { ...answer.body, of, states: checks.map(({ state }) => state) };
}

test('evidence follows a domain from its present name servers to its certificate, and changes nothing', async () => {
  const own = await licensed(server);
  const domain = 'evidence.example';
  world.set(domain, { nameservers: ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'] });
  const mine = await claimed(own, domain);
  const first = await evidenceOf(own);
  assert.deepEqual(first.states, ['waits', 'waits', 'waits', 'later']);
  assert.deepEqual(first.nameservers, ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com']);
  assert.equal(
    first.reason?.message,
    'The domain does not use the name servers yet, and the TXT record was not found.',
  );
  const [asked] = first.of('nameservers').asked;
  assert.deepEqual([asked?.type, asked?.answers, asked?.failure], ['NS', first.nameservers, null]);
  assert.match(asked?.by ?? '', /^127\.0\.0\.1:\d+$/);
  assert.deepEqual(first.of('nameservers').expected, own.partner.nameservers);
  assert.deepEqual([first.of('txt').name, first.of('txt').expected], [mine.txt_name, [mine.txt_value]]);
  assert.ok(Date.parse(first.of('txt').next_at ?? '') > Date.parse(first.asked_at), 'asked again by itself');

  world.set(domain, { records: [{ ...txtRecord(mine), value: 'domain-verify=wrong' } as never] });
  assert.deepEqual((await evidenceOf(own)).of('txt').asked[0]?.answers, ['domain-verify=wrong']);
  world.set(domain, { records: [txtRecord(mine)] });
  const proves = await evidenceOf(own);
  assert.deepEqual([proves.of('txt').state, proves.reason], ['holds', null]);
  assert.equal((await domainOf(own)).domain?.state, 'unproven', 'only a check proves it');

  await checkAll(server);
  const verified = await evidenceOf(own);
  assert.deepEqual(verified.states, ['waits', 'holds', 'waits', 'holds'], 'a verified domain is served');
  world.set(domain, { records: [txtRecord(mine), { type: 'A', name: '@', ttl: 300, value: ADDRESS }] });
  await connected(server, own);
  const done = await evidenceOf(own);
  assert.deepEqual(done.states.slice(2), ['holds', 'holds']);
  assert.deepEqual(done.of('address').asked[0]?.answers, [ADDRESS]);
  assert.ok(Date.parse(done.valid_until ?? '') > Date.parse(done.asked_at));
  assert.ok(done.issuer);
});

test('resolvers that do not answer are named with the reason; strangers and sites without a domain have none', async () => {
  const own = await licensed(server);
  assert.deepEqual(outcome(await own.client.get(`/site/${own.siteId}/domain/evidence`)), [404, 'NOT_FOUND']);
  await claimed(own, 'nobody.test-zone.com');
  const { states, of, reason } = await evidenceOf(own);
  assert.deepEqual(states, ['silent', 'silent', 'silent', 'later']);
  assert.equal(of('txt').asked[0]?.failure, 'refused');
  assert.equal(reason?.message, 'No resolver answered.');
  const stranger = await tenant(server);
  assert.deepEqual(outcome(await stranger.client.get(`/site/${own.siteId}/domain/evidence`)), [404, 'NOT_FOUND']);
});

test('name servers of a claim of its own are asked of the zone above', async () => {
  const delegations = new Map<string, readonly string[]>();
  const registry = await startWithRegistry(new Map(), delegations);
  try {
    const brand = await registry.server.scenario.partner({ nameserverDomain: 'dns.host.example' });
    const own = await licensed(registry.server, await tenant(registry.server, {}, brand));
    await claimed(own, 'above.example');
    delegations.set('above.example', ['ns1.registrar-servers.com']);
    const evidence = await evidenceOf(own);
    assert.deepEqual(evidence.of('nameservers').asked[0], {
      ...{ by: null, type: 'NS', answers: ['ns1.registrar-servers.com'], failure: null },
    });
    assert.deepEqual(evidence.nameservers, ['ns1.registrar-servers.com']);
    assert.match(evidence.reason?.message ?? '', /^The domain uses ns1\.registrar-servers\.com, .*Set exactly ns-a-/);
    delegations.set('above.example', (await domainOf(own)).nameservers);
    assert.equal((await evidenceOf(own)).of('nameservers').state, 'holds');
  } finally {
    await registry.stop();
  }
});

test('a name below which others register is refused with the reason, and a name in another script has both its forms', async () => {
  const { client } = await tenant(server);
  type Checked = { refused: string | null; display: string; template?: string };
  const check = async (fqdn: string) => (await client.get<Checked>(`/site/fqdn/${fqdn}/check`)).body;
  const suffix = await check('co.uk');
  assert.match(suffix.refused ?? '', /^co\.uk is not a name that one can own: .* such as yourname\.co\.uk\.$/);
  assert.match(suffix.template ?? '', /\{suffix\}/);
  assert.match((await check('github.io')).refused ?? '', /^github\.io belongs to a provider/);
  const script = await check('xn--bckerei-5wa.example');
  assert.deepEqual([script.refused, script.display], [null, 'bäckerei.example']);
});

test('a move that failed is not tried again by itself, and the evidence has the reason', async () => {
  const own = await licensed(server);
  const domain = 'fail-rename-unmoved.example';
  world.set(domain, {});
  const mine = await claimed(own, domain);
  world.set(domain, { records: [txtRecord(mine), { type: 'A', name: '@', ttl: 300, value: ADDRESS }] });
  await checkAll(server);
  await until('the move to fail', async () => (await bell(own.client)).includes('domain_failed') || null);
  const { of } = await evidenceOf(own);
  assert.deepEqual([of('address').state, of('txt').state], ['holds', 'holds']);
  assert.deepEqual([of('nameservers').state, of('nameservers').next_at], ['waits', null]);
  const { domain: kept, fqdn } = await domainOf(own);
  assert.deepEqual([kept?.state, fqdn], ['proven', own.subDomain], 'it stays at the stage of the set-up');
});

test('a check that a person asks for looks again, however short ago the last one was', async () => {
  const own = await licensed(server);
  const domain = 'at-once.example';
  world.set(domain, { nameservers: ['ada.ns.cloudflare.com'] });
  const mine = await claimed(own, domain);
  world.set(domain, { records: [txtRecord(mine)] });
  const { body } = await own.client.post<{ data: SiteDomain }>(`/site/${own.siteId}/domain/check`);
  assert.equal(body.data.domain?.state, 'proven');
});

test('a verified domain is connected as soon as the task that its site has is done', async () => {
  const own = await licensed(server);
  const domain = 'after-the-task.example';
  world.set(domain, { nameservers: ['ada.ns.cloudflare.com'] });
  await claimed(own, domain);
  world.set(domain, { nameservers: own.partner.nameservers });
  const release = await holdTasks(own);
  assert.equal((await own.client.post('/backup', { site_fqdn: own.subDomain, name: 'Before' })).status, 200);
  const { body } = await own.client.post<{ data: SiteDomain }>(`/site/${own.siteId}/domain/check`);
  assert.deepEqual(
    [body.data.domain?.state, body.data.domain?.seen],
    ['proven', 'The site has another task. It gets the domain afterwards.'],
  );
  await release();
  await until('the site to have its domain', async () => (await domainOf(own)).domain?.state === 'connected');
});

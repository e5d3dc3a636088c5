// On PostgreSQL: two transactions at once.
import type { SiteDomain } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { and, eq, sql } from 'drizzle-orm';
import { certificate, customDomain, partner } from '../../src/db/schema.ts';
import type { Rows } from '../../src/db/database.ts';
import { servedQuery } from '../../src/modules/certificate/certificate.repo.ts';
import { checkDomain } from '../../src/modules/domain/domain-proof.ts';
import { OURS } from '../../src/modules/domain/domain-name.ts';
import { domainOf as rowOf, openDomainOf } from '../../src/modules/domain/domain.repo.ts';
import { lockNames } from '../../src/db/lock-names.ts';
import { taskSite } from '../../src/modules/site/site.repo.ts';
import { besideTransaction, until, type TestServer } from '../../src/testing/index.ts';
import { tenant } from '../site/site-support.ts';
import { bell, startInWorld, txtRecord, type World } from './domain-support.ts';

const skip = process.env['TEST_DATABASE_URL'] ? false : 'the embedded database runs one transaction at a time';
const world: World = new Map();
let stop: () => Promise<void>;
let server: TestServer;
before(async () => {
  if (skip) return;
  ({ server, stop } = await startInWorld(world));
});
after(() => (skip ? undefined : stop()));

/** Until a statement of somebody else waits for a lock. */
const waiting = () =>
  until('another transaction to wait', async () => {
    const found = (await server.db.execute(
      sql`select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()`,
    )) as unknown as Rows<unknown>;
    return found.rows.length > 0;
  });

async function claimant(domain: string) {
  const own = await tenant(server);
  const site = await server.scenario.site(own.partner, own.customer, { name: 'shop' });
  await server.scenario.domain(site, { domain, state: 'unproven' });
  return { ...own, site };
}

test('of a claim and a new partner of the same name at once, the partner gets it', { skip }, async () => {
  const own = await claimant('mine.example');
  await server.db.delete(customDomain).where(eq(customDomain.resourceId, own.site.id));
  const given = { product: 'site_basic', endsInDays: 30, autoRenewal: false, siteId: own.site.id } as const;
  await server.scenario.license(own.partner, own.customer, given);
  const values = { slug: 'race', name: 'Race', supportEmail: 'help@race.example', sitesDomain: 'race-sites.example' };
  const { claiming } = await server.db.transaction((tx) =>
    besideTransaction(async () => {
      await lockNames(tx);
      await tx.insert(partner).values({ ...values, domain: 'panel.race.example' });
      const asked = own.client.put(`/site/fqdn/${own.site.fqdn}`, {
        fqdn: 'race.example',
        domain_type: 'custom_domain',
      });
      await waiting();
      return { claiming: asked };
    }),
  );
  const answer = await claiming;
  assert.deepEqual([answer.status, answer.body['fields']], [422, { fqdn: OURS.template }], answer.text);
  assert.equal(await server.db.$count(customDomain, eq(customDomain.resourceId, own.site.id)), 0);
});

test('a move and a check of the same domain wait for each other', { skip }, async () => {
  const own = await claimant('order.example');
  await server.db.update(customDomain).set({ state: 'proven' }).where(eq(customDomain.resourceId, own.site.id));
  const { connecting } = await server.db.transaction((tx) =>
    besideTransaction(async () => {
      await taskSite(tx, own.site.id, { lock: true });
      const asked = own.client.post(`/site/${own.site.id}/domain/connect`);
      await waiting();
      await rowOf(tx, own.site.id, { lock: true });
      return { connecting: asked };
    }),
  );
  const answer = await connecting;
  assert.equal(answer.status, 200, answer.text);
});

test(
  'when two sites prove the same domain at once, one gets it and the owner of the other is notified',
  { skip },
  async () => {
    const domain = 'twice.example';
    const [first, second] = [await claimant(domain), await claimant(domain)];
    const { body } = await second.client.get<SiteDomain>(`/site/${second.site.id}/domain`);
    assert.ok(body.domain);
    world.set(domain, { records: [txtRecord(body.domain)] });
    const open = await openDomainOf(server.db, second.site.id);
    assert.ok(open);
    const { checking } = await server.db.transaction((tx) =>
      besideTransaction(async () => {
        await tx.update(customDomain).set({ state: 'proven' }).where(eq(customDomain.resourceId, first.site.id));
        const checked = checkDomain(server.app, open);
        await waiting();
        return { checking: checked };
      }),
    );
    await checking;
    assert.equal(await rowOf(server.db, second.site.id), undefined);
    assert.deepEqual(await bell(second.client), ['domain_ended']);
    const rows = await server.db
      .select()
      .from(customDomain)
      .where(and(eq(customDomain.domain, domain), eq(customDomain.state, 'proven')));
    assert.deepEqual(
      rows.map(({ resourceId }) => resourceId),
      [first.site.id],
    );
  },
);

test('the certificate of a name is found by indexes among many', { skip }, async () => {
  const { partner, customer } = await tenant(server);
  const site = await server.scenario.site(partner, customer, { name: 'indexed' });
  await server.db.execute(sql`
    insert into certificate (resource, resource_id, kind, hosts, chain, sealed_key, fingerprint, issuer, not_before, not_after)
    select 'site', gen_random_uuid(), 'acme', array['host-' || n || '.example'], '', '', '', '', now(), now() + interval '90 days'
    from generate_series(1, 20000) n`);
  await server.db.execute(sql`analyze certificate`);
  const explained = (await server.db.execute(
    sql`explain ${servedQuery(server.db, site.fqdn, new Date()).getSQL()}`,
  )) as unknown as Rows<{ 'QUERY PLAN': string }>;
  const plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n');
  assert.doesNotMatch(plan, /Seq Scan on certificate/, plan);
  assert.match(plan, /certificate_resource/, plan);
  await server.db.delete(certificate).where(eq(certificate.chain, ''));
});

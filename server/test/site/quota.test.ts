import { PLAN_LIMITS } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { workload } from '../../src/db/schema.ts';
import { createSiteOwners } from '../../src/modules/site/site-owner.repo.ts';
import { startTestServer, type Answer, type TestServer } from '../../src/testing/index.ts';
import { ended, newSite, tenant } from './site-support.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

const LIMIT = PLAN_LIMITS['FREE']?.account.sites ?? 0;
const text = `You’ve used all ${LIMIT} sites of your FREE plan. Delete a site that you no longer need, or upgrade your plan.`;
const outcome = ({ status, body }: Answer) => [status, body['code'] ?? 'ok'];

test('200 concurrent creations end with as many sites as the plan allows, and the others report why', async () => {
  const own = await tenant(server);
  await server.scenario.sites(own.partner, own.customer, LIMIT - 3);
  // An account's queue of calls holds 68 of them; 429 asks to send the others again.
  const create = async (i: number): Promise<Answer> => {
    const input = i % 2 ? newSite(own.fqdn(`flood-${i}`)) : { fqdn: own.fqdn(`flood-${i}`) };
    const answer = await own.client.post('/site', input);
    return answer.status === 429 ? create(i) : answer;
  };
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => create(i)));
  const made = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  assert.equal(made.length, 3);
  assert.deepEqual(new Set(refused.map((answer) => JSON.stringify(outcome(answer)))), new Set(['[409,"SITE_QUOTA"]']));
  assert.deepEqual(
    [refused[0]?.body['title'], refused[0]?.body['message']],
    ['There is not enough licences to create the website.', text],
  );
  const { body } = await own.client.get('/site/summary');
  assert.deepEqual([body['siteCount'], body['siteLimit']], [LIMIT, LIMIT]);

  const gone = await ended(own.client, made[0]?.body['task_id']);
  assert.deepEqual(outcome(await own.client.post('/site', newSite(own.fqdn('one-more')))), [409, 'SITE_QUOTA']);
  const deletion = await own.client.delete(`/site/delete/${String(gone.site_id)}`);
  assert.equal((await ended(own.client, deletion.body['task_id'])).status, 'succeeded');
  assert.equal((await own.client.post('/site', newSite(own.fqdn('one-more')))).status, 200);
});

test('a rejected creation leaves nothing behind: the name stays available for others', async () => {
  const own = await tenant(server);
  await server.scenario.sites(own.partner, own.customer, LIMIT);
  const fqdn = own.fqdn('wanted');
  assert.deepEqual(outcome(await own.client.post('/site', newSite(fqdn))), [409, 'SITE_QUOTA']);
  const other = await server.as(own.partner, await server.scenario.customer(own.partner));
  assert.equal((await other.post('/site', newSite(fqdn))).status, 200);
});

test('staging copies do not count, a bigger plan allows more, and staff have no limit', async () => {
  const own = await tenant(server);
  await server.scenario.sites(own.partner, own.customer, LIMIT - 1);
  await server.scenario.site(own.partner, own.customer, { name: 'copy', isStage: true });
  assert.equal((await own.client.post('/site', newSite(own.fqdn('last')))).status, 200);
  assert.deepEqual(outcome(await own.client.post('/site', newSite(own.fqdn('too-many')))), [409, 'SITE_QUOTA']);

  const rich = await server.scenario.customer(own.partner, { planType: 'STARTER' });
  await server.scenario.site(own.partner, rich, { name: 'first' });
  assert.equal(
    (await (await server.as(own.partner, rich)).get('/site/summary')).body['siteLimit'],
    PLAN_LIMITS['STARTER']?.account.sites,
  );
  const admin = await server.as(own.partner, await server.scenario.admin(own.partner));
  assert.equal((await admin.get('/site/summary')).body['siteLimit'], null);
});

test('customers share the running slots; a site without one counts for its partner, a deleted one for itself', async () => {
  const own = await tenant(server);
  await server.scenario.sites(own.partner, own.customer, 2);
  const [first, second] = await server.app.db.select().from(workload).where(eq(workload.partnerId, own.partner.id));
  const ownerOf = createSiteOwners(server.app.db);
  const id = String(first?.id);
  assert.deepEqual([await ownerOf(id), await ownerOf(String(second?.id))], [own.customer.id, own.customer.id]);
  await server.app.db.update(workload).set({ customerId: null }).where(eq(workload.id, id));
  assert.equal(await ownerOf(id), own.partner.id);
  await server.app.db.delete(workload).where(eq(workload.id, id));
  assert.equal(await ownerOf(id), id);
});

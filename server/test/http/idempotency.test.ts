// On both databases: idempotency.repo.ts, mail.repo.ts, concurrent requests.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { idempotencyKey, mailOutbox, partner, workload, task } from '../../src/db/schema.ts';
import type { PartnerRow } from '../../src/context/call-context.ts';
import { claim } from '../../src/http/idempotency.ts';
import { removeOldRecords, sweepExpired } from '../../src/start/sweeps.ts';
import { startPanel, type Panel } from './harness.ts';
import type { Browser } from './browser.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel({ tasks: true });
});
after(() => panel.close());

async function customerOf(owner?: PartnerRow): Promise<{ owner: PartnerRow; browser: Browser }> {
  const at = owner ?? (await panel.addPartner());
  return { owner: at, browser: await panel.signedIn(at, await panel.addUser(at, 'customer')) };
}
const initiate = (browser: Browser, fqdn: string, key: string) =>
  browser.post('/site', { fqdn }, { 'idempotency-key': key });
const sitesOf = (owner: PartnerRow) => panel.ctx.db.select().from(workload).where(eq(workload.partnerId, owner.id));
const tasksOf = (owner: PartnerRow) => panel.ctx.db.select().from(task).where(eq(task.partnerId, owner.id));

test('the first response is replayed for the same key and body, also after a restart', async () => {
  const { owner, browser } = await customerOf();
  const fqdn = `shop.${owner.sitesDomain}`;
  const first = await initiate(browser, fqdn, 'key-1');
  assert.equal(first.status, 200, first.text);
  const again = await initiate(browser, fqdn, 'key-1');
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
  browser.app = panel.restarted();
  assert.deepEqual((await initiate(browser, fqdn, 'key-1')).body, first.body);
  assert.equal((await sitesOf(owner)).length, 1);
});

test('two concurrent requests create one site', async () => {
  const { owner, browser } = await customerOf();
  const fqdn = `twice.${owner.sitesDomain}`;
  const answers = await Promise.all(Array.from({ length: 6 }, () => initiate(browser, fqdn, 'double-click')));
  const ids = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body['task_id']));
  assert.equal(ids.size, 1);
  for (const { status, body } of answers)
    assert.ok(status === 200 || body['code'] === 'IDEMPOTENCY_RUNNING', JSON.stringify(body));
  assert.equal((await sitesOf(owner)).length, 1);
  assert.equal((await tasksOf(owner)).length, 1);
});

test('the same key with another body is rejected without effect', async () => {
  const { owner, browser } = await customerOf();
  await initiate(browser, `one.${owner.sitesDomain}`, 'reused');
  const other = await initiate(browser, `two.${owner.sitesDomain}`, 'reused');
  assert.equal(other.status, 422);
  assert.equal(other.body['code'], 'IDEMPOTENCY_REUSED');
  assert.equal((await sitesOf(owner)).length, 1);
});

test('keys of other users and other calls never collide', async () => {
  const { owner, browser } = await customerOf();
  const { browser: neighbour } = await customerOf(owner);
  const first = await initiate(browser, `mine.${owner.sitesDomain}`, 'same');
  const second = await initiate(neighbour, `yours.${owner.sitesDomain}`, 'same');
  assert.equal(second.status, 200);
  assert.notEqual(first.body['task_id'], second.body['task_id']);
});

test('a temporary rejection is not stored, one that belongs to the request is', async () => {
  const { owner, browser } = await customerOf();
  assert.equal((await browser.post('/site', { fqdn: 'no' }, { 'idempotency-key': 'typo' })).status, 422);
  assert.equal(
    (await initiate(browser, `fine.${owner.sitesDomain}`, 'typo')).status,
    200,
    'the key is free after a validation error',
  );
  const taken = await initiate(browser, `fine.${owner.sitesDomain}`, 'taken');
  assert.equal(taken.body['code'], 'NAME_TAKEN');
  const replayed = await initiate(browser, `fine.${owner.sitesDomain}`, 'taken');
  assert.equal(replayed.headers.get('idempotency-replayed'), 'true');
  assert.equal(replayed.status, 409);
});

test('one key sends one email', async () => {
  const owner = await panel.addPartner();
  const browser = panel.browser(owner);
  for (let i = 0; i < 3; i++)
    assert.equal(
      (await browser.post('/signup', { email: 'once@example.com' }, { 'idempotency-key': 'signup' })).status,
      200,
    );
  await panel.app.idle();
  assert.equal((await panel.ctx.db.select().from(mailOutbox).where(eq(mailOutbox.partnerId, owner.id))).length, 1);
});

test('keys of sign-ins are not stored, nor any input', async () => {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const browser = panel.browser(owner);
  await browser.post('/login', { email: customer.email, password: 'Wrong1Password' }, { 'idempotency-key': 'login' });
  await browser.post(
    '/set-password',
    { token: 'x'.repeat(43), password: 'Typed1Secret' },
    { 'idempotency-key': 'set' },
  );
  const rows = (await panel.ctx.db.select().from(idempotencyKey)).filter(({ scope }) => scope.includes(owner.id));
  assert.deepEqual(
    rows.map(({ key }) => key),
    ['set'],
  );
  assert.doesNotMatch(JSON.stringify(rows), /Typed1Secret|x{43}/);
});

test('malformed keys are rejected', async () => {
  const { owner, browser } = await customerOf();
  for (const key of ['a'.repeat(201), 'a b', 'ä'])
    assert.equal((await initiate(browser, `odd.${owner.sitesDomain}`, key)).status, 400, key);
});

test('one request takes over the key of a dead process after its lock expires', async () => {
  const scope = `test|${Math.random()}`;
  const first = await claim(panel.ctx, scope, 'k', 'body');
  assert.equal(first.replay, null);
  await assert.rejects(claim(panel.ctx, scope, 'k', 'body'), { code: 'IDEMPOTENCY_RUNNING' });
  panel.clock.offsetMs = 61_000;
  const takers = await Promise.allSettled([claim(panel.ctx, scope, 'k', 'body'), claim(panel.ctx, scope, 'k', 'body')]);
  panel.clock.offsetMs = 0;
  assert.deepEqual(takers.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
});

test('a request that ended while the database was unreachable can be repeated immediately, by one', async () => {
  const scope = `test|${Math.random()}`;
  const first = await claim(panel.ctx, scope, 'k', 'body');
  await panel.ctx.db.execute(sql`alter table idempotency_key rename to unreachable`);
  await first.finish({ status: 503, body: null });
  await panel.ctx.db.execute(sql`alter table unreachable rename to idempotency_key`);
  const takers = await Promise.allSettled([claim(panel.ctx, scope, 'k', 'body'), claim(panel.ctx, scope, 'k', 'body')]);
  assert.deepEqual(takers.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  await assert.rejects(claim(panel.ctx, scope, 'k', 'body'), { code: 'IDEMPOTENCY_RUNNING' });
});

test('a response stored with its effect survives a crash right after the commit', async () => {
  const scope = `test|${Math.random()}`;
  const owner = await panel.addPartner();
  const claimed = await claim(panel.ctx, scope, 'k', 'body');
  await panel.ctx.db.transaction(async (tx) => {
    await tx.update(partner).set({ name: 'Changed' }).where(eq(partner.id, owner.id));
    await claimed.remember(tx, { status: true, done: 1 });
  });
  // The process dies here: `finish` is never called.
  assert.deepEqual((await claim(panel.ctx, scope, 'k', 'body')).replay, {
    status: 200,
    body: { status: true, done: 1 },
  });
});

test('expired keys are removed after seven days', async () => {
  const { owner, browser } = await customerOf();
  await initiate(browser, `old.${owner.sitesDomain}`, 'swept');
  const rows = async () =>
    (await panel.ctx.db.select().from(idempotencyKey)).filter(({ scope }) => scope.includes(owner.id)).length;
  panel.clock.offsetMs = 6 * 24 * 3_600_000;
  await sweepExpired(panel.ctx);
  await removeOldRecords(panel.ctx);
  assert.equal(await rows(), 1);
  panel.clock.offsetMs = 8 * 24 * 3_600_000;
  await sweepExpired(panel.ctx);
  await removeOldRecords(panel.ctx);
  panel.clock.offsetMs = 0;
  assert.equal(await rows(), 0);
  assert.equal((await browser.get('/user/profile')).status, 401, 'the session was over as well');
});

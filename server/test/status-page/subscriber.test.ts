import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { and, eq } from 'drizzle-orm';
import {
  mailOutbox,
  rateLimit,
  statusIncident,
  statusMail,
  statusSubscriber,
  statusUpdate,
} from '../../src/db/schema.ts';
import { startMailing } from '../../src/modules/status-page/status-mail.tasks.ts';
import { askSubscriber } from '../../src/modules/status-page/subscriber.repo.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { incidentOf, reported, TOLD, world, type World } from './status-support.ts';

let server: TestServer;
const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) };
before(async () => void (server = await startTestServer({ clock })));
after(() => server.stop());

const enter = ({ visitor }: Pick<World, 'visitor'>, email: string) => visitor.plainForm('/status/subscribe', { email });
const mailsTo = ({ partner }: World, email: string) =>
  server.db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.partnerId, partner.id), eq(mailOutbox.recipient, email)))
    .orderBy(mailOutbox.createdAt);
const linkIn = (text: string | undefined, page: string): string =>
  new RegExp(`/status/${page}\\?token=[\\w-]{43}`).exec(text ?? '')?.[0] ?? '';

/** Subscribes and confirms. */
async function subscribed(own: World, email: string): Promise<void> {
  await enter(own, email);
  const [mail] = await mailsTo(own, email);
  assert.equal((await own.visitor.post(linkIn(mail?.text, 'confirm'))).status, 200);
}
const mailed = (own: World, id: string) =>
  until('its emails to be sent', async () => (await incidentOf(own.staff, id)).updates[0]?.mail?.state === 'ended');

test('who confirms gets one email for each update until they unsubscribe; who does not gets none', async () => {
  const own = await world(server);
  await subscribed(own, 'ada@example.com');
  await enter(own, 'never@example.com');
  const id = await reported(own.staff, { mail: true });
  await mailed(own, id);
  const told = (await mailsTo(own, 'ada@example.com')).at(-1);
  assert.equal(told?.subject, 'Investigating: Slow sites');
  assert.match(told?.text ?? '', /We look for the cause\./);
  assert.deepEqual((await incidentOf(own.staff, id)).updates[0]?.mail, { state: 'ended', sent: 1, failed: 0 });
  assert.equal((await mailsTo(own, 'never@example.com')).length, 1);
  const link = linkIn(told?.text, 'unsubscribe');
  // Opening the link changes nothing: programs do that.
  assert.equal((await own.visitor.get(link)).status, 200);
  assert.equal(await server.db.$count(statusSubscriber, eq(statusSubscriber.email, 'ada@example.com')), 1);
  assert.equal((await own.visitor.plainForm(link, { 'List-Unsubscribe': 'One-Click' })).status, 200);
  assert.equal(await server.db.$count(statusSubscriber, eq(statusSubscriber.email, 'ada@example.com')), 0);
  assert.equal((await own.visitor.get(link)).status, 404);
});

test('the answer is the same for a known address, which is told so by email', async () => {
  const own = await world(server);
  const first = await enter(own, 'ada@example.com');
  const again = await enter(own, 'ada@example.com');
  assert.equal((await mailsTo(own, 'ada@example.com')).length, 1, 'no second email within a day');
  const [mail] = await mailsTo(own, 'ada@example.com');
  await own.visitor.post(linkIn(mail?.text, 'confirm'));
  clock.offsetMs += 25 * 3_600_000;
  const known = await enter(own, 'ADA@example.com');
  assert.deepEqual([again.text, known.text], [first.text, first.text]);
  assert.match((await mailsTo(own, 'ada@example.com')).at(-1)?.subject ?? '', /^You already get/);
});

test('who unsubscribes is not written to again on the same day', async () => {
  const own = await world(server);
  await subscribed(own, 'ada@example.com');
  clock.offsetMs += 25 * 3_600_000;
  await enter(own, 'ada@example.com');
  const link = linkIn((await mailsTo(own, 'ada@example.com')).at(-1)?.text, 'unsubscribe');
  assert.equal((await own.visitor.post(link)).status, 200);
  clock.offsetMs += 23 * 3_600_000;
  assert.equal((await enter(own, 'ada@example.com')).status, 200);
  assert.equal((await mailsTo(own, 'ada@example.com')).length, 2);
  clock.offsetMs += 2 * 3_600_000;
  await enter(own, 'ada@example.com');
  assert.equal((await mailsTo(own, 'ada@example.com')).length, 3);
});

test('a partner sends to 300 entered addresses an hour, and answers as otherwise', async () => {
  const own = await world(server);
  const other = await world(server);
  const key = `status-mails:${own.partner.id}`;
  const first = await enter(own, 'first@example.com');
  await server.db.update(rateLimit).set({ count: 300 }).where(eq(rateLimit.key, key));
  const late = await enter(own, 'late@example.com');
  assert.deepEqual([late.status, late.text], [200, first.text]);
  assert.equal((await mailsTo(own, 'late@example.com')).length, 0);
  await enter(other, 'late@example.com');
  assert.equal((await mailsTo(other, 'late@example.com')).length, 1, 'another partner’s are counted apart');
  clock.offsetMs += 2 * 3_600_000;
  await enter(own, 'late@example.com');
  assert.equal((await mailsTo(own, 'late@example.com')).length, 1, 'it was not told, so it can be entered again');
});

test('addresses that nobody has confirmed use up no places', async () => {
  const own = await world(server);
  const ask = (name: string) =>
    askSubscriber(server.db, {
      ...{ partnerId: own.partner.id, email: `${name}@example.com`, token: name.padEnd(43, own.partner.id) },
      ...{ now: clock.now(), max: 2 },
    });
  for (const name of ['ada', 'bob', 'eve']) assert.ok(await ask(name), name);
  await server.db
    .update(statusSubscriber)
    .set({ confirmedAt: clock.now() })
    .where(eq(statusSubscriber.partnerId, own.partner.id));
  assert.equal(await ask('max'), undefined);
});

test('forms of other sites are refused; mail programs unsubscribe from anywhere', async () => {
  const own = await world(server);
  const from = (site: string, address: string) => own.visitor.post(address, {}, { 'sec-fetch-site': site });
  for (const site of ['cross-site', 'same-site'])
    assert.equal((await from(site, '/status/subscribe')).status, 403, site);
  assert.equal((await from('same-origin', '/status/subscribe')).status, 400, 'it has no address');
  await enter(own, 'ada@example.com');
  const [mail] = await mailsTo(own, 'ada@example.com');
  const link = linkIn(mail?.text, 'confirm');
  assert.equal((await from('cross-site', link)).status, 403);
  assert.equal((await from('same-origin', link)).status, 200);
  assert.equal((await from('cross-site', link.replace('confirm', 'unsubscribe'))).status, 200);
  assert.equal(await server.db.$count(statusSubscriber, eq(statusSubscriber.partnerId, own.partner.id)), 0);
});

test('wrong addresses, large bodies and too many tries are refused', async () => {
  const own = await world(server);
  for (const wrong of ['', 'x', 'a@b', 'a@example.com\r\nBcc: b@example.com'])
    assert.equal((await enter(own, wrong)).status, 400, wrong);
  assert.equal((await enter(own, 'a'.repeat(5000))).status, 413);
  for (let i = 0; i < 10; i += 1) assert.equal((await enter(own, `a${i}@example.com`)).status, 200);
  assert.equal((await enter(own, 'a10@example.com')).status, 429);
  assert.equal(await server.db.$count(statusSubscriber, eq(statusSubscriber.partnerId, own.partner.id)), 10);
});

test('links work on the host of their partner alone', async () => {
  const [own, other] = [await world(server), await world(server)];
  await enter(own, 'ada@example.com');
  const link = linkIn((await mailsTo(own, 'ada@example.com'))[0]?.text, 'confirm');
  assert.equal((await other.visitor.post(link)).status, 404);
  assert.equal((await own.visitor.get('/status/confirm?token=x')).status, 404);
  const [row] = await server.db.select().from(statusSubscriber).where(eq(statusSubscriber.partnerId, own.partner.id));
  assert.equal(row?.confirmedAt, null);
});

test('while the mail server takes none, no email is lost: the task tries again later', async () => {
  const away = await startTestServer({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  try {
    const own = await world(away);
    const answer = await enter(own, 'ada@example.com');
    assert.equal(answer.status, 503);
    await away.db.update(statusSubscriber).set({ confirmedAt: new Date() });
    const id = await reported(own.staff, { mail: true });
    await until('the first attempt', async () => (await away.db.select().from(mailOutbox)).length > 1);
    await until('it is not claimed', async () => (await away.db.$count(statusMail)) === 0);
    assert.equal((await incidentOf(own.staff, id)).updates[0]?.mail?.state, 'sending');
  } finally {
    await away.stop();
  }
});

test('once a later update is mailed, the rest of an earlier one is not sent', async () => {
  const own = await world(server);
  await subscribed(own, 'ada@example.com');
  const id = await reported(own.staff);
  // As after hours without a mail server: both are due at once, the older one first.
  const [early] = await server.db.select().from(statusUpdate).where(eq(statusUpdate.incidentId, id));
  assert.ok(early);
  const late = { ...TOLD, step: 'resolved', text: 'All is well.', mail: true, version: 1 };
  assert.equal((await own.staff.post(`/partner/incidents/${id}/updates`, late)).status, 200);
  await server.db.update(statusUpdate).set({ isMailed: true }).where(eq(statusUpdate.id, early.id));
  const [incident] = await server.db.select().from(statusIncident).where(eq(statusIncident.id, id));
  assert.ok(incident);
  await server.db.transaction((tx) => startMailing(server.app, tx, incident, early.id));
  const states = await until('both have ended', async () => {
    const found = (await incidentOf(own.staff, id)).updates.map(({ mail }) => mail?.state);
    return found.includes('sending') ? undefined : found;
  });
  assert.deepEqual(states, ['ended', 'stopped']);
  assert.deepEqual(
    (await mailsTo(own, 'ada@example.com')).slice(1).map(({ subject }) => subject),
    ['Resolved: Slow sites'],
  );
});

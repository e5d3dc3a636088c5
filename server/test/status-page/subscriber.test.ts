// On both databases: subscriber.repo.ts, status-mail.repo.ts
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { and, eq } from 'drizzle-orm';
import { mailOutbox, statusMail, statusSubscriber } from '../../src/db/schema.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { incidentOf, reported, world, type World } from './status-support.ts';

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
  assert.equal((await mailsTo(own, 'ada@example.com')).length, 1, 'no second email within 15 minutes');
  const [mail] = await mailsTo(own, 'ada@example.com');
  await own.visitor.post(linkIn(mail?.text, 'confirm'));
  clock.offsetMs += 20 * 60_000;
  const known = await enter(own, 'ADA@example.com');
  assert.deepEqual([again.text, known.text], [first.text, first.text]);
  assert.match((await mailsTo(own, 'ada@example.com')).at(-1)?.subject ?? '', /^You already get/);
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

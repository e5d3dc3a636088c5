import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { announcementMail, mailOutbox, task, user } from '../../src/db/schema.ts';
import { readersAfter, startDueMailings } from '../../src/modules/announcement/announcement.tasks.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { tenant } from '../site/site-support.ts';
import { announced, rowOf, TEXTS, world, type World } from './announcement-support.ts';

const HOUR_MS = 3_600_000;
let server: TestServer;
const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) };
before(async () => void (server = await startTestServer({ clock })));
after(() => server.stop());

/** Emails of the partner by recipient. */
const mailsOf = async ({ partner }: World) =>
  (await server.db.select().from(mailOutbox).where(eq(mailOutbox.partnerId, partner.id))).toSorted((one, other) =>
    one.recipient.localeCompare(other.recipient),
  );
const mailed = ({ staff }: World, id: string) =>
  until('its emails to be sent', async () => (await rowOf(staff, id)).mail?.state === 'ended');

test('each customer whom it concerns gets one email with the text and the brand', async () => {
  const own = await world(server);
  const neighbour = await tenant(server, {}, own.partner);
  const suspended = await tenant(server, {}, own.partner);
  await server.db.update(user).set({ suspendedAt: new Date() }).where(eq(user.id, suspended.customer.id));
  const markdown = '## When\n\nFrom [here](/sites) to https://example.com/\n\n- one\n  - two';
  const id = await announced(own.staff, { title: 'Moving', markdown, mail: true });
  await mailed(own, id);
  await startDueMailings(server.app);
  const mails = await mailsOf(own);
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    [own.customer.email, neighbour.customer.email].toSorted((one, other) => one.localeCompare(other)),
  );
  assert.equal(mails[0]?.subject, 'Moving');
  assert.match(
    mails[0]?.text ?? '',
    new RegExp(`From here \\(http://${own.partner.domain}[^/]*/sites\\) to https://example.com/`),
  );
  assert.match(mails[0]?.text ?? '', /- one\n\n {2}- two/);
  assert.deepEqual((await rowOf(own.staff, id)).mail, { state: 'ended', sent: 2, failed: 0 });
  const kinds = await server.db.select({ kind: task.kind }).from(task).where(eq(task.resourceId, id));
  assert.deepEqual(kinds, [{ kind: 'announcement.mail' }]);
});

test('emails of a later announcement are sent once it begins, and not once it has ended', async () => {
  const own = await world(server);
  const from = new Date(clock.now().getTime() + HOUR_MS).toISOString();
  const [later, never] = [
    await announced(own.staff, { from, mail: true }),
    await announced(own.staff, { from, mail: true }),
  ];
  await startDueMailings(server.app);
  assert.deepEqual(await mailsOf(own), []);
  assert.equal((await rowOf(own.staff, later)).mail?.state, 'waiting');
  assert.equal((await own.staff.post(`/partner/announcements/${never}/end`, {})).status, 200);
  clock.offsetMs += 2 * HOUR_MS;
  await Promise.all([startDueMailings(server.app), startDueMailings(server.app)]);
  await mailed(own, later);
  assert.equal((await mailsOf(own)).length, 1);
  assert.equal(await server.db.$count(announcementMail, eq(announcementMail.announcementId, never)), 0);
});

test('emails can be asked for afterwards, and no change sends them again', async () => {
  const own = await world(server);
  const id = await announced(own.staff);
  const save = (version: number, mail: boolean) =>
    own.staff.put(`/partner/announcements/${id}`, { ...TEXTS, version, mail });
  assert.equal((await save(1, true)).status, 200);
  await mailed(own, id);
  assert.equal((await save(2, false)).status, 200);
  assert.equal((await save(3, true)).status, 200);
  await startDueMailings(server.app);
  assert.equal((await rowOf(own.staff, id)).mail?.state, 'ended');
  assert.equal((await mailsOf(own)).length, 1);
});

test('customers of every partner get what the operator announces, each with the brand of their partner', async () => {
  const [own, other] = [await world(server), await world(server)];
  const root = await server.as(own.partner, await server.scenario.superadmin());
  const id = await announced(root, { title: 'Everywhere', mail: true, all_partners: true });
  await until('its emails to be sent', async () => (await rowOf(root, id)).mail?.state === 'ended');
  for (const { partner, customer } of [own, other]) {
    const mails = (await server.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, customer.email))).filter(
      ({ subject }) => subject === 'Everywhere',
    );
    assert.deepEqual(
      mails.map(({ partnerId }) => partnerId),
      [partner.id],
    );
  }
});

test('what staff change while emails are sent counts for those that are not sent yet', async () => {
  const own = await world(server);
  const id = await announced(own.staff, { from: new Date(clock.now().getTime() + HOUR_MS).toISOString() });
  const emailsAfter = async () => {
    const next = await readersAfter(server.app, id, null);
    return next?.concerned.map((reader) => reader.user.email);
  };
  assert.deepEqual(await emailsAfter(), [own.customer.email]);
  // The customer has nothing in it.
  const saved = await own.staff.put(`/partner/announcements/${id}`, { ...TEXTS, version: 1, sections: ['sites'] });
  assert.equal(saved.status, 200, saved.text);
  assert.deepEqual(await emailsAfter(), []);
  assert.equal((await own.staff.post(`/partner/announcements/${id}/end`, {})).status, 200);
  assert.equal(await emailsAfter(), undefined);
});

test('who was invited and has never come in gets none: nobody has confirmed the address', async () => {
  const own = await world(server);
  const invited = await tenant(server, {}, own.partner);
  await server.db.update(user).set({ passwordHash: null, lastSignInAt: null }).where(eq(user.id, invited.customer.id));
  const id = await announced(own.staff, { mail: true });
  await mailed(own, id);
  assert.deepEqual(
    (await mailsOf(own)).map(({ recipient }) => recipient),
    [own.customer.email],
  );
});

test('an announcement that ended before it began sends nothing and does not say that it will', async () => {
  const own = await world(server);
  const id = await announced(own.staff, { mail: true, from: new Date(clock.now().getTime() + HOUR_MS).toISOString() });
  assert.equal((await rowOf(own.staff, id)).mail?.state, 'waiting');
  assert.equal((await own.staff.post(`/partner/announcements/${id}/end`, {})).status, 200);
  assert.equal((await rowOf(own.staff, id)).mail, null);
});

test('while the mail server takes none, no email is lost: the task tries again later', async () => {
  const away = await startTestServer({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  try {
    const own = await world(away);
    const id = await announced(own.staff, { mail: true });
    const { id: taskId } = await until('the first attempt', async () => {
      const [row] = await away.db.select().from(task).where(eq(task.resourceId, id));
      return row?.notBefore && row.notBefore > new Date() ? row : undefined;
    });
    assert.deepEqual((await rowOf(own.staff, id)).mail, { state: 'sending', sent: 0, failed: 0 });
    assert.equal((await own.staff.post(`/task/${taskId}/cancel`)).status, 200);
    await until('it says that it was stopped', async () => (await rowOf(own.staff, id)).mail?.state === 'stopped');
  } finally {
    await away.stop();
  }
});

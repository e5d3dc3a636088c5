// On both databases: mail.repo.ts, and claimed rows are locked.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { desc, eq } from 'drizzle-orm';
import { mailOutbox } from '../../src/db/schema.ts';
import { createMailPort } from '../../src/modules/mail/mail-port.ts';
import { claimMails } from '../../src/modules/mail/mail.repo.ts';
import { startPanel, type Panel } from '../http/harness.ts';
import { startSmtpReceiver } from './smtp-receiver.ts';

const MINUTE_MS = 60_000;
let panel: Panel;
let smtp: Awaited<ReturnType<typeof startSmtpReceiver>>;
before(async () => {
  smtp = await startSmtpReceiver();
  panel = await startPanel({ env: { SMTP_URL: smtp.url } });
});
after(async () => {
  await panel.close();
  await smtp.close();
});
beforeEach(async () => {
  await panel.ctx.db.delete(mailOutbox);
  smtp.received.length = 0;
  smtp.busy = false;
  panel.clock.offsetMs = 0;
});

const SECRET = 'https://panel.example/setPassword?token=s3cret';
const queue = (to: string, tx = panel.ctx.db) =>
  panel.ctx.mail.queue(tx, { partnerId: null, to, subject: 'Hello', text: SECRET, html: `<a href="${SECRET}">Go</a>` });
const rows = () => panel.ctx.db.select().from(mailOutbox).orderBy(desc(mailOutbox.createdAt));
const states = async () => (await rows()).map(({ state }) => state);

test('an email that waits is sealed, and nothing of its text is kept once it is sent', async () => {
  await queue('real@example.com');
  const [waiting] = await rows();
  assert.deepEqual([waiting?.state, waiting?.text, waiting?.html], ['waiting', '', null]);
  assert.doesNotMatch(waiting?.sealed ?? '', /token|s3cret/);
  await panel.ctx.mail.sendWaiting();
  assert.match(smtp.received[0]?.data.replace(/=\n/g, '') ?? '', /setPassword\?token=(?:3D)?s3cret/);
  assert.match(smtp.received[0]?.data ?? '', /text\/html/);
  const [sent] = await rows();
  assert.deepEqual([sent?.state, sent?.text, sent?.html, sent?.sealed], ['sent', '', null, null]);
  await panel.ctx.mail.sendWaiting();
  assert.equal(smtp.received.length, 1);
});

test('an email of a transaction that is undone is not sent', async () => {
  await assert.rejects(
    panel.ctx.db.transaction(async (tx) => {
      await queue('real@example.com', tx);
      throw new Error('undone');
    }),
  );
  await panel.ctx.mail.sendWaiting();
  assert.deepEqual([await states(), smtp.received.length], [[], 0]);
});

test('processes that send at the same time send each email once', async () => {
  for (let index = 0; index < 45; index += 1) await queue(`reader${index}@example.com`);
  const others = Array.from({ length: 3 }, () => createMailPort(panel.ctx));
  await Promise.all(others.map((port) => port.sendWaiting()));
  const receivers = smtp.received.flatMap(({ to }) => to);
  assert.deepEqual([receivers.length, new Set(receivers).size], [45, 45]);
});

test('one that was taken by a process that has ended is sent by another, a while later', async () => {
  await queue('real@example.com');
  const now = panel.clock.now();
  await claimMails(panel.ctx.db, { now, again: new Date(now.getTime() + 5 * MINUTE_MS), limit: 1 });
  await panel.ctx.mail.sendWaiting();
  assert.equal(smtp.received.length, 0);
  panel.clock.offsetMs = 6 * MINUTE_MS;
  await panel.ctx.mail.sendWaiting();
  assert.equal(smtp.received.length, 1);
});

test('a mail server that takes none gets it later, with growing pauses; one that refuses it does not', async () => {
  smtp.busy = true;
  await queue('real@example.com');
  for (const waited of [0, 1, 3]) {
    panel.clock.offsetMs = waited * MINUTE_MS;
    await panel.ctx.mail.sendWaiting();
    const [row] = await rows();
    assert.deepEqual([row?.state, /451/.test(row?.error ?? '')], ['waiting', true], `after ${waited} minutes`);
  }
  assert.equal((await rows())[0]?.attempts, 3);
  smtp.busy = false;
  panel.clock.offsetMs = 6 * MINUTE_MS;
  await panel.ctx.mail.sendWaiting();
  assert.deepEqual([await states(), smtp.received.length], [['waiting'], 0], 'its pause is four minutes');
  panel.clock.offsetMs = 8 * MINUTE_MS;
  await panel.ctx.mail.sendWaiting();
  assert.deepEqual([await states(), smtp.received.length], [['sent'], 1]);

  await queue('refused@example.com');
  await panel.ctx.mail.sendWaiting();
  const [refused] = await rows();
  assert.deepEqual([refused?.state, refused?.sealed, refused?.dueAt], ['failed', null, null]);
});

test('a server that takes none is asked for one email, and all of them are sent once it is back', async () => {
  smtp.busy = true;
  for (const to of ['one@example.com', 'two@example.com', 'three@example.com']) await queue(to);
  await panel.ctx.mail.sendWaiting();
  assert.deepEqual((await rows()).map(({ attempts }) => attempts).sort(), [0, 0, 1]);
  smtp.busy = false;
  panel.clock.offsetMs = 2 * MINUTE_MS;
  await panel.ctx.mail.sendWaiting();
  assert.deepEqual([await states(), smtp.received.length], [['sent', 'sent', 'sent'], 3]);
});

test('one that was sealed with another key has failed, and holds up no other', async () => {
  await queue('lost@example.com');
  await panel.ctx.db
    .update(mailOutbox)
    .set({ sealed: 'of another key' })
    .where(eq(mailOutbox.recipient, 'lost@example.com'));
  await queue('real@example.com');
  await panel.ctx.mail.sendWaiting();
  const kept = Object.fromEntries((await rows()).map((row) => [row.recipient, [row.state, row.sealed]]));
  assert.deepEqual(kept, { 'lost@example.com': ['failed', null], 'real@example.com': ['sent', null] });
});

test('one that no server takes for a day has failed, and its text is gone', async () => {
  smtp.busy = true;
  await queue('real@example.com');
  for (let tries = 0; tries < 40; tries += 1) {
    await panel.ctx.mail.sendWaiting();
    panel.clock.offsetMs += 61 * MINUTE_MS;
  }
  const [row] = await rows();
  assert.deepEqual([row?.state, row?.attempts, row?.sealed], ['failed', 30, null]);
});

test('the link of a deletion is sent although the process ends right after the answer', async () => {
  const owner = await panel.addPartner();
  const browser = await panel.signedIn(owner, await panel.addUser(owner, 'customer'));
  await panel.app.idle();
  smtp.received.length = 0;
  const { sendWaiting } = panel.ctx.mail;
  panel.ctx.mail.sendWaiting = async () => undefined;
  try {
    assert.equal((await browser.post('/account/deletion')).status, 200);
    await panel.app.idle();
  } finally {
    panel.ctx.mail.sendWaiting = sendWaiting;
  }
  assert.equal(smtp.received.length, 0);
  await panel.ctx.mail.sendWaiting();
  assert.match(smtp.received[0]?.data ?? '', /token/);
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { auditLog, backup, mailOutbox, notification } from '../../src/db/schema.ts';
import { audit } from '../../src/context/audit.repo.ts';
import { removeOldRecords, sweepExpired } from '../../src/start/sweeps.ts';
import { addLimitHits, limitHitsOf } from '../../src/metrics/limit-hit.repo.ts';
import { scenarioRepo } from '../../src/testing/scenario.repo.ts';
import { startPanel, type Panel } from './harness.ts';

const DAY_MS = 24 * 3_600_000;
let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

test('emails and anonymous audit entries are removed after 90 days; users’ own stay', async () => {
  const { db } = panel.ctx;
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const request = { id: 'request', ip: '127.0.0.1' };
  await audit(db, 'login.failed', { partnerId: owner.id, userId: null, request });
  await audit(db, 'login.failed', { partnerId: owner.id, userId: customer.id, request });
  await audit(db, 'site.delete', { partnerId: owner.id, userId: customer.id, request });
  await db.insert(mailOutbox).values({
    partnerId: owner.id,
    sender: 'a@example.com',
    recipient: 'b@example.com',
    subject: 'Hello',
    text: 'Hello',
    state: 'caught',
  });
  const left = async () => ({
    audit: (await db.select().from(auditLog).where(eq(auditLog.partnerId, owner.id)))
      .map(({ action }) => action)
      .sort(),
    mails: (await db.select().from(mailOutbox).where(eq(mailOutbox.partnerId, owner.id))).length,
  });
  panel.clock.offsetMs = 89 * DAY_MS;
  await removeOldRecords(panel.ctx);
  assert.deepEqual(await left(), { audit: ['login.failed', 'login.failed', 'site.delete'], mails: 1 });
  panel.clock.offsetMs = 91 * DAY_MS;
  await removeOldRecords(panel.ctx);
  assert.deepEqual(await left(), { audit: ['site.delete'], mails: 0 });
});

test('notifications are removed after 180 days, limit hits after 31', async () => {
  const { db } = panel.ctx;
  panel.clock.offsetMs = 0;
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const site = await scenarioRepo(db).site(owner, customer, { name: 'kept' });
  await db
    .insert(notification)
    .values({ userId: customer.id, type: 'site_created', description: 'Your site is ready.' });
  const now = panel.clock.now().toISOString();
  await addLimitHits(db, {
    id: randomUUID(),
    rows: [{ siteId: site.id, day: now.slice(0, 10), kind: 'memory', count: 2, lastAt: now }],
  });
  const left = async () => [
    (await db.select().from(notification).where(eq(notification.userId, customer.id))).length,
    (await limitHitsOf(db, site.id, 400)).length,
  ];
  for (const [days, kept] of [
    [30, [1, 1]],
    [33, [1, 0]],
    [179, [1, 0]],
    [181, [0, 0]],
  ] as const) {
    panel.clock.offsetMs = days * DAY_MS;
    await removeOldRecords(panel.ctx);
    assert.deepEqual(await left(), kept, `after ${days} days`);
  }
  panel.clock.offsetMs = 0;
});

test('scheduled backups that failed are removed after 31 days; those that others made or that succeeded stay', async () => {
  const { db } = panel.ctx;
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const { id: siteId } = await scenarioRepo(db).site(owner, customer, { name: 'nightly' });
  const row = (name: string, more: Partial<typeof backup.$inferInsert> = {}) => ({
    ...{ workloadId: siteId, taskId: randomUUID(), name, type: 'daily' as const, status: 'failed' as const, ...more },
  });
  await db
    .insert(backup)
    .values([
      row('failed'),
      row('failed weekly', { type: 'weekly' }),
      row('by hand', { type: 'manual' }),
      row('complete', { status: 'succeeded', sha256: 'ab', size: 1 }),
      row('damaged', { sha256: 'ab', size: 1 }),
    ]);
  const left = async () =>
    (await db.select().from(backup).where(eq(backup.workloadId, siteId))).map(({ name }) => name).sort();
  panel.clock.offsetMs = 30 * DAY_MS;
  await removeOldRecords(panel.ctx);
  assert.equal((await left()).length, 5);
  panel.clock.offsetMs = 32 * DAY_MS;
  await removeOldRecords(panel.ctx);
  assert.deepEqual(await left(), ['by hand', 'complete', 'damaged']);
  panel.clock.offsetMs = 0;
});

test('of the caught emails of hosted sites the last 500 of each partner stay; the panel’s own all stay', async () => {
  const { db } = panel.ctx;
  const [owner, other] = [await panel.addPartner(), await panel.addPartner()];
  const at = panel.ctx.clock.now().getTime();
  const mail = (partnerId: string, sender: string, minutes: number) => ({
    partnerId,
    sender,
    recipient: 'b@example.com',
    subject: `${minutes}`,
    text: 'Hello',
    state: 'caught' as const,
    createdAt: new Date(at - minutes * 60_000),
  });
  await db
    .insert(mailOutbox)
    .values(Array.from({ length: 510 }, (_, minutes) => mail(owner.id, 'a@b.example (bakery.example)', minutes)));
  await db
    .insert(mailOutbox)
    .values([mail(owner.id, 'no-reply@b.example', 900), mail(other.id, 'a@b.example (florist.example)', 900)]);
  await sweepExpired(panel.ctx);
  const left = async (partnerId: string) =>
    (await db.select().from(mailOutbox).where(eq(mailOutbox.partnerId, partnerId)))
      .map(({ subject }) => Number(subject))
      .sort((a, b) => a - b);
  assert.deepEqual(await left(owner.id), [...Array.from({ length: 500 }, (_, minutes) => minutes), 900]);
  assert.deepEqual(await left(other.id), [900]);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { auditLog, mailOutbox } from '../../src/db/schema.ts';
import { audit } from '../../src/http/audit.repo.ts';
import { sweepEnded } from '../../src/http/housekeeping.ts';
import { startPanel, type Panel } from './harness.ts';

const DAY_MS = 24 * 3_600_000;
let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

test('mails and what anonymous requests left in the audit are removed after 90 days; what people did stays', async () => {
  const { db } = panel.ctx;
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const request = { id: 'request', ip: '127.0.0.1' };
  await audit(db, 'login.failed', { partnerId: owner.id, userId: null, request });
  await audit(db, 'login.failed', { partnerId: owner.id, userId: customer.id, request });
  await audit(db, 'site.delete', { partnerId: owner.id, userId: customer.id, request });
  await db.insert(mailOutbox).values({ partnerId: owner.id, sender: 'a@example.com', recipient: 'b@example.com', subject: 'Hello', text: 'Hello', state: 'caught' });
  const left = async () => ({
    audit: (await db.select().from(auditLog).where(eq(auditLog.partnerId, owner.id))).map(({ action }) => action).sort(),
    mails: (await db.select().from(mailOutbox).where(eq(mailOutbox.partnerId, owner.id))).length,
  });
  panel.clock.offsetMs = 89 * DAY_MS;
  await sweepEnded(panel.ctx);
  assert.deepEqual(await left(), { audit: ['login.failed', 'login.failed', 'site.delete'], mails: 1 });
  panel.clock.offsetMs = 91 * DAY_MS;
  await sweepEnded(panel.ctx);
  assert.deepEqual(await left(), { audit: ['site.delete'], mails: 0 });
});

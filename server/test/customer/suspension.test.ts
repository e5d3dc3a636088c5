import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { and, eq } from 'drizzle-orm';
import { auditLog, siteAccess, workload } from '../../src/db/schema.ts';
import { createEdgeDirectory } from '../../src/modules/cdn/edge-directory.repo.ts';
import { createSftpDirectory } from '../../src/modules/site-access/sftp-directory.ts';
import { passwordHash } from '../../src/modules/site-access/site-access.service.ts';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import type { Browser } from '../http/browser.ts';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';
import { addSite, linkTokenTo } from './customer-support.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

async function world(): Promise<{ owner: PartnerRow; staff: Browser; customer: UserRow }> {
  const owner = await panel.addPartner({ isSpecial: true });
  const staff = await panel.entered(owner, await panel.addUser(owner, 'admin'));
  return { owner, staff, customer: await panel.addUser(owner, 'customer') };
}
const change = async (staff: Browser, { id }: UserRow, to: string) => {
  const answer = await staff.post(`/customer/${id}/${to}`, {});
  assert.equal(answer.status, 200, answer.text);
};

test('a suspension ends sessions and refuses each way to sign in with a sentence; its end lets them in again', async () => {
  const { owner, staff, customer } = await world();
  const [open, second] = [await panel.signedIn(owner, customer), await panel.entered(owner, customer)];
  await change(staff, customer, 'suspend');
  assert.equal((await open.get('/user/profile')).status, 401);
  assert.equal((await second.get('/user/profile')).status, 401);
  const guest = panel.browser(owner);
  const refused = await guest.post('/login', { email: customer.email, password: PASSWORD });
  assert.deepEqual([refused.status, refused.body['code']], [403, 'ACCOUNT_SUSPENDED']);
  assert.equal(
    refused.body['message'],
    `This account is suspended. Write to ${owner.supportEmail} to have it opened again.`,
  );
  const wrong = await guest.post('/login', { email: customer.email, password: 'Wrong1Password' });
  assert.equal(wrong.body['code'], 'LOGIN_FAILED', 'who has not the password learns nothing');
  await guest.post('/forget-password', { email: customer.email });
  const reset = { token: await linkTokenTo(panel, customer.email), password: 'Another2Horse' };
  assert.equal((await guest.post('/reset-password', reset)).body['code'], 'ACCOUNT_SUSPENDED');

  const { body } = await staff.get(`/customer/${customer.id}`);
  assert.equal(body['state'], 'suspended');
  const attempts = (await staff.get(`/customer/${customer.id}/sign-ins`)).body as unknown as { result: string }[];
  assert.deepEqual(
    attempts.map(({ result }) => result),
    ['refused', 'refused', 'signed_in'],
  );
  await change(staff, customer, 'unsuspend');
  assert.equal((await guest.post('/login', { email: customer.email, password: PASSWORD })).status, 200);
});

test('a session that is opened while the suspension is decided opens nothing', async () => {
  const { owner, staff, customer } = await world();
  await change(staff, customer, 'suspend');
  // As a sign-in that had read the account before.
  const late = await panel.entered(owner, customer);
  assert.equal((await late.get('/user/profile')).status, 401);
});

test('API tokens are refused while their owner is suspended, and work again afterwards', async () => {
  const { owner, staff, customer } = await world();
  const own = await panel.signedIn(owner, customer);
  const made = await own.post('/api-token', {
    ...{ name: 'Deploys', scopes: ['sites:read'], expires_in_days: 30, password: PASSWORD },
  });
  assert.equal(made.status, 200, made.text);
  const authorization = `Bearer ${made.body['token']}`;
  const ask = () => panel.browser(owner).get('/site', { authorization });
  assert.equal((await ask()).status, 200);
  await change(staff, customer, 'suspend');
  assert.deepEqual([(await ask()).status, (await ask()).body['code']], [401, 'API_TOKEN_ACCOUNT']);
  await change(staff, customer, 'unsuspend');
  assert.equal((await ask()).status, 200);
});

test('the edge serves the partner’s page for sites and applications of a suspended customer alone', async () => {
  const { owner, staff, customer } = await world();
  const [site, app] = [await addSite(panel, owner, customer), await addSite(panel, owner, customer, { kind: 'node' })];
  const others = [
    await addSite(panel, owner, await panel.addUser(owner, 'customer')),
    await addSite(panel, owner, null),
  ];
  const directory = createEdgeDirectory(panel.ctx.db, panel.ctx);
  const suspended = async (row: { fqdn: string }) => (await directory.resolve(row.fqdn))?.isSuspended ?? false;
  const all = () => Promise.all([site, app, ...others].map(suspended));
  assert.deepEqual(await all(), [false, false, false, false]);
  await change(staff, customer, 'suspend');
  assert.deepEqual(await all(), [true, true, false, false]);
  const [row] = await panel.ctx.db.select().from(workload).where(eq(workload.id, site.id));
  assert.deepEqual([row?.status, row?.customerId], ['ready', customer.id], 'the site itself is as it was');
  await change(staff, customer, 'unsuspend');
  assert.deepEqual(await all(), [false, false, false, false]);
});

test('SFTP refuses a suspended customer, and open connections end', async () => {
  const { owner, staff, customer } = await world();
  const site = await addSite(panel, owner, customer);
  const [userName, password] = [`u${randomBytes(4).toString('hex')}`, 'secret'];
  const expiresAt = new Date(Date.now() + 3_600_000);
  await panel.ctx.db.insert(siteAccess).values({
    ...{ id: randomUUID(), workloadId: site.id, kind: 'sftp', userName, expiresAt },
    passwordHash: passwordHash(password),
  });
  const sftp = createSftpDirectory(panel.ctx);
  const access = await sftp.signIn(userName, password, '192.0.2.7');
  assert.ok(access);
  const connection = await sftp.began(access.accessId, '192.0.2.7');
  assert.deepEqual([...(await sftp.renew([connection]))], [connection]);
  await change(staff, customer, 'suspend');
  assert.equal(await sftp.signIn(userName, password, '192.0.2.7'), null);
  assert.deepEqual([...(await sftp.renew([connection]))], []);
  await change(staff, customer, 'unsuspend');
  assert.ok(await sftp.signIn(userName, password, '192.0.2.7'));
});

test('a suspension that is repeated changes nothing: of the lines of both calls, one has a change', async () => {
  const { staff, customer } = await world();
  await change(staff, customer, 'suspend');
  await change(staff, customer, 'suspend');
  const entries = await panel.ctx.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.action, 'customer.suspend'), eq(auditLog.partnerId, customer.partnerId ?? '')));
  assert.equal(entries.length, 2);
  assert.deepEqual(
    entries.map(({ detail }) => detail).filter((detail) => Object.keys(detail).length > 0),
    [{ customerId: customer.id }],
  );
});

import type { Reseller } from '@panel/contract';
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { isServed } from '../../src/db/open-account.ts';
import { partner, siteAccess } from '../../src/db/schema.ts';
import { createEdgeDirectory } from '../../src/modules/cdn/edge-directory.repo.ts';
import { createSftpDirectory } from '../../src/modules/site-access/sftp-directory.ts';
import { passwordHash } from '../../src/modules/site-access/site-access.service.ts';
import { addSite, linkTokenTo } from '../customer/customer-support.ts';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';
import { create, dataOf, operator, visitorAt } from './reseller-support.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

/** A superadmin, and another partner with staff, a customer and a site. */
async function world() {
  const { own, staff } = await operator(panel);
  const other = await panel.addPartner();
  const admin = await panel.addUser(other, 'admin');
  const customer = await panel.addUser(other, 'customer');
  return { own, staff, other, admin, customer, site: await addSite(panel, other, customer) };
}
const path = ({ id }: { id: string }, to = '') => `/platform/partners/${id}${to && `/${to}`}`;

test('a suspended partner’s panel refuses everybody with its page and whom to write to, and opens again afterwards', async () => {
  const { staff, other, admin, customer } = await world();
  const inside = await panel.signedIn(other, customer);
  const root = await panel.entered(other, await panel.addUser(null, 'superadmin'));
  assert.equal(dataOf(await staff.post(path(other, 'suspend'), {})).state, 'suspended');
  for (const browser of [inside, root]) {
    const refused = await browser.get('/user/profile');
    assert.deepEqual([refused.status, refused.body['code']], [403, 'PARTNER_SUSPENDED']);
    assert.match(String(refused.body['message']), new RegExp(other.supportEmail));
  }
  for (const { email } of [admin, customer]) {
    const login = await panel.browser(other).post('/login', { email, password: PASSWORD });
    assert.deepEqual([login.status, login.body['code']], [403, 'PARTNER_SUSPENDED']);
  }
  const page = await panel.browser(other, { accept: 'text/html' }).get('/login');
  assert.equal(page.status, 403);
  assert.match(page.text, /Panel suspended/);
  assert.ok(page.text.includes(other.attributes.RESELLER_COMPANY_NAME ?? other.name));
  const { origin } = panel.browser(other);
  const plain: Record<string, string>[] = [{}, { accept: '*/*' }];
  for (const headers of plain) {
    const command = await panel.app.request(`${origin}/git/shop.git/info/refs`, {
      headers: { host: new URL(origin).host, ...headers },
    });
    assert.deepEqual([command.status, command.headers.get('content-type')], [403, 'text/plain; charset=utf-8']);
    assert.match(await command.text(), new RegExp(`^This panel is suspended\\..+ Write to ${other.supportEmail} `));
  }
  const token = await panel.browser(other).get('/site', { authorization: 'Bearer nothing' });
  assert.equal(token.body['code'], 'PARTNER_SUSPENDED');

  assert.equal(dataOf(await staff.post(path(other, 'unsuspend'), {})).state, 'active');
  assert.equal((await inside.get('/user/profile')).status, 401, 'a suspension ends sessions');
  const login = await panel.browser(other).post('/login', { email: customer.email, password: PASSWORD });
  assert.equal(login.status, 200, login.text);
});

test('its sites show the page of suspended ones, with or without a customer; others are served', async () => {
  const { own, staff, other, site } = await world();
  const [lonely, foreign] = [await addSite(panel, other, null), await addSite(panel, own, null)];
  const directory = createEdgeDirectory(panel.ctx.db, panel.ctx);
  const suspended = async () =>
    Promise.all(
      [site, lonely, foreign].map(async ({ id, fqdn }) => [
        (await directory.resolve(fqdn))?.isSuspended ?? false,
        !(await isServed(panel.ctx.db, id)),
      ]),
    );
  const [open, closed] = [
    [false, false],
    [true, true],
  ];
  assert.deepEqual(await suspended(), [open, open, open]);
  await staff.post(path(other, 'suspend'), {});
  assert.deepEqual(await suspended(), [closed, closed, open]);
  await staff.post(path(other, 'unsuspend'), {});
  assert.deepEqual(await suspended(), [open, open, open]);
});

test('SFTP refuses the sites of a suspended partner, and open connections end', async () => {
  const { staff, other, site } = await world();
  const [userName, password] = [`u${randomBytes(4).toString('hex')}`, 'secret'];
  await panel.ctx.db.insert(siteAccess).values({
    ...{ id: randomUUID(), workloadId: site.id, kind: 'sftp', userName, expiresAt: new Date(Date.now() + 3_600_000) },
    passwordHash: passwordHash(password),
  });
  const sftp = createSftpDirectory(panel.ctx);
  const access = await sftp.signIn(userName, password, '192.0.2.7');
  assert.ok(access);
  const connection = await sftp.began(access.accessId, '192.0.2.7');
  await staff.post(path(other, 'suspend'), {});
  assert.equal(await sftp.signIn(userName, password, '192.0.2.7'), null);
  assert.deepEqual([...(await sftp.renew([connection]))], []);
  await staff.post(path(other, 'unsuspend'), {});
  assert.ok(await sftp.signIn(userName, password, '192.0.2.7'));
});

test('a superadmin cannot close the panel that they are on, and two of them cannot close each other’s', async () => {
  const [one, two] = [await operator(panel), await operator(panel)];
  assert.equal((await one.staff.post(path(one.own, 'suspend'), {})).body['code'], 'PARTNER_OWN');
  assert.equal((await one.staff.write('DELETE', path(one.own))).body['code'], 'PARTNER_OWN');
  const answers = await Promise.all([
    one.staff.post(path(two.own, 'suspend'), {}),
    two.staff.post(path(one.own, 'suspend'), {}),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403]);
  const rows = await panel.ctx.db.select().from(partner).where(eq(partner.id, one.own.id));
  const others = await panel.ctx.db.select().from(partner).where(eq(partner.id, two.own.id));
  assert.equal([...rows, ...others].filter(({ suspendedAt }) => suspendedAt === null).length, 1);
});

test('a deletion closes the panel for 14 days, and is undone; a suspension from before stays', async () => {
  const { staff } = await operator(panel);
  const made = await create(staff);
  await staff.post(path(made, 'suspend'), {});
  const deleted = dataOf(await staff.write('DELETE', path(made)));
  const days = (Date.parse(deleted.deletes_at ?? '') - Date.now()) / (24 * 3_600_000);
  assert.ok(deleted.state === 'deleting' && days > 13.9 && days <= 14, `${days} days`);
  assert.equal((await visitorAt(panel, made.host).get('/partner/whitelabel')).status, 403);
  assert.equal(
    dataOf(await staff.write('DELETE', path(made))).deletes_at,
    deleted.deletes_at,
    'it does not begin again',
  );
  assert.equal(dataOf(await staff.post(path(made, 'restore'), {})).state, 'suspended');
  assert.equal(dataOf(await staff.post(path(made, 'unsuspend'), {})).state, 'active');
  assert.equal((await visitorAt(panel, made.host).get('/partner/whitelabel')).status, 200);
});

test('once its days are over, a deletion is undone no more', async () => {
  const { own, staff } = await operator(panel);
  const made = await create(staff);
  await staff.write('DELETE', path(made));
  panel.clock.offsetMs = 15 * 24 * 3_600_000;
  const late = await panel.entered(own, await panel.addUser(null, 'superadmin'));
  const restored = await late.post(path(made, 'restore'), {});
  assert.deepEqual([restored.status, restored.body['code']], [409, 'PARTNER_DELETING']);
  panel.clock.offsetMs = 0;
});

test('nobody is invited to a closed panel, and the link that was sent before stays', async () => {
  const { staff } = await operator(panel);
  const made = await create(staff);
  const link = await linkTokenTo(panel, made.invited ?? '');
  const codes: unknown[] = [];
  for (const [close, open] of [
    [() => staff.post(path(made, 'suspend'), {}), () => staff.post(path(made, 'unsuspend'), {})],
    [() => staff.write('DELETE', path(made)), () => staff.post(path(made, 'restore'), {})],
  ] as const) {
    await close();
    codes.push((await staff.post(path(made, 'invitation'), {})).body['code']);
    await open();
  }
  assert.deepEqual(codes, ['PARTNER_CLOSED', 'PARTNER_CLOSED']);
  const set = await visitorAt(panel, made.host).post('/set-password', { token: link, password: PASSWORD });
  assert.equal(set.status, 200, set.text);
});

test('staff of a partner see no partners and change none, also not their own', async () => {
  const { staff, other, admin } = await world();
  const made = await create(staff);
  const inside = await panel.entered(other, admin);
  for (const { id } of [made, other]) {
    assert.equal((await inside.get(path({ id }))).status, 403);
    assert.equal(
      (await inside.write('PUT', path({ id }), { limits: { customers: null, sites: null, disk_gb: null } })).status,
      403,
    );
    assert.equal((await inside.post(path({ id }, 'unsuspend'), {})).status, 403);
  }
  assert.equal((await inside.get('/platform/partners')).status, 403);
  const { body } = await staff.get(path(made));
  assert.equal((body as unknown as Reseller).state, 'active');
});

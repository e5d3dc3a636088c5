import type { Coupon, CustomerDetail, CustomerSite, Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { coupon, planPrice, purchase, schedule, task, user, workload } from '../../src/db/schema.ts';
import { customerKinds } from '../../src/modules/customer/customer-end.tasks.ts';
import { startDue } from '../../src/tasks/scheduler.ts';
import { startTestServer, until, type Client, type TestServer } from '../../src/testing/index.ts';
import { readySite, tenant, visit, type Tenant } from '../site/site-support.ts';

const DAY_MS = 24 * 3_600_000;
let server: TestServer;
const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) };
before(async () => void (server = await startTestServer({ clock })));
after(() => server.stop());

const admin = async ({ partner }: Tenant): Promise<Client> =>
  server.as(partner, await server.scenario.user(partner, 'admin', {}));
const customerOf = async (staff: Client, { customer }: Tenant) =>
  (await staff.get<CustomerDetail>(`/customer/${customer.id}`)).body;
const change = async (staff: Client, { customer }: Tenant, to: string): Promise<void> => {
  const answer = await staff.post(`/customer/${customer.id}/${to}`, {});
  assert.equal(answer.status, 200, answer.text);
};
const accountOf = async ({ customer }: Tenant) =>
  (await server.db.select().from(user).where(eq(user.id, customer.id)))[0];
const folderOf = (siteId: string) => path.join(server.dataDir, 'sites', siteId, 'live');

/** A code that the customer used for a purchase, as often as it can be. */
async function useCoupon({ partner, customer }: Tenant): Promise<void> {
  const { db } = server;
  const price = { product: 'site_basic', interval: 'month', currency: 'usd', amount: 1000 } as const;
  const [priced] = await db
    .insert(planPrice)
    .values({ partnerId: partner.id, ...price })
    .returning();
  const [code] = await db
    .insert(coupon)
    .values({ partnerId: partner.id, code: 'ONCE', percent: 25, duration: 'once', maxUses: 1, products: [] })
    .returning();
  assert.ok(priced && code);
  await db.insert(purchase).values({
    ...{ partnerId: partner.id, customerId: customer.id, priceId: priced.id, couponId: code.id },
    ...{ quantity: 1, amount: 1000, discount: 250, currency: 'usd', status: 'paid' },
  });
}

/** Runs the hourly schedule and waits for it and for the deletions of sites that it starts. */
async function endDue(): Promise<void> {
  const id = 'panel.customers';
  await server.db
    .update(schedule)
    .set({ nextAt: new Date(Date.now() - DAY_MS), lastTaskId: null })
    .where(eq(schedule.id, id));
  await startDue(server.app, customerKinds);
  const started = await until(
    'the schedule to have started',
    async () => (await server.db.select().from(schedule).where(eq(schedule.id, id)))[0]?.lastTaskId,
  );
  assert.equal((await server.app.tasks.waitFor(started)).status, 'succeeded');
  for (const one of await server.db.select({ id: task.id }).from(task).where(eq(task.kind, 'site.delete')))
    await server.app.tasks.waitFor(one.id);
}

test('visitors of a suspended customer’s site get the partner’s page, and the site as it was afterwards', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'shop');
  const staff = await admin(own);
  const before = await visit(server, site.fqdn);
  assert.equal(before.status, 200);
  await change(staff, own, 'suspend');
  const during = await visit(server, site.fqdn);
  assert.equal(during.status, 503);
  assert.match(during.text, /This site is suspended/);
  assert.match(during.text, new RegExp(own.partner.attributes.RESELLER_COMPANY_NAME ?? own.partner.name));
  await change(staff, own, 'unsuspend');
  assert.equal((await visit(server, site.fqdn)).text, before.text);
});

test('a deletion is undone within its days: nothing is gone, and the suspension from before stays', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'kept');
  const staff = await admin(own);
  await change(staff, own, 'suspend');
  assert.equal((await staff.delete(`/customer/${own.customer.id}`)).status, 200);
  const { state, deletes_at: at, sites } = await customerOf(staff, own);
  assert.deepEqual([state, sites], ['deleting', 1]);
  const days = (Date.parse(at ?? '') - clock.now().getTime()) / DAY_MS;
  assert.ok(days > 13.9 && days <= 14, `${days} days`);
  await endDue();
  assert.ok(existsSync(folderOf(site.site_id)));
  assert.equal((await visit(server, site.fqdn)).status, 503);
  await change(staff, own, 'restore');
  assert.equal((await customerOf(staff, own)).state, 'suspended');
  await change(staff, own, 'unsuspend');
  assert.equal((await visit(server, site.fqdn)).status, 200);
});

test('after its days a deleted customer goes with all sites, and everybody else stays', async () => {
  const [own, other] = [await tenant(server), await tenant(server)];
  const [site, kept] = [await readySite(own, 'gone'), await readySite(other, 'other')];
  const first = await admin(own);
  await useCoupon(own);
  assert.equal((await first.delete(`/customer/${own.customer.id}`)).status, 200);
  clock.offsetMs += 15 * DAY_MS;
  await endDue();
  assert.equal(existsSync(folderOf(site.site_id)), false);
  assert.ok(await accountOf(own), 'the account waits for its sites');
  await endDue();
  assert.equal(await accountOf(own), undefined);
  const staff = await admin(own);
  assert.equal((await staff.get(`/customer/${own.customer.id}`)).status, 404);
  const { pageElements: coupons } = (await staff.get<Page<Coupon>>('/partner/coupons')).body;
  assert.deepEqual(
    coupons.map(({ state, uses }) => [state, uses]),
    [['used_up', 1]],
    'a use is not given back',
  );
  assert.ok(await accountOf(other));
  assert.equal((await visit(server, kept.fqdn)).status, 200);
});

test('a customer who was restored while the schedule ran loses nothing', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'back');
  const staff = await admin(own);
  await staff.delete(`/customer/${own.customer.id}`);
  await server.db
    .update(user)
    .set({ deletesAt: new Date(clock.now().getTime() - DAY_MS) })
    .where(eq(user.id, own.customer.id));
  await change(staff, own, 'restore');
  await endDue();
  const [row] = await server.db.select().from(workload).where(eq(workload.id, site.site_id));
  assert.deepEqual([row?.status, row?.binnedAt], ['ready', null]);
  const sites = await staff.get<CustomerSite[]>(`/customer/${own.customer.id}/sites`);
  assert.deepEqual(
    sites.body.map(({ site_id }) => site_id),
    [site.site_id],
  );
});

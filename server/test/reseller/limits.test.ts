import type { LicenseProduct } from '@panel/contract';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { and, eq } from 'drizzle-orm';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { license, mailOutbox, user, workload } from '../../src/db/schema.ts';
import { addSite } from '../customer/customer-support.ts';
import { startPanel, type Panel } from '../http/harness.ts';
import { dataOf, operator } from './reseller-support.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel({ tasks: true });
});
after(() => panel.close());

const NONE = { customers: null, sites: null, disk_gb: null };
let count = 0;
const email = ({ slug }: PartnerRow) => `c${(count += 1)}.${slug}@people.example`;

/** A partner with limits that an operator has set. */
async function limited(limits: Partial<Record<keyof typeof NONE, number>>) {
  const { staff: root } = await operator(panel);
  // With applications.
  const owner = await panel.addPartner({ isSpecial: true });
  const set = async (values: Partial<Record<keyof typeof NONE, number | null>>) =>
    dataOf(await root.write('PUT', `/platform/partners/${owner.id}`, { limits: { ...NONE, ...values } }));
  await set(limits);
  return { owner, set, staff: await panel.entered(owner, await panel.addUser(owner, 'admin')) };
}
const customersOf = ({ id }: PartnerRow) =>
  panel.ctx.db.$count(user, and(eq(user.partnerId, id), eq(user.role, 'customer')));

test('a partner has no more customers than its limit, however they come: created, imported, signed up, at once', async () => {
  const { owner, staff, set } = await limited({ customers: 2 });
  assert.equal((await staff.post('/customer', { email: email(owner) })).status, 200);
  const atOnce = await Promise.all([1, 2, 3].map(() => staff.post('/customer', { email: email(owner) })));
  assert.deepEqual(atOnce.map(({ status }) => status).sort(), [200, 409, 409]);
  const refused = atOnce.find(({ status }) => status === 409);
  assert.equal(refused?.body['code'], 'PARTNER_CUSTOMERS');
  assert.match(
    String(refused?.body['message']),
    /limit of this panel for customers is 2\..*ask your provider for more/,
  );
  await set({ customers: 3 });
  const many = await staff.post('/customer/import', {
    customers: [{ email: email(owner) }, { email: email(owner) }],
  });
  assert.equal(many.body['code'], 'PARTNER_CUSTOMERS');
  assert.equal(await customersOf(owner), 2, 'an import creates all or none');
  await set({ customers: 2 });
  const address = email(owner);
  const signUp = await panel.browser(owner).post('/signup', { email: address });
  assert.equal(signUp.body['code'], 'SIGNUP_CLOSED');
  assert.ok(
    String(signUp.body['message']).endsWith(`takes no new accounts at the moment. Write to ${owner.supportEmail}.`),
  );
  await panel.app.idle();
  assert.equal(await panel.ctx.db.$count(mailOutbox, eq(mailOutbox.recipient, address)), 0);
  await set({ customers: null });
  assert.equal((await staff.post('/customer', { email: email(owner) })).status, 200);
});

test('a partner has no more sites than its limit; the bin does not count, staging neither', async () => {
  const { owner, set } = await limited({ sites: 1 });
  const customer = await panel.addUser(owner, 'customer', { planType: 'BUSINESS' });
  const own = await panel.entered(owner, customer);
  await addSite(panel, owner, null, { binnedAt: new Date(), status: 'moving' });
  const create = (name: string) => own.post('/site', { fqdn: `${name}.${owner.sitesDomain}` });
  const first = await create('one');
  assert.equal(first.status, 200, first.text);
  const refused = await create('two');
  assert.deepEqual([refused.status, refused.body['code']], [409, 'PARTNER_SITES']);
  await set({ sites: 2 });
  assert.equal((await create('two')).status, 200);
  await set({ sites: 1 });
  assert.equal(await panel.ctx.db.$count(workload, and(eq(workload.partnerId, owner.id))), 3, 'what there is stays');
});

test('a partner that uses all of its disk gets no more sites', async () => {
  const { owner, set } = await limited({ disk_gb: 1 });
  const customer = await panel.addUser(owner, 'customer', { planType: 'BUSINESS' });
  const own = await panel.entered(owner, customer);
  const site = await addSite(panel, owner, customer, { fileSize: 1_073_741_824 });
  const create = () => own.post('/site', { fqdn: `full.${owner.sitesDomain}` });
  const refused = await create();
  assert.deepEqual([refused.status, refused.body['code']], [409, 'PARTNER_DISK']);
  await panel.ctx.db.update(workload).set({ fileSize: 1000 }).where(eq(workload.id, site.id));
  assert.equal((await set({ disk_gb: 1 })).used.disk_bytes, 1000);
  assert.equal((await create()).status, 200);
});

/** A license of a customer, and its key. */
async function licensed(owner: PartnerRow, customer: UserRow, product: LicenseProduct): Promise<string> {
  const [key, now] = [randomUUID(), new Date()];
  await panel.ctx.db.insert(license).values({
    ...{ partnerId: owner.id, customerId: customer.id, key, product, provider: 'stripe', providerStatus: 'active' },
    ...{ termMonths: 1, startedAt: now, fromDate: now, toDate: new Date(now.getTime() + 30 * 24 * 3_600_000) },
  });
  return key;
}

test('what is in the bin comes back although the disk is full: it is on the disk already', async () => {
  const { owner } = await limited({ disk_gb: 1, sites: 1 });
  const customer = await panel.addUser(owner, 'customer', { planType: 'BUSINESS' });
  const own = await panel.entered(owner, customer);
  const binned = { binnedAt: new Date(), status: 'moving', fileSize: 1_073_741_824 } as const;
  const { id } = await addSite(panel, owner, customer, binned);
  const other = await addSite(panel, owner, customer, binned);
  const restore = (site_id: string) => own.post('/site/bin/restore', { site_id });
  const restored = await restore(id);
  assert.equal(restored.status, 200, restored.text);
  assert.equal((await restore(other.id)).body['code'], 'PARTNER_SITES');
});

test('a license is outside of the customer’s plan, not of the partner’s limit: created or from the bin', async () => {
  const { owner, set } = await limited({ sites: 0 });
  const customer = await panel.addUser(owner, 'customer', { planType: 'BUSINESS' });
  const own = await panel.entered(owner, customer);
  const [forSite, forApp] = [
    await licensed(owner, customer, 'site_basic'),
    await licensed(owner, customer, 'app_starter'),
  ];
  const code = async (path: string, body: object) => (await own.post(path, body)).body['code'] ?? 'ok';
  const newApp = { template_id: 'static-page', license_key: forApp };
  const newSite = { fqdn: `licensed.${owner.sitesDomain}`, license_key: forSite };
  assert.equal(await code('/nucal/create/project', { fqdn: 'first', ...newApp }), 'PARTNER_SITES');
  assert.equal(await code('/site', newSite), 'PARTNER_SITES');
  await set({ sites: 1 });
  assert.equal(await code('/nucal/create/project', { fqdn: 'first', ...newApp }), 'ok');
  await set({ sites: 0 });
  const binned = { binnedAt: new Date(), status: 'moving' } as const;
  const site = await addSite(panel, owner, customer, { ...binned, licenseKey: forSite, planType: 'STARTER' });
  const lonely = await addSite(panel, owner, null, binned);
  const staff = await panel.entered(owner, await panel.addUser(owner, 'admin'));
  assert.equal(await code('/site/bin/restore', { site_id: site.id }), 'PARTNER_SITES');
  const ofNobody = await staff.post('/site/bin/restore', { site_id: lonely.id });
  assert.equal(ofNobody.body['code'], 'PARTNER_SITES');
});

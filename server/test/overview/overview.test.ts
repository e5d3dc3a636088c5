import type { AttentionKind, Overview } from '@panel/contract';
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { certificate, invoice, license, migration, sslSetting, task, type workload } from '../../src/db/schema.ts';
import { addSite } from '../customer/customer-support.ts';
import type { Browser } from '../http/browser.ts';
import { startPanel, type Panel } from '../http/harness.ts';
import { scenarioRepo } from '../../src/testing/scenario.repo.ts';

const DAY_MS = 86_400_000;
const MB = 1024 ** 2;
let panel: Panel;
before(async () => {
  panel = await startPanel({ tasks: true });
});
after(() => panel.close());

type World = { partner: PartnerRow; customer: UserRow; staff: Browser };

async function world(values: Parameters<Panel['addPartner']>[0] = {}): Promise<World> {
  const partner = await panel.addPartner({ isSpecial: true, ...values });
  const customer = await panel.addUser(partner, 'customer');
  return { partner, customer, staff: await panel.entered(partner, await panel.addUser(partner, 'admin')) };
}

async function read({ staff }: World): Promise<Overview> {
  const answer = await staff.get('/overview');
  assert.equal(answer.status, 200, answer.text);
  return answer.body as unknown as Overview;
}
const attentionIn = async (mine: World, kind: AttentionKind) =>
  (await read(mine)).attention.find((one) => one.kind === kind);
/** The list call behind a page of the administration, with the same filter. */
const CALLS: Readonly<Record<string, string>> = {
  '/admin/sites': '/site/filter',
  '/admin/apps': '/nucal/user/apps',
  '/admin/tasks': '/task',
  '/admin/licenses': '/partner/license',
  '/admin/migration': '/migration/site',
};

/** Reads the list to which a number leads, and compares both. */
async function agrees(mine: World, kind: AttentionKind, names: readonly string[]) {
  const found = await attentionIn(mine, kind);
  assert.ok(found, kind);
  assert.deepEqual([found.count, found.objects.map(({ name }) => name)], [names.length, names]);
  const { pathname, search } = new URL(found.list, 'http://panel');
  const listed = await mine.staff.get(`${CALLS[pathname]}${search}`);
  assert.equal(listed.status, 200, listed.text);
  const rows = listed.body['pageElements'] as Record<string, unknown>[];
  assert.equal(listed.body['totalCount'], names.length);
  return { found, rows };
}

const siteOf = ({ partner, customer }: World, values: Partial<typeof workload.$inferInsert> = {}) =>
  addSite(panel, partner, customer, values);
const failing = (ok: boolean) => ({
  evidence: [{ name: 'HTTP' as const, ok, detail: '500', checked_at: new Date().toISOString() }],
  brokenAt: ok ? null : new Date(),
});

async function addTask({ partner, customer }: World, values: Partial<typeof task.$inferInsert> = {}) {
  const ended = { status: 'failed' as const, error: { code: 'BROKEN', message: 'It broke.', retryable: false } };
  await panel.ctx.db.insert(task).values({
    ...{ partnerId: partner.id, customerId: customer.id, kind: 'site.create', resource: 'site' },
    ...{ resourceId: randomUUID(), title: 'shop.example', endedAt: new Date(), ...ended, ...values },
  });
}

async function addLicense({ partner, customer }: World, providerStatus: 'active' | 'past_due') {
  const start = new Date();
  await panel.ctx.db.insert(license).values({
    ...{ partnerId: partner.id, customerId: customer.id, key: randomUUID(), product: 'site_pro', provider: 'stripe' },
    ...{ termMonths: 1, startedAt: start, fromDate: start, toDate: new Date(start.getTime() + DAY_MS), providerStatus },
  });
}

async function addCertificate(siteId: string, ends: number, kind: 'own' | 'acme' = 'own') {
  await panel.ctx.db.insert(certificate).values({
    ...{ resource: 'site', resourceId: siteId, kind, hosts: ['x.example'], chain: '', sealedKey: '', issuer: '' },
    fingerprint: randomBytes(8).toString('hex'),
    ...{ notBefore: new Date(Date.now() - 30 * DAY_MS), notAfter: new Date(Date.now() + ends * DAY_MS) },
  });
}

test('a partner of whom nothing needs attention has an empty list and its numbers', async () => {
  const mine = await world();
  await siteOf(mine, failing(true));
  await siteOf(mine, { kind: 'node' });
  const found = await read(mine);
  assert.deepEqual(found.attention, []);
  assert.deepEqual([found.customers, found.sites, found.apps], [1, 1, 1]);
  assert.deepEqual(
    found.newest_customers.map(({ id, sites, apps }) => [id, sites, apps]),
    [[mine.customer.id, 1, 1]],
  );
});

test('sites that are down: the number is that of its list, and it says what fails', async () => {
  const mine = await world();
  const down = await siteOf(mine, failing(false));
  await siteOf(mine, failing(true));
  // Nobody can do anything about what is in the bin, or being changed.
  await siteOf(mine, { ...failing(false), binnedAt: new Date() });
  await siteOf(mine, { ...failing(false), taskId: randomUUID() });
  const { found, rows } = await agrees(mine, 'sites_down', [down.fqdn]);
  assert.equal(rows[0]?.['site_id'], down.id);
  assert.deepEqual([found.objects[0]?.reason, found.objects[0]?.detail], ['HTTP', mine.customer.email]);
  assert.ok(found.objects[0]?.at);
});

test('applications that are down, also of a partner without sites', async () => {
  const mine = await world({ attributes: { SECTION_SITES: 'false' } });
  const addApp = (name: string, ok: boolean) => scenarioRepo(panel.ctx.db).app(mine.partner, mine.customer, name, ok);
  const down = await addApp('broken', false);
  await addApp('well', true);
  const { found, rows } = await agrees(mine, 'apps_down', [down.fqdn]);
  assert.equal(rows[0]?.['id'], down.id);
  assert.deepEqual([found.objects[0]?.reason, found.objects[0]?.detail], ['HTTP', mine.customer.email]);
});

test('failed tasks of the last seven days, with the list of tasks', async () => {
  const mine = await world();
  await addTask(mine, { title: 'new.example' });
  await addTask(mine, { title: 'old.example', createdAt: new Date(Date.now() - 7 * DAY_MS) });
  await addTask(mine, { title: 'good.example', status: 'succeeded', error: null });
  const { found, rows } = await agrees(mine, 'tasks_failed', ['new.example']);
  assert.equal(found.objects[0]?.detail, rows[0]?.['label']);
  assert.deepEqual(
    [rows[0]?.['error'], rows[0]?.['customer']],
    ['It broke.', { id: mine.customer.id, email: mine.customer.email }],
  );
  const titles = async (query: string) =>
    ((await mine.staff.get(`/task${query}`)).body['pageElements'] as { title: string }[]).map(({ title }) => title);
  assert.equal((await titles('')).length, 3);
  assert.deepEqual(await titles('?status=succeeded'), ['good.example']);
  assert.deepEqual((await titles('?status=succeeded&status=failed&keyword=O')).sort(), ['good.example', 'old.example']);
});

test('licenses whose payment failed, with the list of licenses', async () => {
  const mine = await world();
  await addLicense(mine, 'active');
  await addLicense(mine, 'past_due');
  const { found } = await agrees(mine, 'payments_failed', [mine.customer.email]);
  assert.equal(found.objects[0]?.detail, 'Site Pro');
});

test('certificates that failed or end soon, unless a newer one is there', async () => {
  const mine = await world();
  const [ends, renewed, good, failed] = [
    await siteOf(mine),
    await siteOf(mine),
    await siteOf(mine),
    await siteOf(mine),
  ];
  await addCertificate(ends.id, 5);
  await addCertificate(renewed.id, 5);
  await addCertificate(renewed.id, 80);
  await addCertificate(good.id, 80);
  await panel.ctx.db.insert(sslSetting).values({ resource: 'site', resourceId: failed.id, error: 'No answer.' });
  await agrees(mine, 'certificates', [failed.fqdn, ends.fqdn]);
});

test('one of ours that is early in its short life does not end soon: it is renewed by itself', async () => {
  const mine = await world();
  const site = await siteOf(mine);
  await addCertificate(site.id, 10, 'acme');
  assert.equal(await attentionIn(mine, 'certificates'), undefined);
  const late = await siteOf(mine);
  await addCertificate(late.id, 2, 'acme');
  await agrees(mine, 'certificates', [late.fqdn]);
});

test('sites that have nearly used the space of their own plan', async () => {
  const mine = await world();
  const full = await siteOf(mine, { planType: 'FREE', fileSize: 1900 * MB });
  await siteOf(mine, { planType: 'PRO', fileSize: 1900 * MB });
  await siteOf(mine, { planType: 'FREE', fileSize: 1024 * MB });
  const unknown = await siteOf(mine, { planType: 'OF BEFORE', fileSize: 2048 * MB });
  await agrees(mine, 'disk', [unknown.fqdn, full.fqdn]);
});

test('migrations that wait, the one that waits longest first', async () => {
  const mine = await world();
  const add = (fqdn: string, days: number, status: 'pending' | 'ready' = 'pending') =>
    panel.ctx.db.insert(migration).values({
      ...{ partnerId: mine.partner.id, customerId: mine.customer.id, type: 'host', status, token: randomUUID() },
      ...{ fqdn, createdAt: new Date(Date.now() - days * DAY_MS) },
    });
  await add('young.example', 1);
  await add('old.example', 9);
  await add('done.example', 20, 'ready');
  const { found, rows } = await agrees(mine, 'migrations_waiting', ['old.example', 'young.example']);
  assert.equal(rows[0]?.['fqdn'], 'old.example');
  assert.equal(found.objects[0]?.at?.slice(0, 10), new Date(Date.now() - 9 * DAY_MS).toISOString().slice(0, 10));
});

test('growth by day and month: what came, and what was paid by currency', async () => {
  const mine = await world();
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  await siteOf(mine);
  await siteOf(mine, { createdAt: new Date(now.getTime() - 5 * DAY_MS) });
  await siteOf(mine, { createdAt: new Date(now.getTime() - 400 * DAY_MS) });
  const pay = (amountPaid: number, currency: string) =>
    panel.ctx.db.insert(invoice).values({
      ...{ partnerId: mine.partner.id, customerId: mine.customer.id, providerInvoice: randomUUID(), status: 'paid' },
      ...{ description: '', total: amountPaid, amountPaid, currency, createdAt: now },
    });
  await pay(1000, 'usd');
  await pay(250, 'usd');
  await pay(700, 'eur');
  await pay(0, 'chf');
  const { days, months } = await read(mine);
  assert.deepEqual([days.length, months.length], [30, 12]);
  const revenue = [
    { currency: 'eur', amount: 700 },
    { currency: 'usd', amount: 1250 },
  ];
  assert.deepEqual(days.at(-1), { from: today, customers: 1, sites: 1, apps: 0, revenue });
  assert.equal(days.at(-6)?.sites, 1);
  assert.deepEqual([months.at(-1)?.from, months.at(-1)?.revenue], [`${today.slice(0, 7)}-01`, revenue]);
  assert.equal(
    months.reduce((sum, { sites }) => sum + (sites ?? 0), 0),
    2,
  );
});

test('nothing of another partner counts', async () => {
  const [mine, other] = [await world(), await world()];
  await siteOf(other, failing(false));
  await siteOf(other, { fileSize: 40_000 * MB });
  await addTask(other);
  await addLicense(other, 'past_due');
  const found = await read(mine);
  assert.deepEqual([found.attention, found.customers, found.sites], [[], 1, 0]);
  assert.equal((await mine.staff.get('/task')).body['totalCount'], 0);
  assert.equal((await read(other)).attention.length, 4);
});

test('sections that are switched off are left out', async () => {
  const off = { SECTION_SITES: 'false', SECTION_APPLICATIONS: 'false' } as const;
  const mine = await world({ attributes: { RESELLER_COMPANY_NAME: 'Shop', ...off } });
  await siteOf(mine, failing(false));
  await siteOf(mine, { kind: 'node' });
  await addLicense(mine, 'past_due');
  await addTask(mine);
  const found = await read(mine);
  assert.deepEqual([found.attention.map(({ kind }) => kind), found.sites, found.apps], [['tasks_failed'], null, null]);
  assert.deepEqual([found.days.at(-1)?.sites, found.days.at(-1)?.apps], [null, null]);
});

test('a day that does not exist is refused at its field, in every list that has one', async () => {
  const { partner, customer, staff } = await world();
  const own = await panel.entered(partner, customer);
  const lists = [
    [staff, '/task'],
    [staff, '/audit'],
    [own, '/submission'],
  ] as const;
  for (const [browser, list] of lists) {
    for (const day of ['2026-02-31', '2026-13-01', '0000-01-01', '1969-12-31', '9999-12-31x', '']) {
      const { status, body, text } = await browser.get(`${list}?from=${day}`);
      const fields = Object.keys((body['fields'] ?? {}) as object);
      assert.deepEqual([status, fields], [422, ['from']], `${list} ${day} ${text}`);
    }
    assert.equal((await browser.get(`${list}?from=2026-02-28`)).status, 200);
  }
});

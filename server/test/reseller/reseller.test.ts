import type { Reseller } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { customDomain, partner, partnerHost, user } from '../../src/db/schema.ts';
import { addSite, linkTokenTo } from '../customer/customer-support.ts';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';
import { create, dataOf, newReseller, operator, visitorAt } from './reseller-support.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

const rowsOf = (body: Record<string, unknown>) => body['pageElements'] as Reseller[];

test('a new partner’s panel answers at once with its brand, and its first administrator sets a password', async () => {
  const { staff } = await operator(panel);
  const input = newReseller({ colors: { CSS_BTN_BG_COLOR: '#123456' }, sections: ['sites', 'help'] });
  const before = await visitorAt(panel, input.host).get('/partner/whitelabel');
  assert.equal(before.status, 421, 'the host is known to nobody, and that is cached');
  const created = dataOf(await staff.post('/platform/partners', input));
  assert.deepEqual([created.state, created.invited, created.is_own], ['active', input.admin.email, false]);

  const visitor = visitorAt(panel, input.host);
  const { body } = await visitor.get('/partner/whitelabel');
  const brand = body['data'] as { attributes: Record<string, string>; domain: string; sitesDomain: string };
  assert.deepEqual([brand.domain, brand.sitesDomain], [input.host, input.sites_domain]);
  assert.equal(brand.attributes['RESELLER_COMPANY_NAME'], input.name);
  assert.equal(brand.attributes['CSS_BTN_BG_COLOR'], '#123456');
  assert.deepEqual([brand.attributes['SECTION_DNS'], brand.attributes['SECTION_SITES']], ['false', undefined]);

  const token = await linkTokenTo(panel, input.admin.email);
  assert.equal((await visitor.post('/set-password', { token, password: PASSWORD })).status, 200);
  const login = await visitorAt(panel, input.host).post('/login', { email: input.admin.email, password: PASSWORD });
  assert.equal(login.status, 200, login.text);
  assert.equal(rowsOf((await staff.get(`/platform/partners?keyword=${input.host}`)).body)[0]?.invited, null);
  const again = await staff.post(`/platform/partners/${created.id}/invitation`, {});
  assert.equal(again.body['code'], 'INVITATION_ACCEPTED');
});

test('an invitation is sent again, and the earlier link opens nothing', async () => {
  const { staff } = await operator(panel);
  const { id, host, invited } = await create(staff);
  const first = await linkTokenTo(panel, invited ?? '');
  assert.equal((await staff.post(`/platform/partners/${id}/invitation`, {})).status, 200);
  const second = await linkTokenTo(panel, invited ?? '');
  const set = (token: string) => visitorAt(panel, host).post('/set-password', { token, password: PASSWORD });
  assert.equal((await set(first)).body['code'], 'TOKEN_INVALID');
  assert.equal((await set(second)).status, 200);
});

test('the list is searched, filtered and sorted, with what each partner uses', async () => {
  const { own, staff } = await operator(panel);
  const ada = await panel.addUser(own, 'customer');
  await addSite(panel, own, ada, { fileSize: 3000 });
  await addSite(panel, own, ada, { kind: 'node', fileSize: 500 });
  await addSite(panel, own, ada, { binnedAt: new Date(), status: 'moving', fileSize: 20 });
  const { host } = await create(staff, { name: 'Zebra Hosting' });
  const [mine] = rowsOf((await staff.get(`/platform/partners?keyword=${own.domain}`)).body);
  assert.deepEqual([mine?.used, mine?.is_own], [{ customers: 1, sites: 2, disk_bytes: 3520 }, true]);
  const find = async (query: string) => rowsOf((await staff.get(`/platform/partners?${query}`)).body);
  assert.deepEqual(
    (await find('keyword=zebra')).map((each) => each.host),
    [host],
  );
  assert.deepEqual(await find('keyword=%25'), [], 'a sign of patterns is a sign');
  assert.deepEqual(await find('keyword=zebra&state=suspended'), []);
  const names = (await find('orderBy=name&sortOrder=desc&pageSize=100')).map(({ name }) => name.toLowerCase());
  assert.deepEqual(names, [...names].sort().reverse());
});

test('a host that is taken, reserved, a public suffix, a customer’s or no host name is refused at its field', async () => {
  const { own, staff } = await operator(panel);
  const ada = await panel.addUser(own, 'customer');
  const site = await addSite(panel, own, ada, { fqdn: 'www.taken-by-site.com' });
  await panel.ctx.db.insert(customDomain).values({
    ...{ partnerId: own.id, resource: 'site', resourceId: site.id, token: 'x' },
    ...{ domain: 'claimed-domain.com', host: 'www.claimed-domain.com' },
  });
  const fieldsOf = async (values: Record<string, unknown>) => {
    const { status, body } = await staff.post('/platform/partners', newReseller(values));
    assert.equal(status, 422, JSON.stringify([values, body]));
    return body['fields'] as Record<string, string>;
  };
  const hosts: [string, RegExp][] = [
    [own.domain, /Another partner has this name/],
    [own.domain.toUpperCase(), /Another partner has this name/],
    [own.sitesDomain, /Another partner has this name/],
    [`shop.${own.sitesDomain}`, /Sites of another partner are below/],
    ['panel.onion', /reserved/],
    ['co.uk', /Others register their domains below/],
    ['github.io', /Others register their domains below/],
    ['www.taken-by-site.com', /customer’s site or domain/],
    ['panel.claimed-domain.com', /customer’s site or domain/],
    ['192.0.2.7', /not valid/],
    ['no host', /not valid/],
    ['localhost', /not valid/],
    ['-panel.example.com', /not valid/],
    ['panel.example.com:8099', /not valid/],
  ];
  for (const [host, reason] of hosts) assert.match((await fieldsOf({ host }))['host'] ?? '', reason, host);
  const near = await fieldsOf({ host: 'panel.one-company.com', sites_domain: 'sites.one-company.com' });
  assert.match(near['sites_domain'] ?? '', /could set cookies/);
  assert.match((await fieldsOf({ sites_domain: 'claimed-domain.com' }))['sites_domain'] ?? '', /customer’s/);
  await panel.addPartner({ sitesDomain: 'sites.below.com', nameservers: ['ns1.dns.names.net', 'ns2.dns.names.net'] });
  for (const domain of ['below.com', 'names.net', 'dns.names.net'])
    assert.match((await fieldsOf({ sites_domain: domain }))['sites_domain'] ?? '', /another partner are below/, domain);
  assert.match((await fieldsOf({ sites_domain: own.domain }))['sites_domain'] ?? '', /Another partner/);
  assert.equal(
    dataOf(await staff.post('/platform/partners', newReseller({ host: 'panel.agency.com' }))).host,
    'panel.agency.com',
  );
  assert.match((await fieldsOf({ sites_domain: 'sites.agency.com' }))['sites_domain'] ?? '', /could set cookies/);
});

test('names have no right-to-left override', async () => {
  const { staff } = await operator(panel);
  const refused = await staff.post(
    '/platform/partners',
    newReseller({ name: 'Bank\u202Egnitsoh', admin: { firstname: 'Ro\u2066sa', email: 'rosa@people.example' } }),
  );
  assert.deepEqual(Object.keys(refused.body['fields'] as object).sort(), ['admin.firstname', 'name']);
});

test('of two creations of one host at once, one wins and the other is refused at the field; nothing of it stays', async () => {
  const [first, second] = [await operator(panel), await operator(panel)];
  const { host } = newReseller();
  const inputs = [newReseller({ host }), newReseller({ host })];
  const answers = await Promise.all([
    first.staff.post('/platform/partners', inputs[0]),
    second.staff.post('/platform/partners', inputs[1]),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
  const lost = answers.findIndex(({ status }) => status === 422);
  assert.deepEqual(answers[lost]?.body['fields'], { host: 'Another partner has this name.' });
  const { db } = panel.ctx;
  assert.equal(await db.$count(partnerHost, eq(partnerHost.host, host)), 1);
  assert.equal(await db.$count(user, eq(user.email, inputs[lost]?.admin.email ?? '')), 0);
});

test('a creation is one transaction: what fails after its first row leaves nothing', async () => {
  const { own, staff } = await operator(panel);
  const input = newReseller();
  // The last row of the creation cannot be written: as a process that dies before the commit.
  await panel.ctx.db.execute(
    `create function fail_token() returns trigger language plpgsql as $$ begin raise 'the end'; end $$`,
  );
  await panel.ctx.db.execute('create trigger fail_token before insert on token execute function fail_token()');
  assert.equal((await staff.post('/platform/partners', input)).status, 500);
  await panel.ctx.db.execute('drop trigger fail_token on token');
  const { db } = panel.ctx;
  assert.equal(await db.$count(partner, eq(partner.domain, input.host)), 0);
  assert.equal(await db.$count(partnerHost, eq(partnerHost.host, input.host)), 0);
  assert.equal((await visitorAt(panel, input.host).get('/partner/whitelabel')).status, 421);
  assert.equal((await panel.browser(own).get('/partner/whitelabel')).status, 200);
  assert.equal(dataOf(await staff.post('/platform/partners', input)).host, input.host);
});

test('a partner is changed: its brand follows the name, its panel moves to another host, and the second editor is told', async () => {
  const { own, staff } = await operator(panel);
  const made = await create(staff);
  const put = (id: string, body: Record<string, unknown>) => staff.write('PUT', `/platform/partners/${id}`, body);
  const moved = newReseller().host;
  const expected = { name: made.name };
  const saved = dataOf(await put(made.id, { name: 'Nova', host: moved, is_special: true, expected }));
  assert.deepEqual([saved.name, saved.host, saved.is_special], ['Nova', moved, true]);
  assert.equal((await visitorAt(panel, made.host).get('/partner/whitelabel')).status, 421);
  const { body } = await visitorAt(panel, moved).get('/partner/whitelabel');
  assert.equal((body['data'] as { attributes: Record<string, string> }).attributes['RESELLER_COMPANY_NAME'], 'Nova');
  const further = newReseller().host;
  await panel.ctx.db.insert(partnerHost).values({ host: further, partnerId: made.id });
  assert.equal(dataOf(await put(made.id, { host: further })).host, further, 'one of its own further hosts');
  assert.equal((await visitorAt(panel, further).get('/partner/whitelabel')).status, 200);
  assert.equal((await visitorAt(panel, moved).get('/partner/whitelabel')).status, 421);
  const late = await put(made.id, { name: 'Late', expected });
  assert.deepEqual([late.status, late.body['current']], [409, { name: 'Nova' }]);
  assert.deepEqual(Object.keys((await put(made.id, { host: own.domain })).body['fields'] as object), ['host']);
  assert.match(String((await put(own.id, { host: newReseller().host })).body['message']), /You are on this panel now/);
});

test('what is done to a partner is in its own audit log, and not in that of the panel that the superadmin is on', async () => {
  const { own, staff } = await operator(panel);
  const here = await panel.entered(own, await panel.addUser(own, 'admin'));
  const made = await create(staff);
  const at = `/platform/partners/${made.id}`;
  const limits = { customers: 7, sites: null, disk_gb: null };
  assert.equal((await staff.write('PUT', at, { support_email: 'secret@other.example', limits })).status, 200);
  for (const to of ['invitation', 'suspend', 'suspend', 'unsuspend', 'unsuspend'])
    assert.equal((await staff.post(`${at}/${to}`, {})).status, 200);
  assert.equal((await staff.write('DELETE', at)).status, 200);
  assert.equal((await staff.post(`${at}/restore`, {})).status, 200);

  const mine = await here.get('/audit?pageSize=100');
  assert.equal(mine.status, 200);
  for (const word of [made.id, made.host, made.invited ?? '', 'secret@other.example', 'reseller.'])
    assert.ok(!mine.text.includes(word), `${word} is in the log of another partner`);
  const [row] = await panel.ctx.db.select().from(partner).where(eq(partner.id, made.id));
  assert.ok(row);
  const there = await panel.entered(row, await panel.addUser(row, 'admin'));
  const { text } = await there.get('/audit?pageSize=100');
  for (const action of ['create', 'update', 'invite', 'suspend', 'unsuspend', 'delete', 'restore'])
    assert.ok(text.includes(`reseller.${action}`), `${action}: ${text}`);
});

import type { AnnouncementDraft } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { announcement, auditLog, partner } from '../../src/db/schema.ts';
import { sweepAnnouncements } from '../../src/modules/announcement/announcement.repo.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { tenant } from '../site/site-support.ts';
import { announced, bannerOf, rowOf, TEXTS, titlesFor, world } from './announcement-support.ts';

const HOUR_MS = 3_600_000;
let server: TestServer;
const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) };
before(async () => void (server = await startTestServer({ clock })));
after(() => server.stop());

const inHours = (hours: number): string => new Date(clock.now().getTime() + hours * HOUR_MS).toISOString();

test('customers of the partner read it as blocks, nobody else, and the audit log names it', async () => {
  const [own, other] = [await world(server), await world(server)];
  const id = await announced(own.staff);
  const { announcements } = (await own.client.get<{ announcements: AnnouncementDraft[] }>('/announcements')).body;
  assert.deepEqual(announcements[0]?.blocks, [
    {
      kind: 'paragraph',
      runs: [
        { text: 'We ' },
        { text: 'move', style: 'strong' },
        { text: ' on ' },
        { text: 'Monday', href: '/sites' },
        { text: '.' },
      ],
    },
  ]);
  assert.deepEqual(await titlesFor(other), []);
  assert.equal(await bannerOf(other), undefined);
  for (const [method, path] of [
    ['GET', `/partner/announcements/${id}`],
    ['POST', `/partner/announcements/${id}/end`],
  ] as const)
    assert.equal((await other.staff.send(method, path, method === 'POST' ? {} : undefined)).status, 404, path);
  assert.equal((await other.staff.put(`/partner/announcements/${id}`, { ...TEXTS, version: 1 })).status, 404);
  assert.equal((await other.client.post(`/announcements/${id}/dismiss`, {})).status, 404);
  const lines = await server.db.select().from(auditLog).where(eq(auditLog.partnerId, own.partner.id));
  assert.ok(lines.some(({ action }) => action === 'announcement.create'));
});

test('what would run in a browser is not in an announcement', async () => {
  const { staff } = await world(server);
  const markdown = '<script>alert(1)</script> [one](javascript:alert(2)) <b onclick="alert(3)">two</b> ![x](x)';
  const { text, status } = await staff.post('/partner/announcements/preview', { markdown });
  assert.equal(status, 200, text);
  assert.doesNotMatch(text, /<|onclick|"href"/);
  const nested = await staff.post('/partner/announcements', { ...TEXTS, markdown: '> '.repeat(5000) });
  assert.equal(nested.status, 422);
  for (const nothing of [' \n', '<p>Tonight</p>']) {
    const { status: refused, body } = await staff.post('/partner/announcements', { ...TEXTS, markdown: nothing });
    assert.deepEqual([refused, Object.keys(body['fields'] ?? {})], [422, ['markdown']], nothing);
  }
  for (const title of ['', 'a\u202Eb', 'Bcc:\r\nx'])
    assert.equal((await staff.post('/partner/announcements', { ...TEXTS, title })).status, 422, title);
});

test('it shows from its beginning until its end, the most urgent in the banner', async () => {
  const own = await world(server);
  await announced(own.staff, { title: 'Later', from: inHours(1), until: inHours(3) });
  await announced(own.staff, { title: 'Maintenance', kind: 'maintenance' });
  await announced(own.staff, { title: 'News' });
  assert.deepEqual(await titlesFor(own), ['Maintenance', 'News']);
  await announced(own.staff, { title: 'Down', kind: 'problem', until: inHours(1) });
  assert.equal(await bannerOf(own), 'Down');
  clock.offsetMs += 2 * HOUR_MS;
  assert.deepEqual(await titlesFor(own), ['Maintenance', 'Later', 'News']);
  assert.equal(await bannerOf(own), 'Maintenance');
  clock.offsetMs += 2 * HOUR_MS;
  assert.deepEqual(await titlesFor(own), ['Maintenance', 'News']);
});

test('an end that is over, or before the beginning, is refused at its field', async () => {
  const { staff } = await world(server);
  for (const times of [
    { until: inHours(-1) },
    { from: inHours(2), until: inHours(1) },
    { from: inHours(-3), until: inHours(-1) },
  ]) {
    const answer = await staff.post('/partner/announcements', { ...TEXTS, ...times });
    assert.equal(answer.status, 422);
    assert.deepEqual(Object.keys(answer.body['fields'] as object), ['until']);
  }
});

test('a section or a plan limits it to who has something there', async () => {
  const own = await world(server);
  const withSite = await tenant(server, {}, own.partner);
  await server.scenario.site(own.partner, withSite.customer, { name: 'a-site', planType: 'PRO TRIAL' });
  const withApp = await tenant(server, {}, own.partner);
  await server.scenario.app(own.partner, withApp.customer, 'an-app');
  await announced(own.staff, { title: 'Sites', sections: ['sites'] });
  await announced(own.staff, { title: 'Applications', sections: ['applications'] });
  await announced(own.staff, { title: 'Pro', plans: ['PRO'] });
  await announced(own.staff, { title: 'Pro applications', sections: ['applications'], plans: ['PRO'] });
  const all = () => Promise.all([own, withSite, withApp].map(async (one) => (await titlesFor(one)).toSorted()));
  assert.deepEqual(await all(), [[], ['Pro', 'Sites'], ['Applications']]);
  const attributes = { ...own.partner.attributes, SECTION_APPLICATIONS: 'false' as const };
  await server.db.update(partner).set({ attributes }).where(eq(partner.id, own.partner.id));
  await server.app.partners.changed(own.partner.id);
  assert.deepEqual(await all(), [[], ['Pro', 'Sites'], []]);
});

test('a banner is closed for the account alone, and stays on the page', async () => {
  const own = await world(server);
  const neighbour = await tenant(server, {}, own.partner);
  const id = await announced(own.staff, { title: 'Closed' });
  for (let time = 0; time < 2; time += 1)
    assert.equal((await own.client.post(`/announcements/${id}/dismiss`, {})).status, 200);
  assert.equal(await bannerOf(own), undefined);
  assert.deepEqual(await titlesFor(own), ['Closed']);
  assert.equal(await bannerOf(neighbour), 'Closed');
  assert.equal((await own.staff.post(`/partner/announcements/${id}/end`, {})).status, 200);
  assert.equal(
    (await neighbour.client.post(`/announcements/${id}/dismiss`, {})).status,
    200,
    'also one that has ended',
  );
  const later = await announced(own.staff, { from: inHours(5) });
  assert.equal((await neighbour.client.post(`/announcements/${later}/dismiss`, {})).status, 404);
});

test('a change needs the newest version, and an ended announcement is not changed', async () => {
  const own = await world(server);
  const id = await announced(own.staff, { from: inHours(5) });
  const save = (version: number, change = {}) =>
    own.staff.put(`/partner/announcements/${id}`, { ...TEXTS, version, ...change });
  assert.deepEqual((await save(1, { title: 'Changed', from: null })).body, { status: true, version: 2 });
  assert.equal((await save(1)).status, 409);
  assert.deepEqual(await titlesFor(own), ['Changed']);
  const begun = (await rowOf(own.staff, id)).from;
  await save(2, { title: 'Again', from: inHours(9) });
  assert.equal((await rowOf(own.staff, id)).from, begun, 'what has begun is not moved');
  for (let time = 0; time < 2; time += 1)
    assert.equal((await own.staff.post(`/partner/announcements/${id}/end`, {})).status, 200);
  assert.deepEqual(await titlesFor(own), []);
  const late = await save(4);
  assert.deepEqual([late.status, late.body['code']], [409, 'ANNOUNCEMENT_ENDED']);
  assert.equal((await rowOf(own.staff, id)).state, 'ended');
});

test('the operator announces to all partners; their staff see it and cannot change it', async () => {
  const [own, other] = [await world(server), await world(server)];
  const root = await server.as(own.partner, await server.scenario.superadmin());
  const refused = await own.staff.post('/partner/announcements', { ...TEXTS, all_partners: true });
  assert.deepEqual([refused.status, refused.body['code']], [403, 'FORBIDDEN']);
  const id = await announced(root, { title: 'Everywhere', all_partners: true, mail: true });
  assert.deepEqual([await titlesFor(own), await titlesFor(other)], [['Everywhere'], ['Everywhere']]);
  const { all_partners, is_own, by, mail } = await rowOf(other.staff, id);
  assert.deepEqual([all_partners, is_own], [true, false]);
  assert.deepEqual([by, mail], [null, null], 'neither who the operator is nor how many customers there are');
  assert.equal((await other.staff.post(`/partner/announcements/${id}/end`, {})).status, 404);
  const seen = await rowOf(root, id);
  assert.ok(seen.is_own && seen.by && seen.mail);
  assert.equal((await root.post(`/partner/announcements/${id}/end`, {})).status, 200);
});

test('so many can be open, and what ended a year ago is removed', async () => {
  const own = await world(server);
  const values = { partnerId: own.partner.id, title: 'One of many', kind: 'info' as const, markdown: 'x', blocks: [] };
  const row = { ...values, sections: [], plans: [], fromAt: clock.now(), isMailed: false };
  await server.db.insert(announcement).values(Array.from({ length: 50 }, () => row));
  const full = await own.staff.post('/partner/announcements', TEXTS);
  assert.deepEqual([full.status, full.body['code']], [409, 'ANNOUNCEMENT_LIMIT']);
  await server.db
    .update(announcement)
    .set({ untilAt: new Date(0) })
    .where(eq(announcement.partnerId, own.partner.id));
  await sweepAnnouncements(server.db, new Date(1));
  assert.equal(await server.db.$count(announcement, eq(announcement.partnerId, own.partner.id)), 0);
});

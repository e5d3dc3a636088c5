import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page, StatusIncident } from '@panel/contract';
import { eq } from 'drizzle-orm';
import { partner } from '../../src/db/schema.ts';
import { Client, startTestServer, type TestServer } from '../../src/testing/index.ts';
import { FACTS, incidentOf, pageOf, reported, TOLD, world } from './status-support.ts';

const HOUR_MS = 3_600_000;
let server: TestServer;
const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) };
before(async () => void (server = await startTestServer({ clock })));
after(() => server.stop());
const inHours = (hours: number): string => new Date(clock.now().getTime() + hours * HOUR_MS).toISOString();

test('an incident and its updates are public at once, and past once it is resolved', async () => {
  const own = await world(server);
  const id = await reported(own.staff, { impact: 'outage' });
  const page = await pageOf(own);
  for (const text of ['There is an outage', 'Now and planned', 'Slow sites', 'We look for the cause.', 'Investigating'])
    assert.ok(page.includes(text), text);
  assert.doesNotMatch(page, /<script/);
  const resolved = await own.staff.post(`/partner/incidents/${id}/updates`, {
    ...{ step: 'resolved', text: 'All sites are fast again.', mail: false, version: 1 },
  });
  assert.equal(resolved.status, 200, resolved.text);
  const later = await pageOf(own);
  assert.doesNotMatch(later, /Now and planned/);
  assert.match(later, /Past 90 days[^]*Slow sites[^]*All sites are fast again\.[^]*We look for the cause\./);
  const { state, updates, until } = await incidentOf(own.staff, id);
  assert.deepEqual([state, updates.map(({ step }) => step)], ['resolved', ['resolved', 'investigating']]);
  assert.ok(until);
});

test('a planned maintenance follows its window', async () => {
  const own = await world(server);
  const plan = { kind: 'maintenance', step: null, title: 'New disks', from: inHours(1), until: inHours(2) };
  const id = await reported(own.staff, plan);
  assert.match(await pageOf(own), /New disks[^]*Planned/);
  assert.doesNotMatch(await pageOf(own), /Maintenance is in progress/);
  clock.offsetMs += 1.5 * HOUR_MS;
  assert.equal((await incidentOf(own.staff, id)).state, 'in_progress');
  await server.app.partners.changed(own.partner.id);
  assert.match(await pageOf(own), /Maintenance is in progress/);
  clock.offsetMs += HOUR_MS;
  assert.equal((await incidentOf(own.staff, id)).state, 'resolved');
  await server.app.partners.changed(own.partner.id);
  assert.match(await pageOf(own), /Past 90 days[^]*New disks/);
  for (const [wrong, field] of [
    [{ until: null }, 'until'],
    [{ until: plan.from, from: plan.until }, 'until'],
    [{ step: 'investigating' }, 'step'],
  ] as const) {
    const answer = await own.staff.post('/partner/incidents', { ...FACTS, ...TOLD, ...plan, ...wrong });
    assert.equal(answer.status, 422, answer.text);
    assert.ok(answer.text.includes(`"${field}"`), answer.text);
  }
});

test('who changes an incident has seen what others did', async () => {
  const own = await world(server);
  const id = await reported(own.staff);
  const path = `/partner/incidents/${id}`;
  assert.equal((await own.staff.put(path, { ...FACTS, title: 'Slow', version: 1 })).status, 200);
  assert.equal((await own.staff.put(path, { ...FACTS, title: 'Mine', version: 1 })).status, 409);
  assert.equal((await own.staff.post(`${path}/updates`, { ...TOLD, version: 1 })).status, 409);
  assert.equal((await own.staff.post(`${path}/updates`, { ...TOLD, step: 'identified', version: 2 })).status, 200);
  const { title, state, version } = await incidentOf(own.staff, id);
  assert.deepEqual([title, state, version], ['Slow', 'identified', 3]);
});

test('incidents of another partner are neither shown nor found', async () => {
  const [own, other] = [await world(server), await world(server)];
  const id = await reported(other.staff, { title: 'Theirs' });
  const path = `/partner/incidents/${id}`;
  assert.equal((await own.staff.get(path)).status, 404);
  assert.equal((await own.staff.put(path, { ...FACTS, version: 1 })).status, 404);
  assert.equal((await own.staff.post(`${path}/updates`, { ...TOLD, version: 1 })).status, 404);
  assert.deepEqual((await own.staff.get<Page<StatusIncident>>('/partner/incidents')).body.pageElements, []);
  assert.doesNotMatch(await pageOf(own), /Theirs/);
  assert.match(await pageOf(other), /Theirs/);
});

test('markup is text, right-to-left text keeps its direction, and overrides are refused', async () => {
  const own = await world(server);
  await reported(own.staff, { title: '<img src=x onerror=alert(1)> & "x"', text: '<script>alert(1)</script>\nصيانة' });
  const page = await pageOf(own);
  assert.doesNotMatch(page, /<script|<img src=x/);
  assert.ok(page.includes('&#60;img src=x onerror=alert(1)&#62; &#38; &#34;x&#34;'));
  assert.match(page, /<p class="text" dir="auto">[^<]*\nصيانة<\/p>/);
  for (const wrong of [{ title: 'a\u202Eb' }, { text: 'a\u2066b' }, { title: 'a\nb' }, { text: ' ' }])
    assert.equal(
      (await own.staff.post('/partner/incidents', { kind: 'incident', ...FACTS, ...TOLD, ...wrong })).status,
      422,
    );
});

test('a suspended partner has no status page, and neither has an unknown host', async () => {
  const own = await world(server);
  await pageOf(own);
  await server.db.update(partner).set({ suspendedAt: clock.now() }).where(eq(partner.id, own.partner.id));
  await server.app.partners.changed(own.partner.id);
  assert.equal((await own.visitor.get('/status')).status, 403);
  assert.equal((await new Client(server.port, 'nobody.example').get('/status')).status, 421);
});

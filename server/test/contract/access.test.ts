import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { AUDIENCES } from '@panel/contract/manifest';
import { SECTIONS } from '@panel/contract';
import { notification } from '../../src/db/schema.ts';
import { createCallMatcher } from '../../src/http/call-matcher.ts';
import { createRouter } from '../../src/http/router.ts';
import { startPanel, type Panel } from '../http/harness.ts';
import { PERSONAS, rows, type Objects, type Persona } from './access-rows.ts';
import { allCalls, type Call } from './calls.ts';
import { isShared, makeWorld, objectsOf, type World } from './fixture.ts';

let panel: Panel;
let world: World;
/** Of the owner, for calls that only read. */
let read: Objects;
before(async () => {
  panel = await startPanel({ tasks: true });
  world = await makeWorld(panel);
  read = await world.objects('owner');
});
after(() => panel.close());

test('every call has a handler, an audience and a row, and every row has a call', async () => {
  assert.deepEqual(
    allCalls.map(({ name }) => name).filter((name) => !rows[name]),
    [],
    'calls without a row',
  );
  assert.deepEqual(
    Object.keys(rows).filter((name) => !allCalls.some((call) => call.name === name)),
    [],
    'rows without a call',
  );
  const matcher = createCallMatcher(createRouter(async () => () => ({ buildId: '', remotes: [] })));
  for (const { name, method, wire, meta } of allCalls) {
    assert.ok((AUDIENCES as readonly string[]).includes(meta.audience), `${name} has no audience`);
    assert.equal((await matcher.match(method, wire.replace(/\{\w+\}/g, 'x')))?.name, name);
  }
});

const codeOf = (status: number, body: Record<string, unknown>): string =>
  status < 300 ? 'ok' : `${String(body['code'])}`;

const sendOf = (call: Call) => (rows[call.name] as (typeof rows)[string]).send;

/** The outcome of a call. */
async function cell(call: Call, who: Persona, at: World, objects: Objects): Promise<string> {
  const browser = await at.browserOf(who);
  const { path, body } = sendOf(call)(objects);
  const answer =
    call.method === 'GET' && !call.meta.changes
      ? await browser.get(path)
      : await browser.write(call.method, path, body);
  return codeOf(answer.status, answer.body);
}

for (const call of allCalls) {
  test(`${call.name}: who may call it`, async () => {
    const outcome = rows[call.name]?.outcome;
    // The owner's limits, such as the number of sites, are for the objects of one call.
    const own = isShared(call) ? world : await makeWorld(panel);
    const objects = objectsOf(own, own === world ? read : await own.objects('owner'), call);
    const actual = Object.fromEntries(
      await Promise.all(
        PERSONAS.map(async (who) => [who, await cell(call, who, own, await objects(who, outcome?.[who]))]),
      ),
    );
    assert.deepEqual(actual, outcome);
  });
}

test('a refused object looks exactly like a missing one', async () => {
  const objects = await world.objects('neighbour');
  const browser = await world.browserOf('neighbour');
  const missing = '6f2c1f6e-8a53-4c58-9f0c-1f6f4f1b2a3c';
  for (const [path, other] of [
    [`/site/id/${objects.siteId}`, `/site/id/${missing}`],
    [`/user/${objects.userId}`, `/user/${missing}`],
    [`/notification/${objects.notificationId}`, `/notification/${missing}`],
  ]) {
    const [refused, unknown] = [await browser.get(path as string), await browser.get(other as string)];
    assert.deepEqual({ ...refused.body, requestId: '' }, { ...unknown.body, requestId: '' });
    assert.equal(refused.status, unknown.status);
  }
});

test('nobody deletes or reads another user’s notifications in bulk', async () => {
  const objects = await world.objects('owner');
  for (const who of PERSONAS.filter((persona) => persona !== 'owner' && persona !== 'anonymous')) {
    const browser = await world.browserOf(who);
    await browser.write('DELETE', `/notification/${objects.notificationId}`);
    await browser.write('PUT', '/notification/status', { status: 'delete_all' });
    assert.deepEqual((await browser.get('/notification')).body['pageElements'], []);
  }
  const [row] = await panel.ctx.db.select().from(notification).where(eq(notification.id, objects.notificationId));
  assert.equal(row?.status, 'unread');
});

test('a call of a disabled section is rejected for everyone before anything else is revealed', async () => {
  const off = await makeWorld(panel, {
    attributes: Object.fromEntries(SECTIONS.map((section) => [`SECTION_${section.toUpperCase()}`, 'false'])),
  });
  for (const who of PERSONAS) {
    // A call that is rejected changes nothing.
    const objects = await off.objects(who);
    for (const call of allCalls.filter(({ meta }) => meta.section))
      assert.equal(await cell(call, who, off, objects), 'SECTION_OFF', `${call.name} as ${who}`);
  }
  const plain = await panel.addPartner({ isSpecial: false });
  const answer = await (await panel.entered(plain, await panel.addUser(plain, 'customer'))).get('/nucal/user/apps');
  assert.equal(answer.body['code'], 'SECTION_OFF', 'applications need the special partner as well');
});

test('every write without the token is rejected, and what programs without a token call, from pages elsewhere', async () => {
  const objects = await world.objects('owner');
  const open = allCalls.filter(({ meta }) => meta.withoutCookies);
  assert.deepEqual(
    open.map(({ name, meta }) => `${name} ${meta.audience}`),
    ['device.start public', 'device.token public', 'device.revoke public', 'machine.join public'],
  );
  for (const { name, method, wire } of open) {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' };
    const answer = await panel.browser(objects.here).send(method, wire, { headers, body: '{}' });
    assert.equal(answer.body['code'], 'CSRF', name);
  }
  for (const call of allCalls.filter(({ method, meta }) => method !== 'GET' && !meta.withoutCookies)) {
    const browser = await world.browserOf(
      call.meta.audience === 'superadmin' ? 'superadmin' : call.meta.audience === 'staff' ? 'admin' : 'owner',
    );
    const { path, body } = sendOf(call)(objects);
    const answer = await browser.send(call.method, path, {
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    assert.equal(answer.body['code'], 'CSRF', call.name);
  }
});

// On both databases: view.repo.ts.
import type { SavedView } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type Client, type TestServer } from '../../src/testing/index.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

const STATE = { keyword: 'ada', filters: { state: ['active'] }, orderBy: 'email', sortOrder: 'asc', pageSize: 50 };

async function staff(of?: Awaited<ReturnType<typeof server.scenario.partner>>) {
  const partner = of ?? (await server.scenario.partner());
  const client = await server.as(partner, await server.scenario.admin(partner, { staffRole: 'read_only' }));
  return { partner, client };
}
const create = (client: Client, name: string, list = 'customers', state: unknown = STATE) =>
  client.post<{ data: SavedView }>('/partner/views', { list, name, state });
const viewsOf = async (client: Client, list = 'customers') =>
  (await client.get<{ views: SavedView[] }>(`/partner/views?list=${list}`)).body.views;
const namesOf = async (client: Client, list?: string) =>
  (await viewsOf(client, list)).map(({ name, is_default }) => (is_default ? `${name}*` : name));

test('a view is saved, renamed, made the default and deleted, each for its own list', async () => {
  const { client } = await staff();
  const { data: first } = (await create(client, ' Active ')).body;
  assert.deepEqual([first.name, first.state, first.is_default], ['Active', STATE, false]);
  const { data: second } = (await create(client, 'busy')).body;
  assert.equal((await create(client, 'Active', 'audit')).status, 200);
  const change = (id: string, values: Record<string, unknown>) => client.put(`/partner/views/${id}`, values);
  assert.equal((await change(first.id, { is_default: true })).status, 200);
  assert.equal((await change(second.id, { is_default: true, name: 'Zeal' })).status, 200);
  assert.deepEqual(await namesOf(client), ['Active', 'Zeal*']);
  assert.equal((await change(second.id, { is_default: false, state: { ...STATE, keyword: 'b' } })).status, 200);
  assert.deepEqual(
    (await viewsOf(client)).map(({ state }) => state.keyword),
    ['ada', 'b'],
  );
  assert.equal((await client.delete(`/partner/views/${first.id}`)).status, 200);
  assert.equal((await client.delete(`/partner/views/${first.id}`)).status, 404);
  assert.deepEqual([await namesOf(client), await namesOf(client, 'audit')], [['Zeal'], ['Active']]);
});

test('a name is used once in a list, whatever its letters, and a list has at most 20 views', async () => {
  const { client } = await staff();
  const { data } = (await create(client, 'One')).body;
  const other = (await create(client, 'Two')).body.data;
  for (const refused of [
    await create(client, 'ONE'),
    await client.put(`/partner/views/${other.id}`, { name: 'oNE', is_default: true }),
  ])
    assert.deepEqual([refused.status, (refused.body as unknown as { code: string }).code], [409, 'VIEW_TAKEN']);
  assert.equal((await client.put(`/partner/views/${data.id}`, { name: 'one' })).status, 200);
  assert.deepEqual(await namesOf(client), ['one', 'Two']);
  const answers = await Promise.all(Array.from({ length: 19 }, (_, index) => create(client, `View ${index}`)));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [...Array(18).fill(200), 409]);
});

test('views are of one person: neither colleagues nor another partner see or change them', async () => {
  const own = await staff();
  const { data } = (await create(own.client, 'Mine')).body;
  for (const { client } of [await staff(own.partner), await staff()]) {
    assert.deepEqual(await namesOf(client), []);
    assert.equal((await client.put(`/partner/views/${data.id}`, { name: 'Yours' })).status, 404);
    assert.equal((await client.delete(`/partner/views/${data.id}`)).status, 404);
  }
  assert.deepEqual(await namesOf(own.client), ['Mine']);
});

test('what a view can hold is bounded', async () => {
  const { client } = await staff();
  const many = Array.from({ length: 21 }, (_, index) => `v${index}`);
  for (const state of [
    { ...STATE, keyword: 'x'.repeat(255) },
    { ...STATE, filters: { state: many } },
    { ...STATE, filters: Object.fromEntries(many.map((_, index) => [`f${'x'.repeat(index)}`, []])) },
    { ...STATE, filters: { state: ['x'.repeat(101)] } },
    { ...STATE, filters: { 'a=b': [] } },
    { ...STATE, pageSize: 1000 },
  ])
    assert.equal((await create(client, 'Large', 'customers', state)).status, 422, JSON.stringify(state).slice(0, 80));
  assert.deepEqual(await viewsOf(client), []);
});

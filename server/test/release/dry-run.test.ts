import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ChannelEffect } from '@panel/contract';
import { registryChange } from '../../src/db/schema.ts';
import { makeReleases, ReleaseInput } from '../../src/testing/scenario-releases.ts';
import { startTestServer, type Answer } from '../../src/testing/index.ts';
import * as v from 'valibot';

async function open(t: TestContext, input: v.InferInput<typeof ReleaseInput>) {
  const server = await startTestServer();
  t.after(() => server.stop());
  const [partner, other] = [await server.scenario.partner(), await server.scenario.partner()];
  const name = await makeReleases(server, partner, v.parse(ReleaseInput, input));
  const operator = await server.as(partner, await server.scenario.superadmin());
  const change = (body: Record<string, unknown>) => operator.post(`/platform/channels/${name}`, body);
  const changes = async () => (await server.db.select().from(registryChange)).length;
  return { server, partner, other, name, operator, change, changes };
}
const effectFor = ({ body }: Answer, host: string) =>
  (body['effects'] as ChannelEffect[]).find(({ partner }) => partner === host);
const stable = (version: string) => ({ version, by: 'stable', canary: null });

const TWO = {
  versions: ['one', 'two'],
  changes: [
    { action: 'promote', version: 'one' },
    { action: 'promote', version: 'two' },
  ],
} as const;

test('a dry run reports who gets what, and stores nothing', async (t) => {
  const { partner, other, change, changes } = await open(t, {
    versions: [...TWO.versions],
    changes: [...TWO.changes, { action: 'pin', version: 'two', own: true }],
  });
  const before = await changes();
  const told = await change({ action: 'rollback', dryRun: true });
  assert.equal(told.status, 200, told.text);
  assert.deepEqual(effectFor(told, other.domain), { partner: other.domain, from: stable('two'), to: stable('one') });
  assert.deepEqual(effectFor(told, partner.domain), {
    partner: partner.domain,
    from: { version: 'two', by: 'pin', canary: null },
    to: { version: 'two', by: 'pin', canary: null },
  });
  assert.equal((told.body['channel'] as { stable: string }).stable, 'two');
  assert.equal(await changes(), before);
  const done = await change({ action: 'rollback', base: told.body['base'] });
  assert.deepEqual(done.body['effects'], told.body['effects']);
  assert.equal((done.body['channel'] as { stable: string }).stable, 'one');
  assert.equal(await changes(), before + 1);
});

test('a dry run is rejected whenever the change would be', async (t) => {
  const { change } = await open(t, { versions: ['one'], changes: [{ action: 'promote', version: 'one' }] });
  const [told, done] = [await change({ action: 'rollback', dryRun: true }), await change({ action: 'rollback' })];
  assert.deepEqual(
    [told.status, told.body['code'], told.body['message']],
    [422, 'RELEASE_REFUSED', done.body['message']],
  );
});

test('two operators who roll back at the same time go back one version, not two', async (t) => {
  const { change, changes, partner, operator } = await open(t, {
    versions: ['zero', ...TWO.versions],
    changes: [{ action: 'promote', version: 'zero' }, ...TWO.changes],
  });
  const { base } = (await change({ action: 'rollback', dryRun: true })).body;
  const before = await changes();
  const first = await change({ action: 'rollback', base });
  const second = await change({ action: 'rollback', base });
  assert.deepEqual([first.status, second.status, second.body['code']], [200, 409, 'CONFLICT']);
  assert.match(String(second.body['message']), /^This was changed in the meantime by superadmin-/);
  assert.equal(effectFor(await change({ action: 'rollback', dryRun: true }), partner.domain)?.from.version, 'one');
  assert.equal(await changes(), before + 1);
  const { body } = await operator.get('/platform/running');
  const [row] = body['running'] as { since: string; changedBy: string }[];
  const [newest] = (await operator.get('/platform/changes')).body['pageElements'] as { at: string; by: string }[];
  assert.deepEqual(
    [row?.since, row?.changedBy],
    [newest?.at, newest?.by],
    'it runs again since it was rolled back, by whoever did that',
  );
  assert.deepEqual(
    (body['channels'] as { stable: string; previous: string | null }[]).map(({ stable: now, previous }) => [
      now,
      previous,
    ]),
    [['one', 'zero']],
  );
});

test('publishing meanwhile does not change what runs', async (t) => {
  const { change, server, name } = await open(t, { versions: [...TWO.versions], changes: [...TWO.changes] });
  const { base } = (await change({ action: 'rollback', dryRun: true })).body;
  await server.db
    .insert(registryChange)
    .values({ createdAt: new Date(), by: 'somebody', action: 'publish', package: name, detail: 'three was published' });
  assert.equal((await change({ action: 'rollback', base })).status, 200);
});

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { registryRevision } from '../../src/db/schema.ts';
import { openPgliteInMemory } from '../../src/db/open-pglite.ts';
import { recordChange, saveChannel } from '../../src/platform/release/channel.repo.ts';
import { createStateReader } from '../../src/platform/release/registry-state.ts';
import { folder } from './release-support.ts';

const SCOPE = { package: 'mf-help', partnerId: null };

/** The embedded database, whose process knows of every change. */
async function openAlone(t: TestContext) {
  const database = await openPgliteInMemory(readConfig({ DATA_DIR: folder(t) }).cacheDir);
  t.after(() => database.close());
  const { db } = database;
  const pin = (version: string, before: () => unknown = () => undefined) =>
    db.transaction(async (tx) => {
      await recordChange(tx, { ...SCOPE, by: 'a test', action: 'pin', partner: null, detail: version }, new Date());
      before();
      await saveChannel(tx, { ...SCOPE, pin: version, changedAt: new Date(), changedBy: 'a test' });
    });
  const read = createStateReader(db, true);
  return { db, pin, read, pinned: async () => (await read()).policy('mf-help', 'some partner').pin };
}

test('a process that is alone with its database queries it only after a change, and sees each change in the next read', async (t) => {
  const { db, pin, read, pinned } = await openAlone(t);
  for (const version of ['1', '2', '3']) {
    await pin(version);
    assert.equal(await pinned(), version);
  }
  const known = await read();
  // Nothing else can change it like this; it shows that no query ran.
  await db.update(registryRevision).set({ revision: 99 });
  assert.equal(await read(), known);
  assert.equal((await createStateReader(db, false)()).revision, 99);
});

test('a read in the middle of a change waits for it, and so do those that arrive meanwhile', async (t) => {
  const { pin, pinned } = await openAlone(t);
  await pin('1');
  assert.equal(await pinned(), '1');
  const looks: Promise<string | null>[] = [];
  const changed = pin('2', () => looks.push(pinned())).then(() => looks.push(pinned()));
  await changed;
  assert.deepEqual(await Promise.all(looks), ['2', '2']);
});

test('a change that was rolled back changes nothing', async (t) => {
  const { db, pin, pinned } = await openAlone(t);
  await pin('1');
  await assert.rejects(
    db.transaction(async (tx) => {
      await recordChange(tx, { ...SCOPE, by: 'a test', action: 'pin', partner: null, detail: '2' }, new Date());
      throw new Error('taken back');
    }),
    /taken back/,
  );
  assert.equal(await pinned(), '1');
});

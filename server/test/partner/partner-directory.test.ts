// On both databases: a database that cannot be reached.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partnerHost } from '../../src/db/schema.ts';
import { createPartnerDirectory } from '../../src/modules/partner/partner-directory.ts';
import { startTestServer } from '../../src/testing/index.ts';

test('while the database is unreachable a known partner stays as it was, then is refreshed', async (t) => {
  const server = await startTestServer();
  t.after(() => server.stop());
  const partner = await server.scenario.partner();
  let isGone = false;
  const db = new Proxy(server.app.db, {
    get(target, name, receiver) {
      if (isGone) throw new Error('The database is gone.');
      return Reflect.get(target, name, receiver);
    },
  });
  let now = 0;
  const directory = createPartnerDirectory({ db, clock: { now: () => new Date(now) } });
  assert.equal((await directory.ofHost(partner.domain))?.id, partner.id);
  isGone = true;
  for (now = 10_000; now < 60_000; now += 10_000)
    assert.equal((await directory.ofHost(partner.domain))?.id, partner.id);
  await assert.rejects(directory.ofHost('another.example'), /database is gone/);
  directory.forget();
  assert.equal((await directory.ofHost(partner.domain))?.id, partner.id, 'a lost connection makes each process forget');
  isGone = false;
  directory.forget();
  await server.app.db.delete(partnerHost);
  assert.equal(await directory.ofHost(partner.domain), null);
});

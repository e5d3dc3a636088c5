import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { takeSitesToMeasure } from '../../src/modules/site/site.repo.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

test('sites that cannot be measured do not keep others from it: each is taken once within the time span', async () => {
  const { scenario, db } = server;
  const machine = server.app.machine.id;
  const partner = await scenario.partner();
  const customer = await scenario.customer(partner);
  const sites: string[] = [];
  for (const name of ['a', 'b', 'c']) sites.push((await scenario.site(partner, customer, { name })).id);
  // None of them is measured, as if all failed; two processes look at the same time.
  const taken = await Promise.all([takeSitesToMeasure(db, machine, 3600, 2), takeSitesToMeasure(db, machine, 3600, 2)]);
  assert.deepEqual(taken.flat().sort(), sites.sort());
  assert.deepEqual(await takeSitesToMeasure(db, machine, 3600, 2), []);
});

import { limitsOfPlan } from '@panel/contract';
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { createFastDriver } from '../../src/testing/fast-driver.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { readySite, tenant, visit } from '../site/site-support.ts';
import { give, staffOf, upgraded } from './license-support.ts';

const held = new Set<ServerResponse>();
/** A site that answers nobody until the test lets it. */
const slow = createServer((_req, res) => void held.add(res));
let server: TestServer;
before(async () => {
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const { port } = slow.address() as AddressInfo;
  server = await startTestServer({
    hosting: async (dataDir) => {
      const driver = await createFastDriver(dataDir);
      return { ...driver, publicFiles: undefined, start: async () => ({ host: '127.0.0.1', port, token: 'slow' }) };
    },
  });
});
after(async () => {
  await server.stop();
  slow.closeAllConnections();
  slow.close();
});

/** How many of 40 requests of one visitor the edge lets through to the site at once. */
async function reaching(fqdn: string): Promise<number> {
  let refused = 0;
  const visits = Array.from({ length: 40 }, async () => {
    const { status } = await visit(server, fqdn);
    if (status === 503) refused += 1;
  });
  await until('every request to be refused or at the site', async () => refused + held.size === visits.length);
  const reached = held.size;
  for (const res of held) res.end('late');
  held.clear();
  await Promise.all(visits);
  return reached;
}

test('the edge lets more requests through to a site as soon as it has a licence', async () => {
  const own = await tenant(server);
  const license = await give(await staffOf(server, own.partner), own.customer);
  const site = await readySite(own, 'shop');
  // One address gets three quarters of the places (edge.ts).
  const share = (plan: string) => Math.ceil((limitsOfPlan(plan).site.concurrentRequests * 3) / 4);
  assert.equal(await reaching(site.fqdn), share('FREE'));
  await upgraded(own.client, license.id, site.site_id);
  assert.equal(await reaching(site.fqdn), share('STARTER'));
});

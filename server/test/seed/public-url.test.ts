import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer, type TestServerOptions, Client } from '../../src/testing/index.ts';

type Brand = { attributes: { RESELLER_COMPANY_NAME: string } };

/** Which brand answers under a host name, on a new installation with demo data; null for none. */
async function brandsUnder(hosts: readonly string[], env: TestServerOptions['env']): Promise<(string | null)[]> {
  const server = await startTestServer({ env: { SEED: 'demo', ...env } });
  try {
    return await Promise.all(
      hosts.map(async (host) => {
        const answer = await new Client(server.port, host).get<{ data: Brand }>('/partner/whitelabel');
        return answer.status === 200 ? answer.body.data.attributes.RESELLER_COMPANY_NAME : null;
      }),
    );
  } finally {
    await server.stop();
  }
}

test('the configured address leads to the first brand, and no other unknown name does', async () => {
  const hosts = ['panel.example.com', 'localhost', 'cobalt.localhost', 'other.example.com'];
  assert.deepEqual(await brandsUnder(hosts, { PUBLIC_URL: 'https://panel.example.com' }), [
    'Aurora',
    'Aurora',
    'Cobalt',
    null,
  ]);
});

test('a name that already leads to a brand keeps it', async () => {
  assert.deepEqual(await brandsUnder(['borealis.localhost'], { PUBLIC_URL: 'http://borealis.localhost:8099' }), [
    'Borealis',
  ]);
});

import type { App, Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEMO_PASSWORD } from '../../src/seed/demo-data.ts';
import { Client, startTestServer, until } from '../../src/testing/index.ts';
import { visit } from '../site/site-support.ts';

test('the demo has applications that answer', async () => {
  const server = await startTestServer({ env: { SEED: 'demo', PUBLIC_URL: 'http://localhost:8099' } });
  try {
    const client = new Client(server.port, 'aurora.localhost');
    await client.get('/partner/whitelabel');
    assert.equal(
      (await client.post('/login', { email: 'customer@aurora.example', password: DEMO_PASSWORD })).status,
      200,
    );
    // Of the driver of this test; one whose template a machine cannot run is left out.
    const app = await until('its application', async () => {
      const { pageElements } = (await client.get<Page<App>>('/nucal/user/apps')).body;
      return pageElements.find(({ status }) => status === 'ready');
    });
    assert.equal(app.live_build?.trigger, 'create');
    assert.equal((await visit(server, app.fqdn)).status, 200);
  } finally {
    await server.stop();
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalDriver, hostingConfigFromEnv, prepareRuntime } from '../../src/hosting/index.ts';
import { startTestServer } from '../../src/testing/index.ts';
import { ended, newSite, tenant, visit } from '../site/site-support.ts';

/*
 * The full life of a site on a machine without PHP: requested over HTTP, installed by tasks on php-wasm, served by
 * the edge, deleted.
 */

test('a WordPress on php-wasm: created, ready, answers, deleted', async () => {
  const server = await startTestServer({
    env: { PHP_RUNTIME: 'wasm' },
    hosting: async (dataDir) => {
      const config = hostingConfigFromEnv({ PHP_RUNTIME: 'wasm' }, dataDir);
      return createLocalDriver({ config, runtime: await prepareRuntime(config) });
    },
  });
  try {
    assert.equal(server.app.hosting.capabilities().php, 'wasm');
    const owner = await tenant(server);
    const fqdn = owner.fqdn('no-php');
    const started = await owner.client.post('/site', newSite(fqdn));
    assert.equal(started.status, 200, started.text);
    const task = await ended(owner.client, started.body['task_id']);
    assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
    assert.ok(
      task.steps.every((step) => step.state === 'done'),
      JSON.stringify(task.steps),
    );

    const page = await visit(server, fqdn);
    assert.equal(page.status, 200);
    assert.match(page.text, /<title>A blog<\/title>/);
    const overview = await owner.client.get<{
      site: { status: string; version: string };
      evidence: { ok: boolean }[];
    }>(`/site/${String(task.site_id)}/overview`);
    assert.equal(overview.body.site.status, 'ready', overview.text);
    assert.ok(overview.body.evidence.length > 0 && overview.body.evidence.every(({ ok }) => ok), overview.text);

    const deletion = await owner.client.delete(`/site/delete/${String(task.site_id)}`);
    assert.equal((await ended(owner.client, deletion.body['task_id'])).status, 'succeeded', deletion.text);
    assert.notEqual((await visit(server, fqdn)).status, 200);
  } finally {
    await server.stop();
  }
});

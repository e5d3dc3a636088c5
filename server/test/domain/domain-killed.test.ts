// On the embedded database: a killed panel, which keeps its database itself.
// Campaign: kills while a site moves to its domain; tasks/killed is in every run.
import type { License, Site, SiteDomain, SiteOverview, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { Client, until } from '../../src/testing/index.ts';
import { nativePhpMissing } from '../hosting/hosting-support.ts';
import { ended, newSite } from '../site/site-support.ts';
import { demoPanels } from '../tasks/demo-panel.ts';
import { resolverOf, txtRecord, type World } from './domain-support.ts';

const skip = (await nativePhpMissing()) ?? false;
const cleanup: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const step of cleanup.reverse()) await step();
});

const DOMAIN = 'www.killed-shop.example';

test(
  'killed while it moves to its domain, a WordPress has the old address or the new one, then the new one, and back again',
  { skip },
  async () => {
    const world: World = new Map();
    const resolver = await resolverOf(world);
    cleanup.push(() => resolver.close());
    const { dataDir, start, close } = await demoPanels('panel-domain-', {
      DNS_RESOLVERS: `127.0.0.1:${resolver.port}`,
    });
    cleanup.push(close);
    let { panel, client } = await start();
    const fqdn = 'killed-shop.aurora-sites.localhost';
    const made = await client.post('/site', newSite(fqdn));
    assert.equal(made.status, 200, made.text);
    const end = (taskId: unknown) => ended(client, taskId);
    const siteId = (await end(made.body['task_id'])).site_id ?? '';
    const urlNow = () => {
      const database = new DatabaseSync(path.join(dataDir, 'sites', siteId, 'live/data/wordpress.sqlite'), {
        readOnly: true,
      });
      const row = database.prepare("SELECT option_value AS v FROM wp_options WHERE option_name = 'siteurl'").get();
      database.close();
      return String(row?.['v']);
    };
    const [oldUrl, newUrl] = [`http://${fqdn}:8099`, `http://${DOMAIN}:8099`];
    assert.equal(urlNow(), oldUrl);
    const idle = () =>
      until('the site to be ready', async () => {
        const { body } = await client.get<Site>(`/site/id/${siteId}`);
        return body.status === 'ready' && body.task_id === null ? body : null;
      });

    world.set('killed-shop.example', {});
    const [license] = (await client.get<License[]>('/license')).body;
    const claimed = await client.put(`/site/fqdn/${fqdn}`, { fqdn: DOMAIN, license_key: license?.license_key });
    assert.equal(claimed.status, 200, claimed.text);
    const shown = claimed.body['data'] as SiteDomain;
    assert.ok(shown.domain);
    world.set('killed-shop.example', { records: [txtRecord(shown.domain)] });
    await until('the proof', async () => {
      const { body } = await client.post(`/site/${siteId}/domain/check`);
      return (body['data'] as SiteDomain).domain?.state === 'proven';
    });
    await idle();
    const started = await client.post(`/site/${siteId}/domain/connect`);
    assert.equal(started.status, 200, started.text);
    await until('the move to begin', async () => {
      const { steps } = (await client.get<Task>(`/site/check/${String(started.body['task_id'])}`)).body;
      return steps.some(({ name, state }) => name === 'move' && state !== 'idle');
    });
    await panel.kill('SIGKILL');
    assert.ok([oldUrl, newUrl].includes(urlNow()), `neither the old address nor the new one: ${urlNow()}`);

    ({ panel, client } = await start());
    const task = await end(started.body['task_id']);
    assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
    assert.equal(urlNow(), newUrl);
    const site = await idle();
    assert.deepEqual([site.fqdn, site.domain_type], [DOMAIN, 'custom_domain']);
    const { body } = await client.get<SiteOverview>(`/site/${siteId}/overview?check=now`);
    assert.ok(body.evidence.length > 0 && body.evidence.every(({ ok }) => ok), JSON.stringify(body.evidence));
    const visit = (host: string) => new Client(panel.port, host).get('/wp-login.php?p=1', { accept: 'text/html' });
    assert.equal((await visit(DOMAIN)).status, 200);
    const former = await visit(fqdn);
    assert.deepEqual(
      [former.status, former.headers['location']],
      [308, `http://${DOMAIN}:${panel.port}/wp-login.php?p=1`],
    );
    const { pageElements: backups } = (await client.get<{ pageElements: { name: string }[] }>('/backup')).body;
    assert.ok(backups.some(({ name }) => name === 'Before the change of the domain'));

    const removed = await client.delete(`/site/${siteId}/domain`);
    assert.equal((await end(removed.body['task_id'])).status, 'succeeded');
    assert.equal(urlNow(), oldUrl);
    assert.equal((await visit(fqdn)).status, 200);
    assert.equal((await visit(DOMAIN)).status, 421);
  },
);

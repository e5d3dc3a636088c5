// On the embedded database: a killed panel, which keeps its database itself.
import type { App, AppBuild, AppPreviews, BuildLog, Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import { Client, until } from '../../src/testing/index.ts';
import { demoPanels } from '../tasks/demo-panel.ts';
import { csrf, fromGit, type Created } from './app-support.ts';

test('killed while it waits, builds and publishes: each build is completed after the restart, and one release is live at every moment', async () => {
  const panels = await demoPanels('panel-builds-');
  after(panels.close);
  const go = path.join(panels.dataDir, 'fake-releases', 'go');
  let { panel, client } = await panels.start();
  const build = async (id: string) => (await client.get<AppBuild>(`/nucal/app/build/${id}/details`)).body;
  const reached = (id: string, status: AppBuild['status']) =>
    until(`build ${id} is ${status}`, async () => ((await build(id)).status === status ? true : undefined));
  const restart = async () => {
    await panel.kill('SIGKILL');
    ({ panel, client } = await panels.start());
  };

  const made = await client.post<Created>('/nucal/existing/app', fromGit('killed', 'main'));
  assert.equal(made.status, 200, made.text);
  const { app_id: id, build_id: first, fqdn } = made.body;
  await reached(first, 'success');
  const shown = async () => (await new Client(panel.port, fqdn).get('/', { host: `${fqdn}:8099` })).text;
  const shows = async (wanted: string) => assert.match(await shown(), new RegExp(wanted));
  const deploy = async () =>
    (await client.get<{ build_id: string }>(`/nucal/app/${id}/deploy`, csrf(client))).body.build_id;

  for (const [branch, status] of [
    ['waits-build', 'building'],
    ['waits-publish', 'deploying'],
  ] as const) {
    await rm(go, { force: true });
    const before = (await client.get<App>(`/nucal/${id}`)).body.live_build?.id ?? '';
    assert.equal((await client.put(`/nucal/${id}`, { branch })).status, 200);
    const next = await deploy();
    await reached(next, status);
    const waiting = await deploy();
    await restart();
    await shows(before);
    assert.equal((await client.get<App>(`/nucal/${id}`)).body.live_build?.id, before);
    await mkdir(path.dirname(go), { recursive: true });
    await writeFile(go, '');
    await reached(next, 'success');
    await reached(waiting, 'success');
    await shows(waiting);
    const { lines } = (await client.get<BuildLog>(`/nucal/site/build/${next}/log`)).body;
    assert.deepEqual(
      lines.map(({ line }) => line),
      [1, 2, 3],
      'a build that begins anew has its lines once',
    );
  }
  const { pageElements } = (await client.get<Page<AppBuild>>(`/nucal/user/apps/siteid/${id}/builds`)).body;
  assert.equal(pageElements.filter(({ is_live }) => is_live).length, 1);
  assert.ok(pageElements.every(({ status }) => status === 'success'));
});

test('killed while a preview is published, promoted and removed: production is one release at every moment, and nothing is lost', async () => {
  const panels = await demoPanels('panel-previews-');
  after(panels.close);
  const go = path.join(panels.dataDir, 'fake-releases', 'go');
  let { panel, client } = await panels.start();
  const reached = (id: string, status: AppBuild['status']) =>
    until(`build ${id} is ${status}`, async () =>
      (await client.get<AppBuild>(`/nucal/app/build/${id}/details`)).body.status === status ? true : undefined,
    );
  const restart = async () => {
    await panel.kill('SIGKILL');
    ({ panel, client } = await panels.start());
  };
  const goOn = async () => {
    await mkdir(path.dirname(go), { recursive: true });
    await writeFile(go, '');
  };
  const textAt = async (host: string) => (await new Client(panel.port, host).get('/', { host: `${host}:8099` })).text;
  const made = await client.post<Created>('/nucal/existing/app', fromGit('previewed', 'main'));
  const { app_id: id, build_id: first, fqdn } = made.body;
  await reached(first, 'success');
  await client.put(`/nucal/app/${id}/previews`, { enabled: true, branches: [], days: 7 });
  const { body: built } = await client.post<Created>(`/nucal/app/${id}/previews`, { branch: 'waits-publish' });
  await reached(built.build_id, 'deploying');
  await restart();
  await goOn();
  await reached(built.build_id, 'success');
  const [preview] = (await client.get<AppPreviews>(`/nucal/app/${id}/previews`)).body.previews;
  assert.ok(preview);
  const host = new URL(preview.url).hostname;
  assert.match(await textAt(host), new RegExp(built.build_id));
  await rm(go);
  const { body: promoted } = await client.post<Created>(`/nucal/app/preview/${preview.id}/promote`);
  await reached(promoted.build_id, 'deploying');
  assert.match(await textAt(fqdn), new RegExp(first));
  await restart();
  await goOn();
  await reached(promoted.build_id, 'success');
  assert.match(await textAt(fqdn), new RegExp(built.build_id));
  assert.equal((await client.delete(`/nucal/app/preview/${preview.id}`)).status, 200);
  await restart();
  const folder = path.join(panels.dataDir, 'sites');
  await until('its files are gone', async () =>
    (await readdir(folder)).some((name) => name.startsWith(`${id}-p`)) ? undefined : true,
  );
  assert.match(await textAt(fqdn), new RegExp(built.build_id));
});

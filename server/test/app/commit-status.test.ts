import type { AppPreviews } from '@panel/contract';
import { eq } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { appBuild } from '../../src/db/schema.ts';
import { tellCommits } from '../../src/modules/commit-status/tell-commits.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { openCodeHost, TOKEN, type CodeHost } from '../site-source/code-host.ts';
import { appTenant, type AppTenant, type Created } from './app-support.ts';

/** The commit that the fake builds name. */
const COMMIT = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567';
type Status = { state: string; target_url: string; description: string; context: string };

let host: CodeHost;
let server: TestServer;
let own: AppTenant;
before(async () => {
  host = await openCodeHost();
  server = await startTestServer({ env: { GITHUB_API_URL: host.url } });
  own = await appTenant(server);
  const connected = await own.client.post('/github/getToken', { access_token: TOKEN });
  assert.equal(connected.status, 200, connected.text);
});
after(async () => {
  await server.stop();
  await host.close();
});

/** An application of a repository at GitHub whose statuses are answered with `code`, and those that were told. */
async function repository(name: string, answer: { code: number }) {
  const told: Status[] = [];
  const path = new URL(`${host.url}/repos/octo/${name}/statuses/${COMMIT}`).pathname;
  host.answers.set(path, (req, res) => {
    void text(req).then((body) => {
      told.push(JSON.parse(body) as Status);
      res.writeHead(answer.code, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const from = { source: 'github', repository: `octo/${name}`, branch: 'main' };
  const made = await own.client.post<Created>('/nucal/existing/app', { fqdn: name, from });
  assert.equal(made.status, 200, made.text);
  await own.builtTo(made.body.build_id, 'success');
  return { id: made.body.app_id, buildId: made.body.build_id, fqdn: own.fqdn(name), told };
}
const rowOf = async (id: string) => (await server.db.select().from(appBuild).where(eq(appBuild.id, id)))[0];
const tell = () => tellCommits(server.app, new AbortController().signal);
const toldAll = (id: string) =>
  until('all was told', async () => {
    await tell();
    return (await rowOf(id))?.isToTell === false ? true : undefined;
  });

test('a commit at GitHub is told of its build, and of its preview with the address', async () => {
  const { id, buildId, fqdn, told } = await repository('told', { code: 201 });
  await toldAll(buildId);
  const last = told.at(-1);
  assert.deepEqual([last?.state, last?.context], ['success', `${fqdn}/production`]);
  assert.ok(last?.target_url.endsWith(`/manage-app/build/${id}?build=${buildId}`));
  await own.client.put(`/nucal/app/${id}/previews`, { enabled: true, branches: [], days: 7 });
  const started = await own.client.post<Created>(`/nucal/app/${id}/previews`, { branch: 'fails' });
  await own.builtTo(started.body.build_id, 'failed');
  await toldAll(started.body.build_id);
  assert.deepEqual([told.at(-1)?.state, told.at(-1)?.context], ['failure', `${fqdn}/preview`]);
  const good = await own.client.post<Created>(`/nucal/app/${id}/previews`, { branch: 'next' });
  await own.builtTo(good.body.build_id, 'success');
  await toldAll(good.body.build_id);
  const { previews } = (await own.client.get<AppPreviews>(`/nucal/app/${id}/previews`)).body;
  assert.equal(told.at(-1)?.target_url, previews.find(({ branch }) => branch === 'next')?.url);
  const count = told.length;
  const again = async (buildId: string) => {
    await server.db.update(appBuild).set({ isToTell: true, told: null, tellAt: null }).where(eq(appBuild.id, buildId));
    await toldAll(buildId);
  };
  await again(started.body.build_id);
  assert.equal(told.length, count, 'a newer build has said what became of the commit');
  for (const each of previews) await own.client.delete(`/nucal/app/preview/${each.id}`);
  await again(good.body.build_id);
  assert.ok(told.at(-1)?.target_url.endsWith(`?build=${good.body.build_id}`), 'its address answers no longer');
});

test('a build does not fail with GitHub: what is not told is tried again, and a refusal ends it', async () => {
  const answer = { code: 503 };
  const { buildId, told } = await repository('away', answer);
  await until('it was tried', async () => {
    await tell();
    return ((await rowOf(buildId))?.tellAttempts ?? 0) > 0 ? true : undefined;
  });
  const waiting = await rowOf(buildId);
  assert.deepEqual([waiting?.status, waiting?.isToTell], ['success', true]);
  assert.ok((waiting?.tellAt?.getTime() ?? 0) > Date.now());
  answer.code = 201;
  // Its time has come, in whatever process: the one that claimed it may have been killed.
  await server.db
    .update(appBuild)
    .set({ tellAt: new Date(0) })
    .where(eq(appBuild.id, buildId));
  await toldAll(buildId);
  assert.equal(told.at(-1)?.state, 'success');
  const refused = await repository('refused', { code: 403 });
  await until('it is given up', async () => {
    await server.db.update(appBuild).set({ tellAt: null }).where(eq(appBuild.id, refused.buildId));
    await tell();
    return (await rowOf(refused.buildId))?.isToTell === false ? true : undefined;
  });
  assert.ok(refused.told.length >= 3);
});

import {
  limitsOfPlan,
  type AppBuild,
  type AppCommit,
  type AppPreview,
  type AppPreviews,
  type AppVariables,
  type Page,
} from '@panel/contract';
import { eq } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { app, appDelivery, appPreview, partner, task, user, workload } from '../../src/db/schema.ts';
import { withPreviews } from '../../src/hosting/index.ts';
import { previewKind } from '../../src/modules/app-preview/app-preview.tasks.ts';
import { removeEndedPreviews } from '../../src/modules/app-preview/ended-previews.ts';
import { insertDelivery } from '../../src/modules/app-push/delivery.repo.ts';
import { settleInterrupted, settlePush } from '../../src/modules/app-push/panel-push.ts';
import { HostingError } from '../../src/hosting/hosting-error.ts';
import { isPreviewed } from '../../src/modules/app-preview/branch-pattern.ts';
import type { StepContext } from '../../src/tasks/task-kind.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { visit } from '../site/site-support.ts';
import { appTenant, type AppTenant } from './app-support.ts';
import { hmac, hooked, pushOf, tell, type Hooked } from './webhook-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

const push = async (own: AppTenant, { path, secret }: Hooked, branch: string, more: object = {}) => {
  const body = pushOf(branch, more);
  const headers = { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${hmac(secret, body)}` };
  return (await tell(server, own.partner.domain, { path, body, headers })).body;
};
const DELETED = { after: '0'.repeat(40) };

const shown = async (own: AppTenant, id: string): Promise<AppPreviews> =>
  (await own.client.get<AppPreviews>(`/nucal/app/${id}/previews`)).body;
const save = (own: AppTenant, id: string, more: object = {}) =>
  own.client.put(`/nucal/app/${id}/previews`, { enabled: true, branches: [], days: 7, ...more });
const hostOf = ({ url }: AppPreview): string => new URL(url).hostname;

/** An application with previews, and one of them that answers. */
async function previewed(name: string, branch: string) {
  const own = await appTenant(server);
  const hook = await hooked(own, name);
  assert.equal((await save(own, hook.id)).status, 200);
  const told = await push(own, hook, branch);
  assert.equal(told.result, 'preview');
  await own.builtTo(told.build_id ?? '', 'success');
  const [preview] = (await shown(own, hook.id)).previews;
  assert.ok(preview);
  return { own, hook, preview, host: hostOf(preview) };
}
/** Of the page of an address without a site. */
const VACANT = 421;
const isVacant = (host: string) =>
  until(`${host} is vacant`, async () => ((await visit(server, host)).status === VACANT ? true : undefined));

test('a push to a branch answers at an address of its own, and production stays as it is', async () => {
  const { own, hook, preview, host } = await previewed('branches', 'feature/New_Page');
  assert.match(host, /^feature-new-page-[0-9a-f]{10}\./);
  const answer = await visit(server, host);
  assert.equal(answer.status, 200);
  assert.match(answer.text, /Release of feature\/New_Page/);
  assert.equal(answer.headers['x-robots-tag'], 'noindex');
  const live = await visit(server, own.fqdn('branches'));
  assert.match(live.text, /Release of main/);
  assert.equal(live.headers['x-robots-tag'], undefined);
  const { last_build, live_build } = await own.app(hook.id);
  assert.equal(last_build?.id, live_build?.id, 'the newest build of the application is that of production');
  assert.equal(preview.live_build?.preview_id, preview.id);
  const commits = (await own.client.get<AppCommit[]>(`/nucal/user/apps/siteid/${hook.id}/builds/commits`)).body;
  assert.deepEqual(
    commits.map(({ commit, build }) => [commit, build?.preview_id]),
    [[preview.live_build?.commit, null]],
    'the same commit was built for production before',
  );
  const again = await push(own, hook, 'feature/New_Page', { by: 'again' });
  await own.builtTo(again.build_id ?? '', 'success');
  assert.equal((await shown(own, hook.id)).previews.length, 1);
  assert.match((await visit(server, host)).text, new RegExp(again.build_id ?? 'none'));
  assert.equal((await push(own, hook, 'feature/New_Page', DELETED)).result, 'ended');
  await isVacant(host);
  await until('its files are gone', async () =>
    (await server.db.select().from(appPreview).where(eq(appPreview.id, preview.id))).length === 0 ? true : undefined,
  );
});

test('previews are off at first, and only branches of the patterns get one', async () => {
  const own = await appTenant(server);
  const hook = await hooked(own, 'chosen');
  assert.equal((await push(own, hook, 'feature')).result, 'branch');
  await save(own, hook.id, { branches: ['feature/*', 'next'] });
  assert.equal((await push(own, hook, 'other')).result, 'branch');
  assert.equal((await push(own, hook, 'next')).result, 'preview');
  assert.equal((await push(own, hook, 'feature/a')).result, 'preview');
  assert.equal((await push(own, hook, 'main', { by: 'next' })).result, 'build');
});

test('a pattern is a branch in which a star is any text', () => {
  const yes: [string, string][] = [
    ['*', 'a/b'],
    ['feature/*', 'feature/a/b'],
    ['*-fix', 'x-fix'],
    ['a*b*c', 'aXbYc'],
    ['a*a', 'aa'],
  ];
  for (const [pattern, branch] of yes) assert.ok(isPreviewed([pattern], branch), pattern);
  const no: [string, string][] = [
    ['a*a', 'a'],
    ['feature/*', 'features'],
    ['a*bc*c', 'abc'],
    ['Feature', 'feature'],
    ['(a+)+', 'aaaa'],
  ];
  for (const [pattern, branch] of no) assert.ok(!isPreviewed([pattern], branch), pattern);
});

test('any name of a branch gives an address of its own', async () => {
  const own = await appTenant(server);
  const hook = await hooked(own, 'names');
  await save(own, hook.id);
  const names = ['Feature', 'feature', '$(id)', '日本語', `long/${'x'.repeat(200)}`, '--', 'a;rm'];
  for (const name of names) assert.equal((await push(own, hook, name)).result, 'preview', name);
  const { previews } = await shown(own, hook.id);
  const labels = previews.map((each) => hostOf(each).split('.')[0] ?? '');
  assert.equal(new Set(labels).size, names.length);
  for (const label of labels) assert.match(label, /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/);
  const taken = await own.client.post('/nucal/create/project', { fqdn: labels[0], template_id: 'static-page' });
  assert.equal(taken.body['code'], 'NAME_RESERVED');
});

test('promoting publishes what was built, with the variables of production, and the preview stays', async () => {
  const { own, hook, preview, host } = await previewed('promoted', 'ready');
  const differ = async () => (await shown(own, hook.id)).previews[0]?.different_variables;
  await own.client.put<{ data: AppVariables }>(`/nucal/app/${hook.id}/variables`, {
    ...{ environment: 'preview', version: 0 },
    variables: [
      { name: 'API', value: 'test', phase: 'build', secret: false },
      { name: 'PORTS', value: 'x', phase: 'run', secret: false },
    ],
  });
  assert.deepEqual(await differ(), [], 'it was built before');
  const promote = (build_id?: string) =>
    own.client.post<{ build_id: string }>(`/nucal/app/preview/${preview.id}/promote`, { build_id });
  const again = await push(own, hook, 'ready', { by: 'again' });
  await own.builtTo(again.build_id ?? '', 'success');
  assert.deepEqual(await differ(), ['API']);
  const unseen = await promote(preview.live_build?.id);
  assert.match(unseen.text, /CONFLICT/, 'it shows another release than the one that was looked at');
  const started = await promote(again.build_id ?? undefined);
  assert.equal(started.status, 200, started.text);
  const build = await own.builtTo(started.body.build_id, 'success');
  assert.deepEqual([build.trigger, build.branch, build.preview_id, build.is_live], ['promote', 'ready', null, true]);
  assert.equal(build.commit, preview.live_build?.commit);
  const [live, still] = [await visit(server, own.fqdn('promoted')), await visit(server, host)];
  assert.equal(live.text, still.text);
  const { body } = await own.client.get<Page<AppBuild>>(`/nucal/user/apps/siteid/${hook.id}/builds`);
  const first = body.pageElements.find(({ trigger }) => trigger === 'create');
  assert.equal((await own.client.post(`/nucal/app/build/${first?.id}/publish`)).status, 200, 'and rolls back');
  const back = await own.client.post(`/nucal/app/build/${preview.live_build?.id}/publish`);
  assert.equal(back.status, 404, 'a build of a preview is promoted, not published');
});

test('a roll-back does not wait for a preview that is built', async () => {
  const own = await appTenant(server);
  const hook = await hooked(own, 'rolls-back');
  await save(own, hook.id);
  const first = (await own.app(hook.id)).live_build?.id ?? 'none';
  const told = await push(own, hook, 'main', { by: 'main' });
  await own.builtTo(told.build_id ?? '', 'success');
  const held = await push(own, hook, 'hangs');
  const back = await own.client.post<{ task_id: string }>(`/nucal/app/build/${first}/publish`);
  assert.equal(back.status, 200, back.text);
  assert.equal((await server.app.tasks.waitFor(back.body.task_id)).status, 'succeeded');
  assert.match((await visit(server, own.fqdn('rolls-back'))).text, new RegExp(first));
  assert.equal((await own.build(held.build_id ?? '')).status, 'building');
  assert.equal((await own.client.post(`/nucal/app/${hook.id}/db`)).body['code'], 'TASK_RUNNING');
  assert.equal((await own.client.post(`/nucal/app/build/${held.build_id}/cancel`)).status, 200);
});

test('a promotion that waits keeps its release when the preview goes on or ends, and waiting builds of production', async () => {
  const { own, hook, preview, host } = await previewed('waits', 'ready');
  const seen = (await visit(server, host)).text;
  const held = await push(own, hook, 'waits-build');
  const ofMain = await push(own, hook, 'main', { by: 'main' });
  const first = await own.client.post<{ build_id: string }>(`/nucal/app/preview/${preview.id}/promote`);
  await push(own, hook, 'ready', { by: 'again' });
  assert.equal((await own.build(ofMain.build_id ?? '')).status, 'queued', 'a promotion is of another branch');
  assert.equal((await own.client.delete(`/nucal/app/preview/${preview.id}`)).status, 200);
  await removeEndedPreviews(server.app);
  const folder = path.join(server.app.config.dataDir, 'fake-releases');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'go'), '');
  await own.builtTo(held.build_id ?? '', 'success');
  await own.builtTo(ofMain.build_id ?? '', 'success');
  await own.builtTo(first.body.build_id, 'success');
  assert.equal((await visit(server, own.fqdn('waits'))).text, seen);
  await until('its files are gone', async () =>
    (await server.db.select().from(appPreview).where(eq(appPreview.id, preview.id))).length === 0 ? true : undefined,
  );
});

test('a branch that is only missing in a list keeps its preview; one that is gone ends it', async () => {
  const { own, hook } = await previewed('listed', 'kept');
  const settle = async (ofBranch: () => null) => {
    const about = { appId: hook.id, sender: 'panel', branch: 'main', commit: null } as const;
    const delivery = { ...about, fromAddress: '10.1.2.3', result: 'receiving', createdAt: new Date() } as const;
    const id = (await insertDelivery(server.db, delivery)) ?? '';
    const branchCommit = async (_id: string, branch: string) => (branch === 'main' ? null : ofBranch());
    const hosting = { ...server.app.hosting, branches: async () => new Map<string, string>(), branchCommit };
    const push = { id, appId: hook.id, branch: 'main', before: null, from: '10.1.2.3', heads: null };
    await settlePush({ ...server.app, hosting }, push);
    return (await shown(own, hook.id)).previews.length;
  };
  const unknown = () => {
    throw new HostingError('COMMAND_FAILED', 'It could not be read.', { retryable: true });
  };
  assert.equal(await settle(unknown), 1);
  assert.equal(await settle(() => null), 0);
});

test('pushes that cannot be settled do not keep others from it', async (t) => {
  const own = await appTenant(server);
  const { id: appId } = await hooked(own, 'unsettled');
  const about = { appId, sender: 'panel', fromAddress: '10.1.2.3', commit: null, result: 'receiving' } as const;
  for (let count = 0; count < 20; count += 1)
    await insertDelivery(server.db, { ...about, branch: 'broken', createdAt: new Date(count) });
  const last = await insertDelivery(server.db, { ...about, branch: 'main', createdAt: new Date(1000) });
  // The server's own chore may settle them as well.
  t.mock.method(server.app.hosting, 'branchCommit', async (_id: string, branch: string) => {
    if (branch === 'main') return null;
    throw new HostingError('COMMAND_FAILED', 'It could not be read.', { retryable: true });
  });
  await until('it is settled', async () => {
    await settleInterrupted(server.app);
    const rows = await server.db.select().from(appDelivery).where(eq(appDelivery.appId, appId));
    return rows.every(({ id }) => id !== last) && rows.length === 20 ? true : undefined;
  });
});

test('a preview asks for its password, or for that of its application', async () => {
  const { own, hook, host } = await previewed('secret', 'draft');
  await save(own, hook.id, { password_protection: { username: 'team', password: 'a long password 1' } });
  assert.equal((await visit(server, host)).status, 401);
  assert.equal((await visit(server, own.fqdn('secret'))).status, 200);
  await save(own, hook.id, { password_protection: null });
  assert.equal((await visit(server, host)).status, 200);
  await own.client.put(`/nucal/${hook.id}`, {
    password_protection: { username: 'all', password: 'a long password 2' },
  });
  await until('it asks', async () => ((await visit(server, host)).status === 401 ? true : undefined));
});

test('previews answer to nobody while the customer is suspended, applications are off, or the application is in the bin', async () => {
  const { own, hook, host } = await previewed('hidden', 'next');
  const status = (expected: number, what: string) =>
    until(what, async () => ((await visit(server, host)).status === expected ? true : undefined));
  await server.db.update(partner).set({ isSpecial: false }).where(eq(partner.id, own.partner.id));
  await status(VACANT, 'applications are off');
  await server.db.update(partner).set({ isSpecial: true }).where(eq(partner.id, own.partner.id));
  await status(200, 'applications are on');
  await server.db.update(user).set({ suspendedAt: new Date() }).where(eq(user.id, own.customer.id));
  await status(503, 'suspended');
  await server.db.update(user).set({ suspendedAt: null }).where(eq(user.id, own.customer.id));
  await status(200, 'open again');
  await server.db.update(workload).set({ binnedAt: new Date() }).where(eq(workload.id, hook.id));
  await status(VACANT, 'in the bin');
});

test('whose build time is used up gets no preview', async () => {
  const { own, hook } = await previewed('flagged', 'one');
  await server.db.update(user).set({ isAbuseSystem: true }).where(eq(user.id, own.customer.id));
  assert.equal((await push(own, hook, 'two')).result, 'limit');
  const refused = await own.client.post(`/nucal/app/${hook.id}/previews`, { branch: 'two' });
  assert.equal(refused.body['code'], 'ABUSE');
  assert.equal((await shown(own, hook.id)).previews.length, 1);
});

test('an application has ten previews; one more ends the oldest, and time ends all', async () => {
  const { own, hook, preview } = await previewed('many', 'first');
  for (let count = 2; count <= 11; count += 1) await push(own, hook, `branch-${count}`);
  const { previews } = await shown(own, hook.id);
  assert.equal(previews.length, 10);
  assert.ok(!previews.some(({ branch }) => branch === 'first'));
  assert.equal((await own.client.post(`/nucal/app/preview/${preview.id}/extend`)).status, 404);
  const [second] = previews;
  assert.ok(second);
  await server.db
    .update(appPreview)
    .set({ endsAt: new Date(0) })
    .where(eq(appPreview.id, second.id));
  const longer = await own.client.post<{ data: AppPreviews }>(`/nucal/app/preview/${second.id}/extend`);
  const ends = new Date(longer.body.data.previews.find(({ id }) => id === second.id)?.ends_at ?? 0).getTime();
  assert.ok(ends > Date.now() + 6 * 86_400_000);
  await save(own, hook.id, { days: 1 });
  const shorter = await own.client.post<{ data: AppPreviews }>(`/nucal/app/preview/${second.id}/extend`);
  assert.equal(
    new Date(shorter.body.data.previews.find(({ id }) => id === second.id)?.ends_at ?? 0).getTime(),
    ends,
    'it never ends earlier',
  );
  await own.client.delete(`/nucal/app/preview/${second.id}`);
  assert.equal((await shown(own, hook.id)).previews.length, 9);
  const destroy = () => Promise.reject(new Error('Its files are busy.'));
  // The next look tries it again; no other work of the process stops.
  await removeEndedPreviews({ ...server.app, hosting: { ...server.app.hosting, destroy } });
});

test('an unreadable folder of previews is an error, not an empty folder', async () => {
  const folder = path.join(server.app.config.dataDir, 'no-folder');
  await mkdir(folder, { recursive: true });
  const { usage } = withPreviews(server.app.hosting, folder);
  const id = randomUUID();
  assert.equal((await usage(id)).files, 0, 'none was made yet');
  await writeFile(path.join(folder, 'sites'), '');
  await assert.rejects(usage(id), /ENOTDIR/);
});

test('a build that fails because its preview was deleted ends as cancelled, without a notification', async () => {
  const own = await appTenant(server);
  const hook = await hooked(own, 'deleted');
  await save(own, hook.id);
  const told = await push(own, hook, 'hangs');
  const build = await own.build(told.build_id ?? '');
  const [row] = await server.db
    .select()
    .from(task)
    .where(eq(task.id, build.task_id ?? ''));
  assert.ok(row);
  const [preview] = (await shown(own, hook.id)).previews;
  await own.client.delete(`/nucal/app/preview/${preview?.id}`);
  const context = { app: server.app, task: row } as unknown as StepContext;
  const error = { code: 'UNSUPPORTED', message: 'This preview has ended.', retryable: false };
  const notice = await server.db.transaction((tx) => previewKind.failed(tx, context, error));
  assert.equal(notice, null);
  assert.equal((await own.build(build.id)).status, 'cancelled');
});

test('a preview whose release is more than the plan stores is refused; what it replaces does not count', async (t) => {
  const { own, hook, preview } = await previewed('large', 'big');
  const { build, usage } = server.app.hosting;
  t.after(() => Object.assign(server.app.hosting, { build, usage }));
  const limit = limitsOfPlan((await own.app(hook.id)).plan_type).site.diskMb * 1024 ** 2;
  const after = async (by: string, bytes: number, shown: number) => {
    server.app.hosting.build = async (...given) => ({ ...(await build(...given)), bytes });
    server.app.hosting.usage = async (id) => ({
      ...{ files: 1, complete: true },
      bytes: id.startsWith(`${hook.id}-p`) ? shown : shown + 1000,
    });
    const told = await push(own, hook, 'big', { by });
    return own.builtTo(told.build_id ?? '', bytes > 1000 ? 'failed' : 'success');
  };
  const refused = await after('more', limit - 999, 500);
  assert.match(refused.error ?? '', /would have \d+ MB, and the plan allows \d+ MB\. Delete a preview/);
  assert.equal((await shown(own, hook.id)).previews[0]?.live_build?.id, preview.live_build?.id);
  assert.equal((await own.build(refused.id)).is_kept, false);
  await after('less', 1000, limit);
});

test('of many pushes at once the newest is what the preview shows', async () => {
  const { own, hook, preview } = await previewed('races', 'busy');
  const all = await Promise.all([1, 2, 3, 4, 5, 6].map((by) => push(own, hook, 'busy', { by })));
  const ids = new Set(all.map(({ build_id }) => build_id));
  assert.ok(ids.size <= 2, 'one runs, and one waits');
  const newest = await until('all have ended', async () => {
    const [now] = (await shown(own, hook.id)).previews;
    return now?.last_build?.status === 'success' && now.live_build?.id === now.last_build.id ? now : undefined;
  });
  assert.equal(newest.id, preview.id);
});

test('a preview whose build fails keeps what it showed; one that never answered cannot be promoted', async () => {
  const { own, hook } = await previewed('broken', 'works');
  const told = await push(own, hook, 'fails');
  await own.builtTo(told.build_id ?? '', 'failed');
  const failed = (await shown(own, hook.id)).previews.find(({ branch }) => branch === 'fails');
  assert.ok(failed && failed.live_build === null);
  const refused = await own.client.post(`/nucal/app/preview/${failed.id}/promote`);
  assert.equal(refused.body['code'], 'PREVIEW_NOT_READY');
  assert.equal((await visit(server, hostOf(failed))).status, VACANT);
  assert.equal((await own.app(hook.id)).status, 'ready');
  const [row] = await server.db.select().from(app).where(eq(app.id, hook.id));
  assert.equal(row?.branch, 'main');
  const neighbour = await appTenant(server);
  assert.equal((await neighbour.client.delete(`/nucal/app/preview/${failed.id}`)).status, 404);
});

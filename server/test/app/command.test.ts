import type { AppCommands, AppRun, AppSchedule, BuildLog } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { appRun, partner as partners, schedule, task, user } from '../../src/db/schema.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { appTenant, type AppTenant } from './app-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

const SCHEDULE = { name: 'nightly', command: 'node job.js', cron: '0 3 * * *', enabled: true };

async function withApp(name: string): Promise<{ own: AppTenant; id: string }> {
  const own = await appTenant(server);
  const { app_id: id, build_id } = await own.create(name);
  await own.builtTo(build_id, 'success');
  return { own, id };
}
const start = (own: AppTenant, id: string, command: string) =>
  own.client.post<{ data: AppRun }>(`/nucal/app/${id}/commands`, { command });
const reached = ({ client }: AppTenant, runId: string, status: AppRun['status']) =>
  until(`the command is ${status}`, async () => {
    const { body } = await client.get<AppRun>(`/nucal/app/command/${runId}/details`);
    return body.status === status ? body : undefined;
  });
const shown = async ({ client }: AppTenant, id: string) =>
  (await client.get<AppCommands>(`/nucal/app/${id}/commands`)).body;
const logOf = async ({ client }: AppTenant, runId: string) =>
  (await client.get<BuildLog>(`/nucal/app/command/${runId}/log`)).body;
/** Lets the scheduled command be due. */
const due = (id: string) =>
  server.app.db
    .update(schedule)
    .set({ nextAt: new Date(0) })
    .where(eq(schedule.id, `app-command:${id}`));

test('a command runs with its log and its exit code, and is one of the last', async () => {
  const { own, id } = await withApp('runs');
  const good = await start(own, id, 'node job.js');
  assert.equal(good.status, 200, good.text);
  await reached(own, good.body.data.id, 'success');
  const log = await logOf(own, good.body.data.id);
  assert.deepEqual([log.lines.map(({ text }) => text), log.ended], [['running node job.js', 'done'], true]);
  const bad = await start(own, id, 'exit 3');
  assert.equal((await reached(own, bad.body.data.id, 'failed')).exit_code, 3);
  const { runs } = await shown(own, id);
  assert.deepEqual(
    runs.map(({ command, status, exit_code: code }) => [command, status, code]),
    [
      ['exit 3', 'failed', 3],
      ['node job.js', 'success', 0],
    ],
  );
});

test('a command has ended when its task has, so that the next one can start', async () => {
  const { own, id } = await withApp('ends');
  const { body } = await start(own, id, 'node job.js');
  const both = async () => {
    const [now] = await server.app.db
      .select({ run: appRun.status, task: task.status })
      .from(appRun)
      .innerJoin(task, eq(task.id, appRun.id))
      .where(eq(appRun.id, body.data.id));
    return `${now?.run} ${now?.task}`;
  };
  const seen = new Set<string>();
  // Without a pause: what is looked for lasts some milliseconds.
  while (!seen.has('success succeeded')) seen.add(await both());
  assert.ok(!seen.has('success running'), [...seen].join(', '));
  assert.equal((await start(own, id, 'node job.js')).status, 200);
});

test('what only a shell understands is refused with a reason, and one command runs at a time, until it is cancelled', async () => {
  const { own, id } = await withApp('cancels');
  for (const command of ['node a.js; id', 'node $(id)', 'cat < /etc/passwd', 'FOO=1 node a.js'])
    assert.equal((await start(own, id, command)).status, 422, command);
  const hanging = await start(own, id, 'hang');
  await reached(own, hanging.body.data.id, 'running');
  assert.equal((await start(own, id, 'node job.js')).status, 409);
  const cancelled = await own.client.post(`/nucal/app/command/${hanging.body.data.id}/cancel`);
  assert.equal(cancelled.status, 200, cancelled.text);
  await reached(own, hanging.body.data.id, 'cancelled');
  assert.equal((await start(own, id, 'node job.js')).status, 200);
});

test('a scheduled command runs when it is due, without an overlap, and not while it is switched off', async () => {
  const { own, id } = await withApp('timed');
  const add = (more: object) =>
    own.client.post<{ data: AppSchedule }>(`/nucal/app/${id}/schedules`, { ...SCHEDULE, ...more });
  for (const cron of ['every day', '0 3 * *', '99 3 * * *', '0 0 30 2 *', '* * * * * *'])
    assert.equal((await add({ cron })).status, 422, cron);
  const made = await add({ command: 'hang' });
  assert.equal(made.status, 200, made.text);
  const { id: scheduleId, next_at: nextAt } = made.body.data;
  assert.match(nextAt ?? '', /T03:00:00/);
  await due(scheduleId);
  const [first] = await until('it runs', async () => {
    const { runs } = await shown(own, id);
    return runs[0]?.status === 'running' ? runs : undefined;
  });
  assert.equal(first?.schedule_id, scheduleId);
  await due(scheduleId);
  const kept = await until('what is due has been looked at', async () => {
    const [row] = await server.app.db
      .select()
      .from(schedule)
      .where(eq(schedule.id, `app-command:${scheduleId}`));
    return row && row.nextAt > new Date(0) ? row : undefined;
  });
  assert.ok(kept.nextAt > new Date());
  assert.equal((await shown(own, id)).runs.length, 1);

  const path = `/nucal/app/schedule/${scheduleId}`;
  const outdated = { ...SCHEDULE, enabled: false, expected: { command: 'node never.js' } };
  const refused = await own.client.put<{ code: string; current: object }>(path, outdated);
  assert.deepEqual([refused.status, refused.body.code, refused.body.current], [409, 'CONFLICT', { command: 'hang' }]);
  const off = await own.client.put<{ data: AppSchedule }>(path, { ...outdated, expected: refused.body.current });
  assert.deepEqual(
    [off.body.data.enabled, off.body.data.next_at, off.body.data.last_run?.id],
    [false, null, first?.id],
  );
  await own.client.post(`/nucal/app/command/${first?.id}/cancel`);
  await reached(own, first?.id ?? '', 'cancelled');
  assert.equal((await own.client.send('DELETE', path)).status, 200);
  assert.deepEqual((await shown(own, id)).schedules, []);
  assert.equal((await shown(own, id)).runs.length, 1);
  assert.deepEqual(
    await server.app.db
      .select()
      .from(schedule)
      .where(eq(schedule.id, `app-command:${scheduleId}`)),
    [],
  );
});

test('a command that is due while the account is suspended or applications are switched off is skipped, with the reason', async () => {
  const { own, id } = await withApp('paused');
  const made = await own.client.post<{ data: AppSchedule }>(`/nucal/app/${id}/schedules`, SCHEDULE);
  const scheduleId = made.body.data.id;
  const skippedWith = async (runs: number) => {
    await due(scheduleId);
    return until('it was skipped', async () => {
      const rows = await server.app.db.select().from(appRun).where(eq(appRun.appId, id));
      const ended = rows.filter(({ status }) => status === 'skipped');
      return ended.length === runs ? ended.map(({ error }) => error) : undefined;
    });
  };
  const { id: userId } = own.customer;
  await server.app.db.update(user).set({ isAbuseSystem: true }).where(eq(user.id, userId));
  assert.deepEqual(await skippedWith(1), ['The account was suspended.']);
  await server.app.db.update(user).set({ isAbuseSystem: false }).where(eq(user.id, userId));
  await server.app.db.update(partners).set({ isSpecial: false }).where(eq(partners.id, own.partner.id));
  assert.deepEqual((await skippedWith(2)).sort(), ['Applications were switched off.', 'The account was suspended.']);
  await server.app.db.update(partners).set({ isSpecial: true }).where(eq(partners.id, own.partner.id));
  await server.app.db.update(user).set({ suspendedAt: new Date() }).where(eq(user.id, userId));
  assert.equal((await skippedWith(3)).filter((error) => error === 'The account was suspended.').length, 2);
});

test('an application has ten scheduled commands at most', async () => {
  const { own, id } = await withApp('many');
  const add = () => own.client.post<{ code: string }>(`/nucal/app/${id}/schedules`, SCHEDULE);
  for (let count = 0; count < 10; count += 1) assert.equal((await add()).status, 200);
  assert.equal((await add()).status, 409);
});

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'drizzle-orm';
import type { AppContext } from '../../src/context/app-context.ts';
import { user } from '../../src/db/schema.ts';
import { createTrafficMeter } from '../../src/edge/traffic-meter.ts';
import { openProcessEvents } from '../../src/start/process-events.ts';
import { HostingError } from '../../src/hosting/hosting-error.ts';
import { startHousekeeping } from '../../src/start/chores.ts';
import { createBackground } from '../../src/http/background.ts';
import { asPanelError } from '../../src/http/call-handler.ts';
import { readConfig } from '../../src/config/config.ts';
import { startPanel as startWholePanel } from '../../src/panel.ts';
import { createLog } from '../../src/process/log.ts';
import { Client, createFastDriver } from '../../src/testing/index.ts';
import { openTestDatabase } from '../../src/testing/test-database.ts';
import { startPanel, type Panel } from './harness.ts';

let panel: Panel;
let failed: Error;
before(async () => {
  panel = await startPanel();
  const owner = await panel.addPartner();
  const row = {
    partnerId: owner.id,
    email: 'SECRET@example.com',
    role: 'customer' as const,
    passwordHash: 'SECRET-hash',
  };
  await panel.ctx.db.insert(user).values(row);
  failed = await panel.ctx.db
    .insert(user)
    .values(row)
    .then(
      () => assert.fail('It was written twice.'),
      (error: Error) => error,
    );
});
after(() => panel.close());

/** The lines that a callback logs. */
async function logged(work: () => unknown): Promise<Record<string, unknown>[]> {
  const from = panel.lines.length;
  await work();
  return panel.lines.slice(from).map((line) => JSON.parse(line) as Record<string, unknown>);
}

type Err = { type: string; message: string; code?: string; detail?: string; stack: string; cause?: Err };
const errOf = (line: Record<string, unknown> | undefined) => line?.['err'] as Err;

/** A database on which every query fails with that error. */
const brokenDb = () =>
  new Proxy(
    {},
    {
      get: () => () => {
        throw failed;
      },
    },
  ) as AppContext['db'];

test('the error in these tests quotes the input', () => {
  assert.match(String(failed), /SECRET-hash/);
});

test('a failed query is logged with the database’s message and its place, never with its parameters', async () => {
  const { log } = panel.ctx;
  const notified = {
    kind: 'postgres',
    listen: async () => async () => undefined,
    notify: () => Promise.reject(failed),
  } as unknown as Parameters<typeof openProcessEvents>[0];
  const ways: Record<string, () => unknown> = {
    'a call': () => asPanelError(failed, log),
    'work after an answer': async () => {
      const background = createBackground(log);
      background.run('mail', () => Promise.reject(failed));
      await background.idle();
    },
    housekeeping: async () => startHousekeeping({ ...panel.ctx, db: brokenDb() })(),
    'the port of the edge': async () =>
      (await openProcessEvents(notified, async () => 0, log)).partners.changed('6f2c1f6e-8a53-4c58-9f0c-1f6f4f1b2a3c'),
    'traffic of the edge': async () => {
      const meter = createTrafficMeter({
        sink: { store: () => Promise.reject(failed) },
        clock: Date,
        log: { warn: (fields, message) => log.warn(fields, message) },
        addressOf: () => '192.0.2.1',
      });
      const listeners: (() => void)[] = [];
      const request = { method: 'GET', headers: {}, socket: { bytesWritten: 0 } } as unknown as Parameters<
        typeof meter.watch
      >[1];
      meter.watch('site', request, {
        once: (_: string, listener: () => void) => listeners.push(listener),
        statusCode: 200,
        writeHead: () => undefined,
        getHeader: () => 'text/html',
      } as unknown as Parameters<typeof meter.watch>[2]);
      for (const listener of listeners) listener();
      await meter.flush();
    },
    'a task': () => log.warn({ err: new Error('The step failed.', { cause: failed }) }, 'task failed'),
  };
  for (const [name, work] of Object.entries(ways)) {
    const lines = await logged(work);
    assert.ok(lines.length > 0, name);
    assert.doesNotMatch(JSON.stringify(lines), /SECRET|Failed query/, name);
    const err = errOf(lines[0]);
    const ofQuery = err.cause ?? err;
    assert.deepEqual([ofQuery.code, /duplicate key value/.test(ofQuery.message)], ['23505', true], name);
    assert.match(ofQuery.stack, /\n\s+at .*log\.test\.ts/, name);
  }
});

test('a value that the database rejects is not logged either', async () => {
  const refused = await panel.ctx.db.execute(sql`select ${'SECRET'}::uuid`).then(
    () => assert.fail('It was taken.'),
    (error: Error) => error,
  );
  const [line] = await logged(() => asPanelError(refused, panel.ctx.log));
  assert.deepEqual([errOf(line).code, errOf(line).message], ['22P02', 'invalid input syntax for type uuid: "…"']);
  assert.doesNotMatch(JSON.stringify(line), /SECRET/);
});

test('a hosting error keeps its detail, and a thrown non-error is not logged', async () => {
  const [hosting] = await logged(() =>
    panel.ctx.log.warn(
      { err: new HostingError('COMMAND_FAILED', 'It failed.', { retryable: true, detail: 'exit 1' }) },
      'task failed',
    ),
  );
  assert.deepEqual(
    [errOf(hosting).type, errOf(hosting).code, errOf(hosting).detail],
    ['HostingError', 'COMMAND_FAILED', 'exit 1'],
  );
  const [text] = await logged(() => panel.ctx.log.warn({ err: 'SECRET' }, 'odd'));
  assert.doesNotMatch(JSON.stringify(text), /SECRET/);
});

test('the token in a path of the specification is neither logged nor in an error', async () => {
  const owner = await panel.addPartner();
  const browser = await panel.entered(owner, await panel.addUser(owner, 'customer'));
  for (const path of [
    '/github/6f2c1f6e-8a53-4c58-9f0c-1f6f4f1b2a3c/SECRET-token',
    '/GitHub/x/SECRET-token/',
    '/github/x/SECRET-token?y=1',
    '/migration/site/token/SECRET-token/check',
  ]) {
    const lines = await logged(async () => {
      const answer = await browser.get(path);
      assert.doesNotMatch(JSON.stringify(answer.body), /SECRET/);
    });
    assert.ok(
      lines.some((line) => /^\/(?:github\/[^/]+|migration\/site\/token)\/…$/i.test(String(line['path']))),
      path,
    );
    assert.doesNotMatch(JSON.stringify(lines), /SECRET/, path);
  }
});

test('an error before panel or edge has the request is logged, and the visitor gets 503', async (t) => {
  const config = readConfig({ PORT: '0', SEED: 'none', DATA_DIR: await mkdtemp(path.join(tmpdir(), 'panel-log-')) });
  const { database, drop } = await openTestDatabase(config.cacheDir);
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const hosting = await createFastDriver(config.dataDir);
  const started = await startWholePanel(config, { database, hosting, log, web: false });
  t.after(async () => {
    await started.stop();
    await drop();
    await rm(config.dataDir, { recursive: true, force: true });
  });
  await database.query('alter table workload_host rename to site_host_gone');
  const answer = await new Client(started.port, 'anywhere.example').get('/');
  assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '2']);
  const [line] = lines.filter((each) => each.includes('A call failed.'));
  assert.equal(errOf(JSON.parse(line ?? '{}')).code, '42P01');
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import type { HealthEvent, HeldSite, Notification, Page, Site } from '@panel/contract';
import { keepRunning } from '../../../scripts/lib/keep-running.mjs';
import { DEMO_PASSWORD, OPERATOR } from '../../src/seed/demo-data.ts';
import { Client, until } from '../../src/testing/index.ts';
import { QUICK_START } from '../quick-start.ts';

const SCRIPT = path.join(import.meta.dirname, 'blocked-panel-process.ts');
const PUBLIC_URL = 'http://localhost:8099';

const dataDir = await mkdtemp(path.join(tmpdir(), 'panel-blocked-'));
const mark = (name: string) => path.join(dataDir, name);
let stopping = false;
let end = async (): Promise<void> => undefined;
after(async () => {
  stopping = true;
  await end();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

/** A panel as the launcher starts it, whose watchdog waits for two seconds. */
function start() {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...QUICK_START, SCRIPT], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...{ NODE_TEST_CONTEXT: '', DATABASE_URL: '', LOG_LEVEL: 'silent', PORT: '0', SEED: 'demo', SFTP_PORT: 'off' },
      ...{ DNS_PORT: 'off', HTTPS_PORT: 'off', DATA_DIR: dataDir, PUBLIC_URL, WATCHDOG_SECONDS: '2' },
    },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const exit = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const ready = new Promise<{ port: number }>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /^port (\d+)$/.exec(line);
      if (found) resolve({ port: Number(found[1]) });
    });
    void exit.then(() => reject(new Error(`not ready: ${said}`)));
  });
  ready.catch(() => undefined);
  end = async () => {
    child.kill('SIGTERM');
    await exit;
  };
  return { child, ready, exit, reason: (how: object) => new Error(`${JSON.stringify(how)} ${said}`) };
}

async function signIn(port: number, email: string): Promise<Client> {
  const client = new Client(port, 'aurora.localhost');
  await client.get('/partner/whitelabel');
  const answer = await client.post('/login', { email, password: DEMO_PASSWORD });
  assert.equal(answer.status, 200, answer.text);
  return client;
}

const sitesOf = async (client: Client) => (await client.get<Page<Site>>('/site?pageSize=50')).body.pageElements;
const visit = (port: number, fqdn: string) =>
  new Client(port, fqdn).get('/', { accept: 'text/html', host: `${fqdn}:8099` });
const notes = async (client: Client) => (await client.get<Page<Notification>>('/notification')).body.pageElements;

test('a loop that is held for good: the process ends with a report, starts again, tasks go on, and the site is named and held', async () => {
  const starts: PromiseWithResolvers<number>[] = [Promise.withResolvers(), Promise.withResolvers()];
  const whys: string[] = [];
  let ready = 0;
  const kept = keepRunning({
    start,
    onReady: (announced: object) => starts[ready++]?.resolve((announced as { port: number }).port),
    onRestart: (why: Error) => void whys.push(why.message),
    isStopping: () => stopping,
    backOffMs: 500,
  });
  const first = await Promise.race([starts[0]?.promise, kept.then(() => 0)]);
  assert.ok(first);
  const owner = await signIn(first, 'customer@aurora.example');
  const [site] = await until('the demo sites', async () => {
    const rows = await sitesOf(owner);
    return rows.length === 3 && rows.every(({ status }) => status === 'ready') ? rows : null;
  });
  assert.ok(site?.site_id);
  assert.equal((await visit(first, site.fqdn)).status, 200);

  await writeFile(mark('wait'), '');
  const made = await owner.post('/site', {
    ...{ fqdn: 'goes-on.aurora-sites.localhost', type: 'wordpress' },
    wp_info: {
      title: 'On',
      admin_user: 'owner',
      admin_email: 'o@example.com',
      admin_password: 'correct horse battery',
    },
  });
  assert.equal(made.status, 200, made.text);
  await until('the task to run', async () => {
    const row = (await sitesOf(owner)).find(({ fqdn }) => fqdn.startsWith('goes-on'));
    const task = row?.task_id && (await owner.get<{ status: string }>(`/task/${row.task_id}`)).body;
    return task && task.status === 'running';
  });
  await writeFile(mark('block'), '');
  await assert.rejects(visit(first, site.fqdn));
  await Promise.all([rm(mark('block')), rm(mark('wait'))]);

  const second = await Promise.race([starts[1]?.promise, kept.then(() => 0)]);
  assert.ok(second);
  assert.match(whys.join(), /did not answer for \d s and was ended. It was at visit request of the site/);
  assert.deepEqual(await readdir(path.join(dataDir, 'reports')), []);

  const operator = await signIn(second, OPERATOR.email);
  type Overview = { events: HealthEvent[]; held: HeldSite[]; processes: { name: string }[] };
  const { events, held } = (await operator.get<Overview>('/platform/health')).body;
  const silence = events.find(({ kind }) => kind === 'silence');
  assert.deepEqual(silence?.works, [{ kind: 'visit', name: 'request', siteId: site.site_id }]);
  assert.ok(silence.ms >= 2000 && silence.ms < 20_000, String(silence.ms));
  assert.match(silence.stack.join('\n'), /start .*blocked-panel-process\.ts:\d+/);
  assert.deepEqual(
    held.map(({ fqdn }) => fqdn),
    [site.fqdn],
  );
  const paused = await visit(second, site.fqdn);
  assert.deepEqual([paused.status, paused.headers['retry-after']], [503, '600']);
  assert.match(paused.text, /This site is paused/);

  const told = (await notes(operator)).find(({ type }) => type === 'panel_ended');
  assert.match(told?.description ?? '', new RegExp(`It worked for ${site.fqdn}, which is kept asleep`));
  const again = await signIn(second, 'customer@aurora.example');
  assert.ok(
    (await notes(again)).some(({ type, description }) => type === 'site_held' && description.includes(site.fqdn)),
  );
  await until('the task to go on', async () =>
    (await sitesOf(again)).some(({ fqdn, status }) => fqdn.startsWith('goes-on') && status === 'ready'),
  );

  assert.equal((await operator.post(`/platform/health/held/${site.site_id}/release`)).status, 200);
  assert.equal((await visit(second, site.fqdn)).status, 200);
});

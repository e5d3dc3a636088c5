import type { AccountExport } from '@panel/contract';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { eq } from 'drizzle-orm';
import { accountExport, apiToken, auditLog, invoice, task } from '../../src/db/schema.ts';
import { collect } from '../../src/modules/account-export/collect.ts';
import { exportKey, findExport, sweepExports } from '../../src/modules/account-export/account-export.repo.ts';
import { accountExportKinds } from '../../src/modules/account-export/account-export.tasks.ts';
import { PanelError } from '../../src/kernel/errors.ts';
import { removeLeftovers } from '../../src/start/leftover-files.ts';
import { taskErrorOf } from '../../src/tasks/task-error.ts';
import type { StepContext } from '../../src/tasks/task-kind.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { readySite, tenant, type Tenant } from '../site/site-support.ts';

const DAY_MS = 24 * 3_600_000;
let server: TestServer;
const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) };
before(async () => void (server = await startTestServer({ clock })));
after(() => server.stop());

/** Starts an export and waits for its task. */
async function exported(own: Tenant): Promise<string> {
  const answer = await own.client.post<{ data: AccountExport }>('/account/export', {});
  assert.equal(answer.status, 200, answer.text);
  const [row] = await server.db.select().from(task).where(eq(task.resourceId, answer.body.data.id));
  assert.equal((await server.app.tasks.waitFor(row?.id ?? '')).status, 'succeeded');
  return answer.body.data.id;
}

const linkOf = async ({ client }: Tenant): Promise<string> => {
  const answer = await client.post<{ url: string }>('/account/export/download', {});
  assert.equal(answer.status, 200, answer.text);
  return answer.body.url;
};

const shown = async ({ client }: Tenant) =>
  (await client.get<{ export: AccountExport | null }>('/account/export')).body.export;

/** A request without a session. */
const download = ({ partner }: Tenant, url: string) =>
  new Promise<{ status: number; files: Record<string, string> }>((resolve, reject) => {
    const headers = { host: `${partner.domain}:${server.port}` };
    const sent = request({ port: server.port, host: '127.0.0.1', path: url, headers }, (res) => {
      const parts: Buffer[] = [];
      res.on('data', (part: Buffer) => parts.push(part));
      res.on('error', reject);
      res.on('end', () => {
        const status = res.statusCode ?? 0;
        const content = status === 200 ? unzipSync(new Uint8Array(Buffer.concat(parts))) : {};
        const files = Object.entries(content).map(([name, bytes]) => [name, strFromU8(bytes)]);
        resolve({ status, files: Object.fromEntries(files) });
      });
    });
    sent.on('error', reject);
    sent.end();
  });

async function owned(): Promise<Tenant> {
  const own = await tenant(server);
  await readySite(own, 'shop');
  const at = new Date();
  await server.db.insert(invoice).values({
    ...{
      partnerId: own.partner.id,
      customerId: own.customer.id,
      providerInvoice: `in_${own.customer.id}`,
      number: 'A-1',
    },
    ...{ status: 'paid', description: '=2+2', total: 1200, amountPaid: 1200, currency: 'eur', createdAt: at },
  });
  return own;
}

test('an archive has everything of its customer, nothing of others, and no secrets', async () => {
  const [own, other] = [await owned(), await owned()];
  const tokenHash = 'f'.repeat(64);
  await server.db.insert(apiToken).values({
    ...{ partnerId: own.partner.id, customerId: own.customer.id, name: 'Deploy', scopes: ['sites:read'] },
    ...{ tokenHash, prefix: 'pk_abcd' },
  });
  await exported(own);
  const { files } = await download(own, await linkOf(own));
  const names = ['account', 'activity', 'applications', 'dns', 'invoices', 'licenses', 'sites'].map(
    (one) => `${one}.json`,
  );
  assert.deepEqual(Object.keys(files).sort(), [...names, 'activity.csv', 'invoices.csv'].sort());
  const json = (name: string) => JSON.parse(files[`${name}.json`] ?? '') as Record<string, unknown>[];
  assert.equal(json('account')[0]?.['email'], own.customer.email);
  assert.deepEqual(
    json('sites').map(({ hosts }) => (hosts as string[]).length > 0),
    [true],
  );
  assert.equal(json('invoices')[0]?.['number'], 'A-1');
  assert.match(files['invoices.csv'] ?? '', /"'=2\+2"/, 'no formula');
  assert.ok(
    json('activity').some(({ action }) => action === 'site.create'),
    JSON.stringify(json('activity')),
  );
  const all = Object.values(files).join('\n');
  assert.ok(!all.includes(other.customer.id) && !all.includes(other.customer.email));
  for (const secret of [own.customer.passwordHash ?? 'none', tokenHash]) assert.ok(!all.includes(secret));
});

test('customers get no more of their activity than the panel shows them', async () => {
  const own = await tenant(server);
  const { id: customerId } = own.customer;
  const line = { partnerId: own.partner.id, customerId, action: 'customer.update', ip: '192.0.2.77' };
  const hidden = {
    userAgent: 'Mozilla/5.0 (X11; Linux) HiddenBrowser/1.0',
    outcome: 'CONFLICT',
    detail: { notes: 'Pays late' },
  };
  const staffId = randomUUID();
  await server.db.insert(auditLog).values([
    { ...line, ...hidden, userId: staffId, userEmail: 'staff@partner.example' },
    { ...line, ...hidden, action: 'login.failed', userId: customerId, chained: false },
    { ...line, ...hidden, action: 'elsewhere', userId: customerId, partnerId: randomUUID() },
    { ...line, action: 'own', userId: customerId, ip: '192.0.2.78' },
  ]);
  await exported(own);
  const { files } = await download(own, await linkOf(own));
  const lines = JSON.parse(files['activity.json'] ?? '') as Record<string, unknown>[];
  const named = (action: string) => lines.find((each) => each['action'] === action);
  const byStaff = named('customer.update');
  const { by, ip, browser, system, outcome, details } = byStaff ?? {};
  assert.deepEqual(
    { by, ip, browser, system, outcome, details },
    {
      ...{ by: 'staff', ip: null, browser: null, system: null, outcome: null, details: [] },
    },
  );
  assert.equal(named('own')?.['ip'], '192.0.2.78');
  assert.deepEqual([named('login.failed'), named('elsewhere')], [undefined, undefined]);
  const all = `${files['activity.json']}${files['activity.csv']}`;
  for (const secret of ['192.0.2.77', 'HiddenBrowser', 'Pays late', 'staff@partner.example', 'CONFLICT'])
    assert.ok(!all.includes(secret), secret);
});

test('pages of a file neither repeat nor leave out a row; invoices are by their time, with what was refunded', async () => {
  const own = await tenant(server);
  const { id: customerId } = own.customer;
  const one = {
    partnerId: own.partner.id,
    customerId,
    status: 'paid',
    description: 'Hosting',
    currency: 'eur',
  } as const;
  const start = Date.now();
  await server.db.insert(invoice).values(
    Array.from({ length: 410 }, (_, i) => ({
      ...{ ...one, providerInvoice: `${customerId}-${i}`, number: `N${i}`, total: i, amountPaid: i, refunded: 7 },
      // Many of one time, so that a page ends among them.
      createdAt: new Date(start - Math.floor(i / 150) * 1000),
    })),
  );
  const line = { partnerId: own.partner.id, customerId, userId: customerId };
  await server.db
    .insert(auditLog)
    .values(Array.from({ length: 410 }, (_, i) => ({ ...line, action: `a${i}`, at: new Date(start - (i % 3)) })));
  await exported(own);
  const { files } = await download(own, await linkOf(own));
  const rowsOf = (name: string) => JSON.parse(files[name] ?? '') as Record<string, unknown>[];
  const invoices = rowsOf('invoices.json');
  assert.equal(new Set(invoices.map((row) => row['number'])).size, 410);
  assert.equal(invoices.length, 410);
  const times = invoices.map((row) => String(row['createdAt']));
  assert.deepEqual(times, times.toSorted().toReversed());
  assert.equal(invoices[0]?.['refunded'], 7);
  assert.match(files['invoices.csv'] ?? '', /^"number","createdAt",.*"refunded"/);
  const actions = rowsOf('activity.json').flatMap((row) => String(row['action']).match(/^a\d+$/)?.[0] ?? []);
  assert.deepEqual([actions.length, new Set(actions).size], [410, 410]);
});

/** A customer's export with its one step, which no worker runs. */
async function begun(app: Partial<StepContext['app']> = {}) {
  const own = await tenant(server);
  const whose = { partnerId: own.partner.id, customerId: own.customer.id };
  const [row] = await server.db.insert(accountExport).values(whose).returning();
  const id = row?.id ?? '';
  const context = {
    ...{ app: { ...server.app, ...app }, task: { ...whose, id: randomUUID(), resourceId: id } },
    signal: new AbortController().signal,
  } as unknown as StepContext;
  const [step] = (await accountExportKinds['account.export']?.steps(context)) ?? [];
  assert.ok(step);
  return { id, run: () => step.run(context), work: path.join(server.dataDir, 'account-export-work', id) };
}

const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

test('nothing is left in clear once an export counts, and what an ended one has left is removed', async () => {
  const killed = new Error('killed');
  const db = new Proxy(server.db, {
    get: (target, key) =>
      key === 'update'
        ? () => {
            throw killed;
          }
        : Reflect.get(target, key),
  });
  const last = await begun({ db });
  await assert.rejects(last.run(), killed);
  assert.equal(await isThere(last.work), false);

  const [running, ended] = [await begun(), await begun()];
  for (const { work } of [running, ended]) await mkdir(work, { recursive: true });
  await server.db.update(accountExport).set({ status: 'failed' }).where(eq(accountExport.id, ended.id));
  await removeLeftovers({ ...server.app, clock: { now: () => new Date(Date.now() + 2 * DAY_MS) } });
  assert.deepEqual([await isThere(running.work), await isThere(ended.work)], [true, false]);
});

test('an export is tried again when no thread is free or this one is too slow, and all of them are in one line', async () => {
  const owners: string[] = [];
  for (const code of ['UPLOADS_WAITING', 'UPLOAD_STOPPED'] as const) {
    const run = async (_job: string, owner: string) => {
      owners.push(owner);
      throw new PanelError(code, code === 'UPLOAD_STOPPED' ? { what: 'The archive' } : {});
    };
    const one = await begun({ uploads: { ...server.app.uploads, run } as StepContext['app']['uploads'] });
    const error = await one.run().catch((caught: unknown) => caught);
    assert.equal(taskErrorOf(error).retryable, true, code);
  }
  assert.equal(new Set(owners).size, 1, 'jobs of one owner run one after the other');
});

test('one at a time; a new one replaces the earlier one, whose link ends', async () => {
  const own = await tenant(server);
  const first = await exported(own);
  const url = await linkOf(own);
  const answers = await Promise.all([0, 1].map(() => own.client.post<{ code?: string }>('/account/export', {})));
  const codes = answers.map(({ body }) => body.code ?? 'ok').sort();
  assert.ok(['EXPORT_RUNNING,ok', 'ok,ok'].includes(codes.join()), codes.join());
  for (const { id } of await server.db.select().from(task).where(eq(task.customerId, own.customer.id)))
    await server.app.tasks.waitFor(id);
  await server.db.insert(accountExport).values({ partnerId: own.partner.id, customerId: own.customer.id });
  const again = await own.client.post<{ code: string }>('/account/export', {});
  assert.equal(again.body.code, 'EXPORT_RUNNING');
  assert.equal((await download(own, url)).status, 404);
  assert.equal(await findExport(server.db, first), undefined);
  assert.equal(await server.app.storage.size(exportKey({ id: first })), null);
});

test('the link ends after an hour, the archive after its days, and neither opens elsewhere', async () => {
  const [own, other] = [await tenant(server), await tenant(server)];
  const id = await exported(own);
  const url = await linkOf(own);
  assert.equal((await download(own, url)).status, 200);
  assert.equal((await download(other, url)).status, 404, 'another partner’s host');
  assert.equal((await download(own, `${url.slice(0, -4)}AAAA`)).status, 404);
  assert.equal((await other.client.post('/account/export/download', {})).status, 404);
  assert.equal((await shown(own))?.status, 'ready');
  clock.offsetMs = 3_600_000 + 1000;
  assert.equal((await download(own, url)).status, 400);
  clock.offsetMs = 8 * DAY_MS;
  await sweepExports(server.db, clock.now());
  assert.equal(await findExport(server.db, id), undefined);
  clock.offsetMs = 0;
  assert.equal(await shown(own), null);
});

test('what an interrupted run has left is replaced, and more than an archive may have is refused', async () => {
  const own = await owned();
  const folder = path.join(server.dataDir, 'half', own.customer.id);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'sites.json'), '[\n{"half":');
  await writeFile(path.join(folder, 'left.json'), '');
  const { signal } = new AbortController();
  const whose = { customerId: own.customer.id, partnerId: own.partner.id };
  const names = await collect(server.db, { ...whose, folder, signal });
  assert.deepEqual((await readdir(folder)).sort(), [...names].sort());
  const small = collect(server.db, { ...whose, folder, signal, maxBytes: 100 });
  await assert.rejects(small, /larger than an archive/);
});

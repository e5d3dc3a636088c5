// On both databases: account-export.repo.ts, account-parts.repo.ts.
import type { AccountExport } from '@panel/contract';
import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { eq } from 'drizzle-orm';
import { accountExport, apiToken, invoice, task } from '../../src/db/schema.ts';
import { collect } from '../../src/modules/account-export/collect.ts';
import { exportKey, findExport, sweepExports } from '../../src/modules/account-export/account-export.repo.ts';
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
  const names = await collect(server.db, { customerId: own.customer.id, folder, signal });
  assert.deepEqual((await readdir(folder)).sort(), [...names].sort());
  const small = collect(server.db, { customerId: own.customer.id, folder, signal, maxBytes: 100 });
  await assert.rejects(small, /larger than an archive/);
});

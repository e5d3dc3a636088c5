import type { Backup } from '@panel/contract';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { idempotencyKey } from '../../src/db/schema.ts';
import { startTestServer, type PartnerRow, type TestServer } from '../../src/testing/index.ts';
import { readySite, tenant, type Tenant } from '../site/site-support.ts';
import { archiveOf, backUp } from './backup-support.ts';

let server: TestServer;
let mine: Tenant;
let backup: Backup;
let bytes: Buffer;
let offsetMs = 0;
before(async () => {
  server = await startTestServer({ clock: { now: () => new Date(Date.now() + offsetMs) } });
  mine = await tenant(server);
  const { fqdn } = await readySite(mine, 'bakery');
  backup = await backUp(mine.client, fqdn);
  bytes = await readFile(archiveOf(server.dataDir, backup));
});
after(() => server.stop());

type Download = { status: number; headers: Record<string, string | string[] | undefined>; content: Buffer };

/** A request without a session. */
function fetchFrom(partner: PartnerRow, path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<Download>((resolve, reject) => {
    const host = `${partner.domain}:${server.port}`;
    const sent = request(
      { port: server.port, host: '127.0.0.1', path, method, headers: { host, ...headers } },
      (res) => {
        const parts: Buffer[] = [];
        res.on('data', (part: Buffer) => parts.push(part));
        res.on('error', reject);
        res.on('end', () =>
          resolve({ status: res.statusCode ?? 0, headers: res.headers, content: Buffer.concat(parts) }),
        );
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

async function signed(): Promise<string> {
  const answer = await mine.client.post<{ url: string }>('/backup/download', { id: backup.id });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.url;
}

test('the signed address gives the archive without a session, as a named file', async () => {
  const { status, headers, content } = await fetchFrom(mine.partner, await signed());
  assert.equal(status, 200);
  assert.deepEqual(content, bytes);
  assert.equal(headers['content-length'], String(bytes.length));
  assert.equal(headers['etag'], `"${backup.sha256}"`);
  assert.equal(headers['cache-control'], 'private, no-store');
  assert.match(
    String(headers['content-disposition']),
    /^attachment; filename="bakery\.[\w.-]+-\d{4}(?:-\d\d){4}\.tar\.gz"$/,
  );
});

test('the signed address is not stored for repetitions of the request', async () => {
  const asked = { id: backup.id };
  const answer = await mine.client.post('/backup/download', asked, { 'idempotency-key': 'download-once' });
  assert.equal(answer.status, 200, answer.text);
  const kept = await server.db.select().from(idempotencyKey).where(eq(idempotencyKey.key, 'download-once'));
  assert.deepEqual(kept, []);
});

test('an interrupted download is resumed', async () => {
  const address = await signed();
  const cut = 300;
  const head = await fetchFrom(mine.partner, address, { range: `bytes=0-${cut - 1}` });
  assert.deepEqual([head.status, head.headers['content-range']], [206, `bytes 0-${cut - 1}/${bytes.length}`]);
  const etag = String(head.headers['etag']);
  const rest = await fetchFrom(mine.partner, address, { range: `bytes=${cut}-`, 'if-range': etag });
  assert.equal(rest.status, 206);
  assert.deepEqual(Buffer.concat([head.content, rest.content]), bytes);

  const changed = await fetchFrom(mine.partner, address, { range: `bytes=${cut}-`, 'if-range': '"another"' });
  assert.deepEqual([changed.status, changed.content.length], [200, bytes.length]);
  const beyond = await fetchFrom(mine.partner, address, { range: `bytes=${bytes.length}-` });
  assert.deepEqual([beyond.status, beyond.headers['content-range']], [416, `bytes */${bytes.length}`]);
  const look = await fetchFrom(mine.partner, address, {}, 'HEAD');
  assert.deepEqual([look.status, look.headers['content-length'], look.content.length], [200, `${bytes.length}`, 0]);
});

test('a signed address ends, belongs to one partner, and cannot be changed', async () => {
  const address = await signed();
  const other = await tenant(server);
  assert.equal((await fetchFrom(other.partner, address)).status, 404);
  const flipped = address.slice(0, -2) + (address.endsWith('AA') ? 'BB' : 'AA');
  assert.equal((await fetchFrom(mine.partner, flipped)).status, 404);
  assert.equal((await fetchFrom(mine.partner, '/backup-archive/x')).status, 404);
  offsetMs = 61 * 60_000;
  assert.equal((await fetchFrom(mine.partner, address)).status, 400);
  offsetMs = 0;
  assert.equal((await fetchFrom(mine.partner, address)).status, 200);
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { serveStaticSite } from '../../src/hosting/static/static-handler.ts';
import { listen } from '../edge/edge-support.ts';
import { ATTACK_MS } from './attack-support.ts';

let folder: string;
let root: string;
let server: Server;
let port: number;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'panel-served-'));
  root = path.join(folder, 'public');
  await mkdir(path.join(root, 'docs'), { recursive: true });
  await mkdir(path.join(folder, 'outside'));
  await writeFile(path.join(folder, 'outside', 'page.html'), 'top secret');
  await writeFile(path.join(root, 'docs', 'page.html'), 'mine');
  server = createServer((req, res) => void serveStaticSite(root, req, res));
  port = await listen(server);
});
after(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const open = (target: string) =>
  new Promise<IncomingMessage>(
    (resolve, reject) => void get({ port, path: target, agent: false }, resolve).once('error', reject),
  );
async function read(target: string): Promise<string> {
  let text = '';
  for await (const part of (await open(target)).setEncoding('utf8')) text += String(part);
  return text;
}

/** Replaces the folder with a link to an outside one and back, continuously, as hosted code could. */
const FLIP = `
  const { renameSync, symlinkSync } = require('node:fs');
  const { workerData: { docs, outside, end } } = require('node:worker_threads');
  symlinkSync(outside, docs + '.link');
  while (Date.now() < end) {
    renameSync(docs, docs + '.real'); renameSync(docs + '.link', docs);
    renameSync(docs, docs + '.link'); renameSync(docs + '.real', docs);
  }`;

test('a folder that becomes a link between check and opening reveals nothing', async () => {
  const end = Date.now() + ATTACK_MS;
  const flipping = new Worker(FLIP, {
    eval: true,
    workerData: { docs: path.join(root, 'docs'), outside: path.join(folder, 'outside'), end },
  });
  const flipped = new Promise((resolve) => flipping.once('exit', resolve));
  const seen = new Set<string>();
  while (Date.now() < end)
    for (const text of await Promise.all(Array.from({ length: 8 }, () => read('/docs/page.html')))) seen.add(text);
  await flipped;
  assert.ok(seen.has('mine'), 'the file itself was never served');
  assert.equal(seen.has('top secret'), false);
});

test('pipes, sockets and devices count as missing, and 1.9 GB of zeros are streamed without buffering', async () => {
  execFileSync('mkfifo', [path.join(root, 'pipe.html')]);
  await symlink('/dev/zero', path.join(root, 'zero.html'));
  for (const target of ['/pipe.html', '/zero.html']) assert.equal((await open(target)).statusCode, 404, target);
  await writeFile(path.join(root, 'sparse.bin'), '');
  await truncate(path.join(root, 'sparse.bin'), 1_900_000_000);
  const before = process.memoryUsage().rss;
  const answers = await Promise.all(Array.from({ length: 4 }, () => open('/sparse.bin')));
  assert.deepEqual(
    answers.map((answer) => answer.headers['content-length']),
    Array(4).fill('1900000000'),
  );
  // The client does not read: the rest must wait in the file, not in memory.
  assert.equal(await read('/docs/page.html'), 'mine');
  assert.ok(process.memoryUsage().rss - before < 50_000_000);
  for (const answer of answers) answer.destroy();
});

/**
 * Time until a hostile archive is refused: zips on disk, as they are after an upload, and archives of a repository, which
 * the site agent unpacks in its sandbox. `node server/bench/refusals.ts [rounds]`. Target: at most 100 ms, where the beginning
 * of an archive shows what is wrong. Otherwise most of the time is the start of the agent's process, which is shown alone, too.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { Header } from 'tar';
import { planImport } from '../src/archive/import-plan.ts';
import { checkZip } from '../src/archive/zip-check.ts';
import { createFastDriver } from '../src/testing/index.ts';
import { zipOf, type ZipEntry } from '../test/extension/zip-support.ts';
import { progress, siteSpec } from '../test/hosting/hosting-support.ts';

const WANTED_MS = 100;
const MANY = 20_000;
const rounds = Number(process.argv[2] ?? 10);

const files = (count: number): ZipEntry[] =>
  Array.from({ length: count }, (_, i) => ({ name: `shop/folder-${i % 100}/file-${i}.php`, content: '<?php' }));

const ZIPS: [what: string, bytes: Buffer][] = [
  [`${MANY} entries, the last one is a link`, zipOf([...files(MANY - 1), { name: 'shop/link', mode: 0o120777 }])],
  [`${MANY} entries, the last one leads outside`, zipOf([...files(MANY - 1), { name: 'shop/../../evil.php' }])],
  [`${MANY} entries, the last one twice`, zipOf([...files(MANY - 1), { name: 'shop/folder-0/FILE-0.php' }])],
  ['an encrypted file', zipOf([...files(10), { name: 'shop/secret', flags: 1 }])],
  ['a bomb by ratio', zipOf([...files(10), { name: 'shop/zeros', content: Buffer.alloc(64 * 1024 ** 2) }])],
  ['a bomb by declared size', zipOf([...files(10), { name: 'shop/big', size: 0xfffffff0 }])],
  ['a truncated archive', zipOf(files(MANY)).subarray(0, -30)],
  ['another type of file', Buffer.alloc(8 * 1024 ** 2, 'x')],
];

function tarOf(entries: { path: string; size?: number }[]): Buffer {
  const blocks = entries.map(({ path: name, size = 0 }) => {
    const header = new Header({ path: name, type: 'File', size, mode: 0o644 });
    header.encode();
    return header.block ?? Buffer.alloc(0);
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

const REPOSITORIES: [what: string, bytes: Buffer, wanted?: number][] = [
  ['no archive at all', Buffer.from('<!doctype html>'), WANTED_MS],
  ['a file of 64 GB', tarOf([{ path: 'top/big.bin', size: 64 * 1024 ** 3 }]), WANTED_MS],
  ['50,001 files', tarOf(Array.from({ length: 50_001 }, (_, i) => ({ path: `top/${i}.html` })))],
];

/** Median time until the work fails. */
async function refused(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const accepted = await work().then(
      () => true,
      () => false,
    );
    if (accepted) throw new Error('The archive was accepted.');
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

const folder = await mkdtemp(path.join(tmpdir(), 'panel-refusals-'));
try {
  const file = path.join(folder, 'upload.zip');
  let missed = false;
  for (const [what, bytes] of ZIPS) {
    await writeFile(file, bytes);
    const [plugin, site] = [
      await refused(() => checkZip({ file }, () => false)),
      await refused(() => planImport({ file })),
    ];
    missed ||= Math.max(plugin, site) > WANTED_MS;
    console.log(
      `zip, ${what}: plugin ${plugin.toFixed(1)} ms, site ${site.toFixed(1)} ms (wanted: at most ${WANTED_MS})`,
    );
  }
  const driver = await createFastDriver(folder, { sandbox: 'auto' });
  const spec = siteSpec('target', { kind: 'static' });
  await driver.create(spec, progress());
  const began = performance.now();
  await driver.usage(spec.siteId);
  console.log(`one question to the agent: ${(performance.now() - began).toFixed(0)} ms`);
  for (const [what, bytes, wanted] of REPOSITORIES) {
    const open = async () => Readable.from([bytes], { objectMode: false });
    const ms = await refused(() => driver.deploy(spec.siteId, { kind: 'archive', open }, progress()));
    missed ||= wanted !== undefined && ms > wanted;
    console.log(`repository, ${what}: ${ms.toFixed(1)} ms${wanted ? ` (wanted: at most ${wanted})` : ''}`);
  }
  await driver.stopAll();
  process.exitCode = missed ? 1 : 0;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/**
 * How long a restore of an installation with 20 sites takes, compared with copying its bytes (`cp -a`, and both written to
 * the disk). Exits with 1 above the limit. `node server/bench/restore.ts [sites] [files of each]`, default 20 and 1000.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  backUpTo,
  configOf,
  removeAll,
  restoreFrom,
  smallInstallation,
  temporaryFolder,
} from '../test/installation/installation-support.ts';

const LIMIT = 2;
const sites = Number(process.argv[2] ?? 20);
const files = Number(process.argv[3] ?? 1000);
/** Half of a file is text, as in WordPress. */
const TEXT_BYTES = 8_000;
const PHOTO_BYTES = 2 ** 20;
const PHOTOS = 30;

const run = promisify(execFile);
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

async function fill(dataDir: string): Promise<void> {
  for (let site = 0; site < sites; site++) {
    const folder = path.join(dataDir, `sites/site-of-${site}/live/public`);
    await mkdir(folder, { recursive: true });
    for (let n = 0; n < files; n++)
      await writeFile(
        path.join(folder, `${n}.php`),
        `<?php // ${randomBytes(20).toString('hex')} `.padEnd(TEXT_BYTES, 'echo 1; '),
      );
    for (let n = 0; n < PHOTOS; n++) await writeFile(path.join(folder, `${n}.jpg`), randomBytes(PHOTO_BYTES));
  }
}

const [from, target, copied, restored] = await Promise.all(
  ['from', 'target', 'copied', 'restored'].map(temporaryFolder),
);
if (!from || !target || !copied || !restored) throw new Error('There is no temporary folder.');
try {
  await smallInstallation(from, 'pglite');
  await fill(from);
  const made = await timed(() => backUpTo(target, configOf(from)));
  const copying = await timed(async () => {
    await run('cp', ['-a', `${from}/.`, copied]);
    await run('sync', ['-f', copied]);
  });
  const restoring = await timed(() => restoreFrom(target, configOf(restored)));
  const ratio = restoring / copying;
  console.log(
    `${sites} sites of ${files + PHOTOS} files: backup ${made.toFixed(1)} s, copy ${copying.toFixed(1)} s, restore ${restoring.toFixed(1)} s`,
  );
  console.log(`restore / copy: ${ratio.toFixed(2)}, at most ${LIMIT}`);
  if (ratio > LIMIT) process.exitCode = 1;
} finally {
  await removeAll([from, target, copied, restored]);
}

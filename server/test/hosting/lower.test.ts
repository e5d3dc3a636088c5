import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { findLower } from '../../src/hosting/limits/lower.ts';

const PROGRAMS = ['env', 'nice', 'ionice', 'prlimit', 'true'];
const LIMITS = { openFiles: 100, fileSizeMb: 1 };
const { PATH = '' } = process.env;

const placeOf = (program: string): string | undefined =>
  PATH.split(path.delimiter)
    .map((folder) => path.join(folder, program))
    .find((file) => existsSync(file));
const missing = PROGRAMS.find((program) => !placeOf(program));

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'panel-lower-'))));
afterEach(async () => {
  process.env['PATH'] = PATH;
  await rm(folder, { recursive: true });
});

/** The command before `site` on a machine with these programs. */
async function lowered(programs: readonly string[]): Promise<string> {
  for (const program of programs) await symlink(placeOf(program) ?? '', path.join(folder, program));
  process.env['PATH'] = folder;
  return (await findLower())(['site'], LIMITS).join(' ');
}

test('with all programs, a site has a low priority and its limits', { skip: missing }, async () => {
  assert.equal(
    await lowered(PROGRAMS),
    'env --ignore-signal=XFSZ nice -n 10 ionice -c 2 -n 7 prlimit --core=0 --nofile=100 --fsize=1048576 site',
  );
});

test('a program that is missing is left out, and the others stay', { skip: missing }, async () => {
  assert.equal(
    await lowered(PROGRAMS.filter((program) => program !== 'ionice')),
    'env --ignore-signal=XFSZ nice -n 10 prlimit --core=0 --nofile=100 --fsize=1048576 site',
  );
});

test('without any of them the command stays as it is', { skip: missing }, async () => {
  assert.equal(await lowered(['true']), 'site');
});

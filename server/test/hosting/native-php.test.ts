import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { findNativePhp } from '../../src/hosting/runtime/native-php.ts';

/** Uses a program in place of PHP: a shell script that prints the test's text. */
async function ask(t: TestContext, script: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'panel-php-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const binary = path.join(folder, 'php');
  await writeFile(binary, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return findNativePhp({
    binary,
    dataDir: folder,
    panelDir: folder,
    sandbox: 'off',
    lower: (command) => command,
    seccomp: null,
  });
}

const reasonOf = (found: Awaited<ReturnType<typeof ask>>) => ('reason' in found ? found.reason : 'found');
const facts = (version: string) =>
  JSON.stringify({ binary: '/usr/bin/php', version, extensions: [], libraries: [], settings: [] });

test('output before PHP’s answer is not a part of it', async (t) => {
  const found = await ask(t, `echo 'Warning: PHP Startup: Unable to load dynamic library'; echo '${facts('7.4.1')}'`);
  assert.equal(reasonOf(found), 'PHP 7.4.1 is older than 8.0');
});

test('PHP runs with warnings disabled', async (t) => {
  const found = await ask(
    t,
    `case "$*" in *display_errors=0*error_reporting=0*) echo '${facts('7.4.2')}';; *) echo '${facts('7.4.3')}';; esac`,
  );
  assert.equal(reasonOf(found), 'PHP 7.4.2 is older than 8.0');
});

for (const answer of ['', 'Welcome', 'null', '{}', `${facts('8.4.1')} and more`]) {
  test(`a program that answers ${JSON.stringify(answer)} is not accepted as PHP, with a reason`, async (t) => {
    assert.match(reasonOf(await ask(t, `echo '${answer}'`)), /php does not behave like PHP$/);
  });
}

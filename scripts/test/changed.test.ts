import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { changedFiles, testsReaching } from '../lib/changed-tests.mjs';
import { ROOT } from '../lib/paths.mjs';
import { testFiles } from '../lib/stages.mjs';

const reaching = (...changed: string[]): string[] => {
  const found = testsReaching(changed, testFiles);
  assert.ok(found);
  for (const file of changed) assert.ok(existsSync(path.join(ROOT, file)), file);
  for (const file of found) assert.ok(existsSync(path.join(ROOT, file)), file);
  return found;
};

describe('the tests that a change reaches', () => {
  test('a page: tests of its feature and the test of every page, not all that import the list of pages', () => {
    assert.deepEqual(reaching('mf-apps/src/features/submission/submission-list.page.tsx'), [
      'mf-apps/src/every-page.page.test.ts',
      'mf-apps/src/features/submission/submission-list.page.test.tsx',
    ]);
  });

  test('a page: those of its section, of no other and of no server', () => {
    const found = reaching('mf-sites/src/features/tools/cron.tool.tsx');
    assert.ok(found.includes('mf-sites/src/features/tools/site-tools.page.test.tsx'));
    assert.deepEqual(
      found.filter((file) => !file.startsWith('mf-sites/')),
      [],
    );
  });

  test('a module of the server: those of its folder and those that use it, not all that start a server', () => {
    const found = reaching('server/src/modules/backup/backup.tasks.ts');
    for (const file of testFiles('server/test/backup')) assert.ok(found.includes(file), file);
    assert.ok(found.includes('server/test/staging/staging.test.ts'), 'it imports the tasks of backups');
    assert.ok(!found.includes('server/test/session/account.test.ts'));
    assert.ok(found.length < testFiles('server/test').length / 2, `${found.length} files`);
  });

  test('a module whose tests are called otherwise', () => {
    const found = reaching('server/src/modules/site-bin/purge.tasks.ts', 'server/src/modules/vulnerability/feed.ts');
    assert.ok(found.includes('server/test/site/bin.test.ts'));
    assert.ok(found.includes('server/test/extension/vulnerability.test.ts'));
  });

  test('what all modules use, and a migration: all that start a server', () => {
    const all = testFiles('server/test/session');
    for (const file of ['server/src/db/schema.ts', 'server/migrations/meta/_journal.json']) {
      const found = reaching(file);
      for (const one of all) assert.ok(found.includes(one), `${file} does not reach ${one}`);
    }
  });

  test('a package of the contract: tests of pages and of the server', () => {
    const found = reaching('shared/contract/src/schemas/bounded.ts');
    assert.ok(found.some((file) => file.startsWith('mf-admin/')) && found.some((file) => file.startsWith('server/')));
  });

  test('a test: itself; a text: none; the packages: all', () => {
    assert.deepEqual(reaching('server/test/lib/fair-turns.test.ts'), ['server/test/lib/fair-turns.test.ts']);
    assert.deepEqual(reaching('README.md', 'docs/security.md'), []);
    assert.equal(testsReaching(['pnpm-lock.yaml', 'README.md'], testFiles), null);
  });
});

test('a commit that git does not know is an error that names it', () => {
  assert.throws(() => changedFiles('no-such-commit'), /no-such-commit/);
  const { status, stderr } = spawnSync(
    process.execPath,
    ['scripts/test.mjs', '--changed', '--since', 'no-such-commit'],
    {
      ...{ cwd: ROOT, encoding: 'utf8' },
    },
  );
  assert.equal(status, 1);
  assert.match(stderr, /^git cannot say what has changed/);
});

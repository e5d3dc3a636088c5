import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { originOf } from '../src/release/commit.ts';

function repository(t: TestContext): { folder: string; git: (...words: string[]) => string } {
  const folder = mkdtempSync(join(tmpdir(), 'commit-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const who = ['-c', 'user.name=Ada Lovelace', '-c', 'user.email=ada@panel.example'];
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', folder, ...who, ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  git('init');
  return { folder, git };
}

test('a release names its commit, the author and the first line of the message', (t) => {
  const { folder, git } = repository(t);
  writeFileSync(join(folder, 'a'), '1');
  git('add', '.');
  git('commit', '-m', 'Count orders by week', '-m', 'More about it.');
  assert.deepEqual(originOf(folder), {
    commit: git('rev-parse', 'HEAD'),
    author: 'Ada Lovelace',
    note: 'Count orders by week',
    why: null,
  });
  git('commit', '--allow-empty', '-m', 'x'.repeat(300));
  assert.equal(originOf(folder).note, 'x'.repeat(200));
});

test('the commit is read where git is set to show signatures', (t) => {
  const { folder, git } = repository(t);
  git('commit', '--allow-empty', '-m', 'Count orders by week');
  const signed = git('cat-file', 'commit', 'HEAD').replace(
    '\n\n',
    '\ngpgsig -----BEGIN SSH SIGNATURE-----\n AAAA\n -----END SSH SIGNATURE-----\n\n',
  );
  const input = `${signed}\n`;
  const id = execFileSync('git', ['-C', folder, 'hash-object', '-t', 'commit', '-w', '--stdin'], { input }).toString();
  git('update-ref', 'HEAD', id.trim());
  git('config', 'log.showSignature', 'true');
  const { commit, author, note } = originOf(folder);
  assert.deepEqual([commit, author, note], [id.trim(), 'Ada Lovelace', 'Count orders by week']);
});

test('changes that are not committed, and a folder without a commit, have none', (t) => {
  const { folder, git } = repository(t);
  assert.match(originOf(folder).why ?? '', /no git repository with a commit/);
  git('commit', '--allow-empty', '-m', 'Start');
  writeFileSync(join(folder, 'a'), '1');
  const { why, ...origin } = originOf(folder);
  assert.match(why ?? '', /not committed/);
  assert.deepEqual(origin, { commit: '', author: '', note: '' });
});

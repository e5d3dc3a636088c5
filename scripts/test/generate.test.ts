import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { packageIn, readDeclaration } from '../../shared/federation/src/index.ts';
import { writeRemote } from '../lib/remote-template.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const bin = (name: string): string => path.join(ROOT, 'node_modules', '.bin', name);

/** A copy of a remote's sources that resolves packages as the real one does. */
function copyOf(remote: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'panel-generate-'));
  mkdirSync(path.join(folder, remote));
  cpSync(path.join(ROOT, remote, 'src'), path.join(folder, remote, 'src'), { recursive: true });
  cpSync(path.join(ROOT, remote, 'package.json'), path.join(folder, remote, 'package.json'));
  cpSync(path.join(ROOT, 'tsconfig.json'), path.join(folder, 'tsconfig.base.json'));
  for (const file of ['.oxlintrc.json', '.oxfmtrc.json']) cpSync(path.join(ROOT, file), path.join(folder, file));
  const resources = path.join(folder, 'shared', 'resources');
  cpSync(path.join(ROOT, 'shared', 'resources', 'src'), path.join(resources, 'src'), { recursive: true });
  cpSync(path.join(ROOT, 'shared', 'resources', 'package.json'), path.join(resources, 'package.json'));
  symlinkSync(path.join(ROOT, 'shared', 'resources', 'node_modules'), path.join(resources, 'node_modules'));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  symlinkSync(path.join(ROOT, remote, 'node_modules'), path.join(folder, remote, 'node_modules'));
  // The real configuration includes the shared packages' style sheet declarations through `include`.
  const styles = path.join(ROOT, 'shared', 'ui', 'src', 'css.d.ts');
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: './tsconfig.base.json',
      compilerOptions: { paths: { '@panel/resources/*': ['./shared/resources/src/*/index.ts'] } },
      include: [
        `${remote}/src/features/*`,
        `${remote}/src/*`,
        'shared/resources/src/*',
        ...(existsSync(styles) ? [styles] : []),
      ],
    }),
  );
  return folder;
}

const generate = (folder: string, ...words: string[]) =>
  spawnSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      path.join(ROOT, 'scripts', 'generate.ts'),
      'feature',
      ...words,
      '--root',
      folder,
    ],
    { encoding: 'utf8' },
  );

describe('pnpm generate feature', () => {
  const folder = copyOf('mf-account');
  before(() => {
    const made = generate(
      folder,
      'account',
      'news-item',
      '--calls',
      'notification',
      '--path',
      '/my-account/news-items',
    );
    assert.equal(made.status, 0, made.stderr);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('writes the resource and the feature, with the same kinds of files as the existing ones', () => {
    const kinds = (...below: string[]) =>
      readdirSync(path.join(folder, ...below))
        .map((file) => file.replace(/^[a-z-]+?(?=-list|-panels|\.)/, '*'))
        .sort();
    const resource = ['*.can.ts', '*.mutations.ts', '*.queries.ts', '*.ts'];
    assert.deepEqual(kinds('shared', 'resources', 'src', 'news-item'), resource);
    assert.deepEqual(kinds('shared', 'resources', 'src', 'notification'), resource);
    const written = kinds('mf-account', 'src', 'features', 'news-item');
    assert.deepEqual(written, ['*-list.page.test.tsx', '*-list.page.tsx', '*-panels.tsx', '*.columns.tsx']);
    const there = kinds('mf-account', 'src', 'features', 'notification');
    assert.deepEqual(
      written.filter((kind) => kind !== '*-panels.tsx' && !there.includes(kind)),
      [],
    );
  });

  test('the resource is exported like the others', () => {
    const { exports } = JSON.parse(readFileSync(path.join(folder, 'shared', 'resources', 'package.json'), 'utf8')) as {
      exports: Record<string, string>;
    };
    assert.equal(exports['./news-item'], './src/news-item/index.ts');
    assert.equal(exports['./notification'], './src/notification/index.ts');
  });

  test('a page begins like the existing ones: the same exports, the same prefetch', () => {
    const page = (...below: string[]) =>
      readFileSync(path.join(folder, 'mf-account', 'src', 'features', ...below), 'utf8');
    const exportsOf = (text: string) =>
      [...text.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
    const written = page('news-item', 'news-item-list.page.tsx');
    const there = page('notification', 'notification-list.page.tsx');
    assert.deepEqual(exportsOf(written), exportsOf(there));
    const prefetch =
      /^export const prefetch = .*=>\s+queryClient\.prefetchQuery\(\w+\(readListState\(search, LIST\)\)\);/m;
    assert.match(written, prefetch);
    assert.match(there, prefetch);
  });

  test('the output is formatted', () => {
    const { status, stdout } = spawnSync(
      bin('oxfmt'),
      ['--list-different', 'mf-account/src/features/news-item', 'shared/resources/src/news-item'],
      { cwd: folder, encoding: 'utf8' },
    );
    assert.deepEqual([status, stdout], [0, '']);
  });

  test('the output has no type errors', () => {
    const { status, stdout } = spawnSync(bin('tsc'), ['-p', folder], { encoding: 'utf8' });
    const about = stdout.split('\n').filter((line) => /news-item|manifest\.ts|pages\.ts/.test(line));
    assert.deepEqual(about, [], `tsc ended with ${status}`);
  });

  test('the output passes the linter', () => {
    const { status, stdout } = spawnSync(
      bin('oxlint'),
      [
        ...['-c', '.oxlintrc.json', '--deny-warnings'],
        ...['mf-account/src/features/news-item', 'shared/resources/src/news-item'],
      ],
      { cwd: folder, encoding: 'utf8' },
    );
    assert.equal(status, 0, stdout);
  });

  test('the page is declared and loaded under one name', async () => {
    const at = (file: string) => path.join(folder, 'mf-account', 'src', file);
    const { manifest } = (await import(pathToFileURL(at('manifest.ts')).href)) as {
      manifest: { routes: { path: string; page: string; audience: string }[] };
    };
    const route = manifest.routes.find((one) => one.path === '/my-account/news-items');
    assert.equal(route?.page, 'news-item-list');
    assert.equal(route?.audience, 'signed-in');
    assert.match(
      readFileSync(at('pages.ts'), 'utf8'),
      /'news-item-list': \(\) => import\('\.\/features\/news-item\/news-item-list\.page\.tsx'\),/,
    );
  });

  test('its own test fails with a reminder to write it', () => {
    const text = readFileSync(
      path.join(folder, 'mf-account', 'src', 'features', 'news-item', 'news-item-list.page.test.tsx'),
      'utf8',
    );
    assert.match(text, /Replace this text/);
    assert.doesNotMatch(
      readFileSync(path.join(folder, 'mf-account', 'src', 'features', 'news-item', 'news-item-list.page.tsx'), 'utf8'),
      /Replace this text/,
    );
  });

  test('no file is overwritten, and wrong arguments get a helpful message', () => {
    assert.match(generate(folder, 'account', 'news-item', '--calls', 'notification').stderr, /is there already/);
    assert.match(generate(folder, 'account', 'other').stderr, /no paged list for "other".*notification/);
    assert.match(generate(folder, 'account', 'Bad_Name').stderr, /no name for a feature/);
    assert.match(generate(folder, 'nowhere', 'thing').stderr, /no remote mf-nowhere/);
    assert.match(
      generate(folder, 'account', 'more', '--calls', 'notification', '--path', '/my-account/news-items').stderr,
      /already/,
    );
    assert.ok(!existsSync(path.join(folder, 'mf-account', 'src', 'features', 'more')));
  });
});

test('a new remote has a valid declaration and the packages of the workspace', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'panel-generate-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const id = writeRemote(folder, 'order-desk');
  assert.equal(id, 'mf-order-desk');
  symlinkSync(
    path.join(import.meta.dirname, '..', '..', 'mf-help', 'node_modules'),
    path.join(folder, id, 'node_modules'),
  );
  const { manifest, pages } = await readDeclaration(await packageIn(path.join(folder, id)));
  assert.equal(manifest.routes[0]?.path, '/order-desk');
  assert.deepEqual(
    pages.map(({ page }) => page),
    ['order-desk', 'order-desk-card'],
  );
  const { name, dependencies } = JSON.parse(readFileSync(path.join(folder, id, 'package.json'), 'utf8')) as {
    name: string;
    dependencies: Record<string, string>;
  };
  assert.deepEqual([name, dependencies['@panel/core']], ['@panel/mf-order-desk', 'workspace:*']);
  assert.match(
    readFileSync(path.join(folder, id, 'src', 'features', 'order-desk', 'order-desk.page.test.tsx'), 'utf8'),
    /name: 'Order desk'/,
  );
  assert.throws(() => writeRemote(folder, 'order-desk'), /is there already/);
  assert.throws(() => writeRemote(folder, 'Order Desk'), /is no name for a remote/);
});

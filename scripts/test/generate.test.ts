import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { packageIn, readDeclaration } from '../../shared/federation/src/index.ts';
import { environment, ROOT } from '../lib/paths.mjs';
import { writeRemote } from '../lib/remote-template.ts';
import { copyCheckout } from './copy-checkout.ts';

describe('npm run generate', () => {
  const folder = copyCheckout();
  const bin = (name: string): string => path.join(folder, 'node_modules', '.bin', name);
  const textOf = (...below: string[]): string => readFileSync(path.join(folder, ...below), 'utf8');
  const run = (command: string, words: readonly string[]) =>
    spawnSync(command, words, { cwd: folder, encoding: 'utf8', env: environment() });
  const generate = (...words: string[]) => run(process.execPath, ['scripts/generate.ts', 'feature', ...words]);

  // order-item is new to the contract and the server; news-item shows what the contract has already.
  before(() => {
    for (const words of [
      ['account', 'order-item'],
      ['account', 'news-item', '--calls', 'notification', '--path', '/my-account/news-items'],
    ]) {
      const made = generate(...words);
      assert.equal(made.status, 0, made.stderr);
    }
    const made = run(process.execPath, ['scripts/generate.ts', 'remote', 'order-desk']);
    assert.equal(made.status, 0, made.stderr);
    symlinkSync(path.join(folder, 'mf-account', 'node_modules'), path.join(folder, 'mf-order-desk', 'node_modules'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Files of a folder by what they are, whatever they are about. */
  const kinds = (...below: string[]) =>
    readdirSync(path.join(folder, ...below))
      .map((file) => file.replace(/^[a-z-]+?(?=-list|-panels|\.)/, '*'))
      .sort();

  test('writes the same kinds of files as the existing ones', () => {
    assert.deepEqual(
      kinds('server', 'src', 'modules', 'order-item'),
      kinds('server', 'src', 'modules', 'notification'),
    );
    assert.deepEqual(kinds('server', 'test', 'order-item'), ['*.access.ts', '*.test.ts']);
    const there = kinds('shared', 'resources', 'src', 'notification');
    for (const name of ['order-item', 'news-item']) {
      const resource = kinds('shared', 'resources', 'src', name);
      assert.deepEqual(
        there.filter((kind) => kind !== '*.labels.ts'),
        resource,
      );
      const written = kinds('mf-account', 'src', 'features', name);
      assert.deepEqual(written, ['*-list.page.test.tsx', '*-list.page.tsx', '*-panels.tsx', '*.columns.tsx']);
    }
    const pages = kinds('mf-account', 'src', 'features', 'notification');
    for (const kind of ['*-list.page.test.tsx', '*-list.page.tsx', '*.columns.tsx']) assert.ok(pages.includes(kind));
  });

  test('handlers, repo, reads and prefetch look like the existing ones', () => {
    const alike = (pattern: RegExp, ...files: string[]) => {
      for (const file of files) assert.match(textOf(...file.split('/')), pattern, file);
    };
    const modules = 'server/src/modules';
    alike(
      /paged\(\s*input,\s*\(slice\) =>\s*list\w+\(context\.app\.db, scopeOf\(context\), slice, /,
      `${modules}/app/app.routes.ts`,
      `${modules}/order-item/order-item.routes.ts`,
    );
    alike(
      /paged\(input, \(slice\) => list\w+\(context\.app\.db, scopeOf\(context\), slice, input\.\w+\), wire\w+\)/,
      `${modules}/order-item/order-item.routes.ts`,
    );
    alike(
      /\w+ \? namesHaveWords\(\[\w+\.\w+[^\]]*\], \w+\) : undefined/,
      `${modules}/blueprint/blueprint.repo.ts`,
      `${modules}/order-item/order-item.repo.ts`,
    );
    alike(
      /and\(\w*[wW]ithin\(\w+, scope\), \w+ \? namesHaveWords\(\[\w+\.\w+\], \w+\) : undefined\)/,
      `${modules}/order-item/order-item.repo.ts`,
    );
    const resources = 'shared/resources/src';
    alike(
      /^export const [A-Z_]+_LIST = \{[^]*?\} as const;\nexport type \w+Column = [^]*export const \w+ListRead = \([^]*read\('/m,
      `${resources}/app/app.reads.ts`,
      `${resources}/notification/notification.reads.ts`,
      `${resources}/order-item/order-item.reads.ts`,
    );
    const features = 'mf-account/src/features';
    alike(
      /^const source = \{\s+list: [A-Z_]+_LIST,\s+query: \w+ListQuery,[^]*?^export const prefetch = prefetchList\(source\);\n[^]*<ListPage\s+\{\.\.\.source\}/m,
      `${features}/api-token/api-token-list.page.tsx`,
      `${features}/order-item/order-item-list.page.tsx`,
    );
    const written = ['page.tsx', 'page.test.tsx'].map((end) =>
      textOf(...`${features}/order-item/order-item-list.${end}`.split('/')),
    );
    assert.ok(written.join('').split('\n').length <= 90, 'a list page and its test are 90 lines at most');
  });

  test('besides its own files, a resource touches three files of the contract and the server, and the remote of its page', () => {
    assert.equal(run('git', ['init', '-q']).status, 0);
    const touched = (words: string) =>
      new Set(words.split('\n').filter((file) => file && !/order-(?:item|desk)|news-item/.test(file)));
    const differs = [...touched(run('git', ['ls-files', '-o', '--exclude-standard']).stdout)].filter(
      (file) =>
        !existsSync(path.join(ROOT, file)) ||
        textOf(...file.split('/')) !== readFileSync(path.join(ROOT, file), 'utf8'),
    );
    assert.deepEqual(differs.filter((file) => !/generated|^server\/migrations\//.test(file)).sort(), [
      'mf-account/src/manifest.ts',
      'mf-account/src/pages.ts',
      'server/src/modules/index.ts',
      'shared/contract/src/contract.ts',
      'shared/contract/src/schemas/index.ts',
    ]);
  });

  test('the output is formatted, and has no type errors; neither has what knows every call and every page', () => {
    assert.equal(run(bin('oxfmt'), ['--list-different', '.']).stdout, '');
    // Tests of other features and other remotes know nothing of a new one, and take as long as all of this.
    const include = [
      ...['shared/*/src', 'shell/src', 'mf-account/src', 'mf-order-desk/src'],
      ...['server/src', ...['contract', 'attack', 'order-item'].map((name) => `server/test/${name}`)],
    ];
    const config = 'tsconfig.output.json';
    writeFileSync(path.join(folder, config), JSON.stringify({ extends: './tsconfig.json', include }));
    // Other tests have the other processors.
    assert.equal(run(bin('tsc'), ['-p', config, '--checkers', '1']).stdout, '');
    rmSync(path.join(folder, config));
  });

  test('the output passes the linter', () => {
    const { status, stderr } = run(process.execPath, ['scripts/lint.ts']);
    assert.equal(status, 0, stderr);
  });

  test('the table has a migration', () => {
    const folderOf = ['server', 'migrations'];
    const last = readdirSync(path.join(folder, ...folderOf)).findLast((file) => file.endsWith('.sql')) ?? '';
    assert.match(last, /^\d{4}_order_item\.sql$/);
    assert.match(textOf(...folderOf, last), /CREATE TABLE "order_item"/);
  });

  test('its server test and its rows of the access matrix pass', () => {
    const quickly = ['--liftoff-only', '--import', './scripts/lib/quick-resolution.mjs'];
    const words = [...quickly, '--test', '--test-name-pattern', 'order|theirs|every call has a handler'];
    const files = ['server/test/order-item/order-item.test.ts', 'server/test/contract/access.test.ts'];
    const { status, stdout } = run(process.execPath, [...words, ...files]);
    assert.equal(status, 0, stdout);
    assert.match(stdout, /orderItem\.remove: who may/);
  });

  test('the page shows what the call returns, and its own test fails with a reminder to write it', () => {
    const page = 'mf-account/src/features/order-item/order-item-list.page.test.tsx';
    const { status, stderr } = run(bin('jest'), ['-t', 'without any order items', page]);
    assert.equal(status, 0, stderr);
    assert.match(textOf(page), /Replace this text/);
    assert.doesNotMatch(textOf(page.replace('.test', '')), /Replace this text/);
  });

  test('the page is declared and loaded under one name, and its list is read first', async () => {
    const at = (file: string) => path.join(folder, 'mf-account', 'src', file);
    const { manifest } = (await import(pathToFileURL(at('manifest.ts')).href)) as {
      manifest: { routes: { path: string; page: string; audience: string; reads?: string[] }[] };
    };
    const route = manifest.routes.find((one) => one.path === '/order-items');
    assert.deepEqual([route?.page, route?.audience], ['order-item-list', 'signed-in']);
    assert.deepEqual(route?.reads, ['/order-item?pageIndex=0&pageSize=10&orderBy=created_at&sortOrder=desc']);
    assert.match(
      readFileSync(at('pages.ts'), 'utf8'),
      /'order-item-list': \(\) => import\('\.\/features\/order-item\/order-item-list\.page\.tsx'\),/,
    );
  });

  test('no file is overwritten, and wrong arguments get a helpful message', () => {
    assert.match(generate('account', 'news-item', '--calls', 'notification').stderr, /already exists/);
    assert.match(generate('account', 'other', '--calls', 'other').stderr, /no paged list for "other".*notification/);
    assert.match(generate('account', 'Bad_Name').stderr, /not a valid feature name/);
    assert.match(generate('nowhere', 'thing').stderr, /no remote mf-nowhere/);
    assert.match(
      generate('account', 'more', '--calls', 'notification', '--path', '/my-account/news-items').stderr,
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
  symlinkSync(path.join(ROOT, 'mf-account', 'node_modules'), path.join(folder, id, 'node_modules'));
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
  assert.throws(() => writeRemote(folder, 'order-desk'), /already exists/);
  assert.throws(() => writeRemote(folder, 'Order Desk'), /is not a valid remote name/);
});

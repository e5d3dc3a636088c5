import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Build } from '@panel/contract/release';
import {
  BuildError,
  buildPackage,
  distOf,
  isFresh,
  packageIn,
  packageOf,
  readDeclaration,
  type Package,
} from '../src/index.ts';
import { cacheOf } from '../src/packages.ts';

const MANIFEST = `import { defineManifest } from '@panel/contract/manifest';
export const manifest = defineManifest({
  id: 'mf-outside', name: 'Outside',
  routes: [{ path: '/outside', page: 'home', title: 'Outside', audience: 'customer', layout: 'default' }],
  menu: [], slots: [{ slot: 'dashboard.cards', part: 'card', order: 1 }],
});
`;
const PAGES = `import { definePages } from '@panel/core';
export const pages = definePages({ home: () => import('./home.page.tsx'), card: () => import('./card.part.tsx') });
`;
const HOME = `import { Page, Card as Box, Badge } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import { shown } from './parts.ts';
const unused = () => Badge;
export const Component = () => <Page title={shown()}><Box /><ResourceTable /></Page>;
`;
const PARTS = `import { initialsOf, newIdempotencyKey } from '@panel/core';
export const shown = () => initialsOf(null);
export const never = () => newIdempotencyKey();
`;

/** A remote in a separate folder; its packages are those of a remote of this checkout. */
function outside(t: TestContext, files: Record<string, string> = {}): Package {
  const folder = mkdtempSync(join(tmpdir(), 'panel-outside-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'src'));
  symlinkSync(join(packageOf('mf-help').folder, 'node_modules'), join(folder, 'node_modules'));
  const all = {
    'manifest.ts': MANIFEST,
    'pages.ts': PAGES,
    'home.page.tsx': HOME,
    'card.part.tsx': 'export const Component = () => null;\n',
    'parts.ts': PARTS,
    ...files,
  };
  writeFileSync(join(folder, 'package.json'), '{}');
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, 'src', name), text);
  return { id: 'mf-outside', folder };
}

test('a folder outside of the checkout can be built, and its manifest lists what it uses of each shared module', async (t) => {
  const target = outside(t);
  // Two builds that run at the same time do not disturb each other.
  const [build] = await Promise.all([buildPackage(target), buildPackage(target)]);
  assert.deepEqual(
    readdirSync(target.folder).filter((name) => name.startsWith('dist')),
    ['dist'],
  );
  const built = readdirSync(distOf(target));
  for (const file of Object.keys(build.integrity)) assert.ok(built.includes(file), file);
  assert.equal(build.package, 'mf-outside');
  assert.deepEqual(Object.keys(build.pages).sort(), ['card', 'home']);
  assert.deepEqual(build.pages['home']?.shared, ['@panel/ui/data']);
  assert.deepEqual(build.needs.exports, {
    '@panel/core': ['definePages', 'initialsOf'],
    '@panel/ui': ['Card', 'Page'],
    '@panel/ui/data': ['ResourceTable'],
    'react/jsx-runtime': ['jsx', 'jsxs'],
  });
  assert.deepEqual(Object.keys(build.needs.shared), Object.keys(build.needs.exports));
  assert.match(build.needs.shared['@panel/core'] ?? '', /^\^\d+\.\d+\.\d+$/);
  assert.equal(build.offers, undefined);
  assert.equal(isFresh(target), true);
  writeFileSync(join(target.folder, 'team.pem'), 'of no interest');
  assert.equal(isFresh(target), true);
  writeFileSync(join(target.folder, 'src', 'parts.ts'), `${PARTS}\n`);
  assert.equal(isFresh(target), false);
});

test('the same sources give the same files, minified, with brotli and gzip beside them', async (t) => {
  const css = `.outside > .card {\n  margin: 0 0;\n  content: "/* kept */  ;";\n  min-height: 100vh;\n  min-height: 100dvh;\n}\n/* ${'left out '.repeat(40)} */\n.a { ${Array.from({ length: 40 }, (_, at) => `--v${at}: ${at}px;`).join(' ')} }\n`;
  const target = outside(t, { 'page.css': css, 'home.page.tsx': `import './page.css';\n${HOME}` });
  const build = async () => {
    await buildPackage(target);
    const names = readdirSync(distOf(target)).sort();
    return new Map(names.map((name) => [name, readFileSync(join(distOf(target), name))]));
  };
  const first = await build();
  rmSync(cacheOf(target.folder), { recursive: true });
  const second = await build();
  assert.deepEqual([...first.keys()], [...second.keys()]);
  for (const [name, bytes] of first) assert.ok(second.get(name)?.equals(bytes), name);
  const style = [...first.keys()].find((name) => name.endsWith('.css')) ?? '';
  const text = String(first.get(style));
  assert.match(text, /^\.outside>\.card\{/);
  assert.match(text, /"\/\* kept \*\/ {2};"/);
  assert.match(text, /min-height:100vh;min-height:100dvh/, 'browsers without dvh keep their value');
  assert.doesNotMatch(text, /left out/);
  for (const name of [...first.keys()].filter((one) => /\.(?:br|gz)$/.test(one))) {
    const whole = name.endsWith('.br')
      ? brotliDecompressSync(first.get(name) ?? '')
      : gunzipSync(first.get(name) ?? '');
    assert.ok(first.get(name.slice(0, -3))?.equals(whole), name);
  }
  assert.ok(first.has(`${style}.br`) && first.has(`${style}.gz`));
});

test('a facade that is imported as a whole is rejected, because its fit cannot be checked', async (t) => {
  const target = outside(t, {
    'parts.ts': `import * as core from '@panel/core';\nexport const shown = () => Object.keys(core).join();\n`,
  });
  await assert.rejects(
    buildPackage(target),
    /mf-outside imports @panel\/core as a whole\. Import what you need by name/,
  );
});

test('a part that pages.ts lacks is rejected', async (t) => {
  const target = outside(t, {
    'pages.ts': `import { definePages } from '@panel/core';\nexport const pages = definePages({ home: () => import('./home.page.tsx') });\n`,
  });
  await assert.rejects(
    buildPackage(target),
    /slot dashboard\.cards is given the part "card", which pages\.ts does not have/,
  );
});

const readIn = ({ folder }: Package) => packageIn(folder).then(readDeclaration);

test('a schema error in manifest.ts is reported with its place and what is allowed', async (t) => {
  const target = outside(t, {
    'manifest.ts': MANIFEST.replace("'customer'", "'customers'").replace("'dashboard.cards'", '1'),
  });
  await assert.rejects(readIn(target), (error: Error) => {
    assert.ok(error instanceof BuildError);
    assert.match(
      error.message,
      /src\/manifest\.ts: the declaration is not valid\.\n {2}- routes\.0\.audience: .*"customers" One of: public, signed-in, customer/,
    );
    assert.match(error.message, /\n {2}- slots\.0\.slot: /);
    return true;
  });
});

test('a manifest.ts that cannot run is reported on one line', async (t) => {
  const target = outside(t, { 'manifest.ts': `import './nothing.ts';\n${MANIFEST}` });
  await assert.rejects(
    readIn(target),
    (error: Error) => error instanceof BuildError && /manifest\.ts failed to run: .*nothing\.ts/.test(error.message),
  );
});

test('the built shell lists the names that it offers', () => {
  const { offers } = JSON.parse(readFileSync(join(distOf(packageOf('shell')), 'manifest.json'), 'utf8')) as Build;
  assert.ok(offers);
  assert.deepEqual(Object.keys(offers.exports).sort(), Object.keys(offers.shared).sort());
  assert.ok(offers.exports['@panel/ui']?.includes('Page'));
  assert.ok(offers.exports['@tanstack/react-query']?.includes('useSuspenseQuery'));
  assert.ok(offers.exports['@tanstack/react-query']?.includes('useInfiniteQuery'), 'the query library is given whole');
  assert.ok(offers.exports['react']?.includes('useState'));
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FRAME_SHAPES } from '@panel/frame';
import type { Build } from '@panel/contract/release';
import { parseSync } from '@swc/core';
import { distOf, packageOf, ROOT } from '../src/index.ts';

/* Compares docs/guides/shell-api.md with the code: each export is either promised or listed as internal. */

const GUIDE = readFileSync(join(ROOT, 'docs', 'guides', 'shell-api.md'), 'utf8');
const inCode = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');

/** The section of the guide below a heading. */
function below(heading: string): string {
  const [, after] = GUIDE.split(`\n${heading}\n`);
  assert.ok(after, `the guide has the heading ${heading}`);
  return after.split(/\n#{2,3} /)[0] ?? '';
}

/** From a module's section: the first column of its table, and the names after "Internal". */
function toldOf(heading: string): { promised: string[]; internal: string[] } {
  const text = below(heading);
  const [tables = '', internal = ''] = text.split(/\nInternal[^:]*:/);
  const cells = [...tables.matchAll(/^\| ([^|]*) \|/gm)].map(([, cell]) => cell ?? '');
  return { promised: cells.flatMap(inCode), internal: inCode(internal.split('\n\n')[0] ?? '') };
}

/** Names that a file exports explicitly: all of them, and those that are not only types. */
function exportsOf(...place: string[]): { all: string[]; values: string[] } {
  const { body } = parseSync(readFileSync(join(ROOT, ...place), 'utf8'), {
    syntax: 'typescript',
    tsx: true,
    target: 'es2022',
  });
  const exported = body
    .flatMap((item) => (item.type === 'ExportNamedDeclaration' ? item.specifiers.map((one) => ({ item, one })) : []))
    .map(({ item, one }) => {
      assert.equal(one.type, 'ExportSpecifier');
      return { name: (one.exported ?? one.orig).value, isType: one.isTypeOnly || item.typeOnly === true };
    });
  return {
    all: exported.map(({ name }) => name).sort(),
    values: exported.flatMap(({ name, isType }) => (isType ? [] : name)).sort(),
  };
}

const { offers } = JSON.parse(readFileSync(join(distOf(packageOf('shell')), 'manifest.json'), 'utf8')) as Build;

const MODULES: [string, string[]][] = [
  ['@panel/core', ['shared', 'core', 'src', 'index.ts']],
  ['@panel/core/router', ['shared', 'core', 'src', 'router.ts']],
  ['@panel/ui', ['shared', 'ui', 'src', 'index.ts']],
  ['@panel/ui/data', ['shared', 'ui', 'src', 'data.ts']],
  ['@panel/ui/form', ['shared', 'ui', 'src', 'form.ts']],
  ['@panel/ui/rich', ['shared', 'ui', 'src', 'rich.ts']],
];
for (const [name, place] of MODULES) {
  test(`each name of ${name} is promised or internal`, () => {
    const { promised, internal } = toldOf(`### \`${name}\``);
    const exported = exportsOf(...place);
    assert.deepEqual([...promised, ...internal].sort(), exported.all);
    // The built shell offers every component, hook and function.
    assert.deepEqual(offers?.exports[name]?.filter((each) => each !== 'default').sort(), exported.values);
  });
}

test('each exported path of a package is promised or internal', () => {
  const { promised, internal } = toldOf('### Other paths');
  const paths = ['contract', 'brand', 'frame', 'core', 'ui', 'federation'].flatMap((name) => {
    const { publishConfig } = JSON.parse(readFileSync(join(ROOT, 'shared', name, 'package.json'), 'utf8')) as {
      publishConfig: { exports: object };
    };
    return Object.keys(publishConfig.exports).map((key) => `@panel/${name}${key.slice(1)}`);
  });
  assert.deepEqual([...MODULES.map(([name]) => name), ...promised, ...internal].sort(), paths.sort());
});

test('slots, layouts and menus match the guide', () => {
  const source = readFileSync(join(ROOT, 'shared', 'core', 'src', 'remote', 'slot.tsx'), 'utf8');
  const [, types = ''] = /export type SlotProps = \{([^]*?)\n\};/.exec(source) ?? [];
  assert.deepEqual(
    toldOf('## Slots').promised,
    [...types.matchAll(/^ {2}'([^']+)':/gm)].map(([, slot]) => slot),
  );
  const rows = [...below('## Layouts and menus').matchAll(/^\| `([a-z-]+)` \| (.*) \| (yes|no) \|$/gm)];
  const told = rows.map(([, layout, menus = '', crumbs]) => [layout, inCode(menus), crumbs === 'yes']);
  assert.deepEqual(
    told,
    Object.entries(FRAME_SHAPES).map(([layout, { side, breadcrumb }]) => [layout, side?.menus ?? [], breadcrumb]),
  );
});

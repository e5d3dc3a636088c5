import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../src/index.ts';

type PackageJson = {
  version: string;
  exports: Record<string, string>;
  publishConfig: { exports: Record<string, string | { types: string; default: string }> };
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
const read = (...place: string[]): string => readFileSync(join(ROOT, ...place), 'utf8');
const packageJson = (...place: string[]): PackageJson => JSON.parse(read(...place, 'package.json')) as PackageJson;
const PACKED = ['contract', 'brand', 'frame', 'core', 'ui', 'federation'];

test('the template requires the versions of this checkout', () => {
  const { dependencies, devDependencies } = packageJson('shared', 'federation', 'template');
  const catalog = new Map(
    [...read('pnpm-workspace.yaml').matchAll(/^ {2}'?([@\w/.-]+)'?: (\d\S*)$/gm)].map(([, name, version]) => [
      name,
      version,
    ]),
  );
  for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies })) {
    const [, own] = /^@panel\/(\w+)$/.exec(name) ?? [];
    assert.equal(range, own ? `^${packageJson('shared', own).version}` : catalog.get(name), name);
  }
});

for (const name of PACKED) {
  test(`the compiled @panel/${name} exports the same as the source`, () => {
    const { exports, publishConfig } = packageJson('shared', name);
    // It needs the test server of this checkout.
    const inside = Object.entries(exports).filter(([key]) => !(name === 'ui' && key === './testing'));
    const expected = inside.map(([key, file]) => {
      const compiled = file.replace('./src/', './dist/');
      const base = compiled.replace(/\.tsx?$/, '');
      return [key, base === compiled ? compiled : { types: `${base}.d.ts`, default: `${base}.js` }];
    });
    assert.deepEqual(publishConfig.exports, Object.fromEntries(expected));
  });
}

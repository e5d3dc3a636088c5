import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Build } from '@panel/contract/release';
import { distOf, packageOf, REMOTES } from '../src/index.ts';
import { STANDARD_ENTRY } from '../src/standard-entry.ts';

/** Files of the router in the scripts of a package's build. The entry for other hosts has a build of its own. */
function routerFiles(id: string): string[] {
  const dist = distOf(packageOf(id));
  const build = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Build;
  const scripts = Object.keys(build.integrity).filter((file) => file.endsWith('.js') && file !== STANDARD_ENTRY);
  // A script of data alone has no source map.
  const mapped = scripts.filter((file) => existsSync(join(dist, `${file}.map`)));
  assert.ok(mapped.length > 0, `${id} has source maps`);
  return mapped.flatMap((file) => {
    const { sources } = JSON.parse(readFileSync(join(dist, `${file}.map`), 'utf8')) as { sources: string[] };
    return sources.filter((source) => /node_modules\/react-router\//.test(source));
  });
}

test('the shell contains one router, without the checks for development', () => {
  const files = routerFiles('shell').map((file) => /\/react-router\/dist\/(.*)\/[^/]+$/.exec(file)?.[1]);
  assert.deepEqual([...new Set(files)], ['production']);
});

test('remotes use the router of the shell', () => assert.deepEqual(REMOTES.flatMap(routerFiles), []));

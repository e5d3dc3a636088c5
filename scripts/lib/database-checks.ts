import path from 'node:path';
import type { Finding, SourceFile } from './repository-checks.ts';
import { dependsOnDatabase } from './test-databases.mjs';

const RULE = 'both-databases';
const isRepository = (file: string): boolean =>
  /^server\/src\/.*\.repo\.ts$/.test(file) && !file.startsWith('server/src/testing/');

/** What the first line of a test names must be there: it says why the test runs on both databases. */
export function checkDatabases(files: readonly SourceFile[]): Finding[] {
  const known = new Set(files.filter(({ file }) => isRepository(file)).map(({ file }) => path.posix.basename(file)));
  return files
    .filter(({ file }) => /^server\/test\/.*\.test\.ts$/.test(file))
    .flatMap(({ file, text }) =>
      [...(dependsOnDatabase(text) ?? '').matchAll(/[\w-]+\.repo\.ts/g)]
        .filter(([name]) => !known.has(name))
        .map(([name]) => ({ file, line: 1, rule: RULE, message: `names ${name}, which does not exist` })),
    );
}

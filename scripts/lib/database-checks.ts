import path from 'node:path';
import type { Finding, SourceFile } from './repository-checks.ts';
import { asksSilently, dependsOnDatabase } from './test-databases.mjs';

const RULE = 'both-databases';
const isRepository = (file: string): boolean =>
  /^server\/src\/.*\.repo\.ts$/.test(file) && !file.startsWith('server/src/testing/');

/** Of server tests: one that asks for its database says in its first line which ones it runs on, and what it names is there. */
export function checkDatabases(files: readonly SourceFile[]): Finding[] {
  const known = new Set(files.filter(({ file }) => isRepository(file)).map(({ file }) => path.posix.basename(file)));
  return files
    .filter(({ file }) => /^server\/test\/.*\.test\.ts$/.test(file))
    .flatMap(({ file, text }) =>
      [
        ...(asksSilently(text) ? ['asks for TEST_DATABASE_URL: begin it with "// On both databases: <why>"'] : []),
        ...[...(dependsOnDatabase(text) ?? '').matchAll(/[\w-]+\.repo\.ts/g)].flatMap(([name]) =>
          known.has(name) ? [] : [`names ${name}, which does not exist`],
        ),
      ].map((message) => ({ file, line: 1, rule: RULE, message })),
    );
}

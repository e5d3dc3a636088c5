import path from 'node:path';
import type { Finding, SourceFile } from './repository-checks.ts';
import { dependsOnDatabase } from './test-databases.mjs';

const RULE = 'both-databases';
const isRepository = (file: string): boolean =>
  /^server\/src\/.*\.repo\.ts$/.test(file) && !file.startsWith('server/src/testing/');

/** Queries run on both databases in at least one test: its first line names their file. */
export function checkDatabases(files: readonly SourceFile[]): Finding[] {
  const repositories = files.filter(({ file }) => isRepository(file)).map(({ file }) => file);
  const named = files
    .filter(({ file }) => /^server\/test\/.*\.test\.ts$/.test(file))
    .flatMap(({ file, text }) =>
      [...(dependsOnDatabase(text) ?? '').matchAll(/[\w-]+\.repo\.ts/g)].map(([name]) => ({ file, name })),
    );
  const known = new Set(repositories.map((file) => path.posix.basename(file)));
  const tested = new Set(named.map(({ name }) => name));
  return [
    ...repositories
      .filter((file) => !tested.has(path.posix.basename(file)))
      .map((file) => ({
        file,
        line: 1,
        rule: RULE,
        message: `no test runs these queries on both databases; make “// On both databases: ${path.posix.basename(file)}” the first line of one that runs them`,
      })),
    ...named
      .filter(({ name }) => !known.has(name))
      .map(({ file, name }) => ({ file, line: 1, rule: RULE, message: `names ${name}, which does not exist` })),
  ];
}

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseSync } from '@swc/core';
import { cacheOf, type Package } from './packages.ts';

export const QUERY_LIBRARY = '@tanstack/react-query';

/**
 * What the shell gives out of the query library. A shared module cannot be shaken, so the rest of it (infinite lists,
 * hydration, streams …) would travel to everybody. Add a name here when a page needs it, and release the shell.
 */
export const QUERY_PARTS = [
  'QueryClient',
  'QueryClientProvider',
  'QueryErrorResetBoundary',
  'keepPreviousData',
  'queryOptions',
  'skipToken',
  'useIsFetching',
  'useMutation',
  'useQuery',
  'useQueryClient',
  'useQueryErrorResetBoundary',
  'useSuspenseQueries',
  'useSuspenseQuery',
] as const;

/** Writes the module that the shell shares in place of the whole library, and returns its path. */
export function queryFacade({ folder }: Package): string {
  const library = createRequire(join(folder, 'package.json')).resolve(`${QUERY_LIBRARY}/package.json`);
  const cache = cacheOf(folder);
  const file = join(cache, 'shared-query.js');
  mkdirSync(cache, { recursive: true });
  // By its path: the library's name would lead back to the shared module.
  writeFileSync(
    file,
    `export { ${QUERY_PARTS.join(', ')} } from ${JSON.stringify(join(dirname(library), 'build', 'modern', 'index.js'))};\n`,
  );
  return file;
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

/** Names that a file takes from the query library and the shell does not give, types aside. */
export function missingQueryParts(text: string): string[] {
  if (!text.includes(QUERY_LIBRARY)) return [];
  const { body } = parseSync(text, { syntax: 'typescript', tsx: true, target: 'es2022' });
  const given: ReadonlySet<string> = new Set(QUERY_PARTS);
  return body.flatMap((item) => {
    if (item.type !== 'ImportDeclaration' || item.source.value !== QUERY_LIBRARY || item.typeOnly) return [];
    return item.specifiers.flatMap((specifier) => {
      if (specifier.type !== 'ImportSpecifier') return ['* (the whole library)'];
      const name = specifier.imported?.value ?? specifier.local.value;
      return specifier.isTypeOnly || given.has(name) ? [] : [name];
    });
  });
}

/** What is wrong with a package's use of the query library, as sentences that say what to do. */
export function checkQueryParts(source: string): string[] {
  return sourcesIn(source).flatMap((file) =>
    missingQueryParts(readFileSync(file, 'utf8')).map(
      (name) =>
        `${file} imports ${name} from ${QUERY_LIBRARY}, which the shell does not give out. It gives: ${QUERY_PARTS.join(', ')}. More of it comes with a release of the shell (QUERY_PARTS of @panel/federation).`,
    ),
  );
}

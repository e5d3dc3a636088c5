import path from 'node:path';
import type { Finding, SourceFile } from './repository-checks.ts';

/** Metadata of an installed package: its commands and peer dependencies. */
export type Installed = { commands: readonly string[]; peers: readonly string[] };

/** Allowed in every remote: the files that the generator writes import them. */
const REMOTE_BASE = new Set([
  '@panel/contract',
  '@panel/core',
  '@panel/resources',
  '@panel/ui',
  '@tanstack/react-query',
  'react',
]);

const CODE = /\.(?:tsx?|m[jt]s|cjs|js|css)$/;
const TAKEN = /\b(?:from|import|require|resolve\w*|url)\s*\(?\s*(['"`])([^'"`\n]+)\1/g;
const QUOTED = /(['"`])((?:@[\w.-]+\/)?[\w.-]+)\1/g;

/** `@panel/ui/data` → `@panel/ui`. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The packages that a file needs: imported, resolved by name, or named in a tool's configuration. */
function takenBy({ file, text }: SourceFile): Set<string> {
  const taken = new Set([...text.matchAll(TAKEN)].map((match) => packageOf(match[2] ?? '')));
  if (/\.config\.\w+$/.test(file)) for (const match of text.matchAll(QUOTED)) taken.add(match[2] ?? '');
  if (file.endsWith('.tsx')) taken.add('react');
  if (/\bfrom ['"]node:/.test(text)) taken.add('node');
  if (/\.test\.tsx?$/.test(file)) taken.add('jest');
  return taken;
}

/** Packages that import semver need `@types/semver`, those that import `@babel/core` need `@types/babel__core`. */
const typedBy = (name: string): string | undefined =>
  name.startsWith('@types/') ? name.slice('@types/'.length).replace(/^(\w+)__/, '@$1/') : undefined;

type PackageJson = {
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
};

/**
 * Dependencies that nothing needs. A file's import counts for the nearest package above it that lists the name, as
 * Node resolves it. Commands in `scripts` or quoted in code, peers of other dependencies, and types of imported
 * packages count as needed too.
 */
export function checkUnusedDependencies(
  files: readonly SourceFile[],
  installed: (folder: string, name: string) => Installed,
): Finding[] {
  const packages = files
    .filter(({ file }) => path.posix.basename(file) === 'package.json' && !/\/templates?\//.test(file))
    .map(({ file, text }) => {
      const { scripts = {}, dependencies = {}, devDependencies = {} } = JSON.parse(text) as PackageJson;
      const names = Object.keys({ ...dependencies, ...devDependencies });
      return { file, text, folder: path.posix.dirname(file), scripts: Object.values(scripts).join(' '), names };
    })
    .sort((a, b) => b.folder.length - a.folder.length);
  const holds = (folder: string, file: string): boolean => folder === '.' || file.startsWith(`${folder}/`);

  const needed = new Map(packages.map(({ file }) => [file, new Set<string>()]));
  for (const source of files.filter(({ file }) => CODE.test(file))) {
    const above = packages.filter(({ folder }) => holds(folder, source.file));
    for (const taken of takenBy(source)) {
      for (const name of [taken, `@types/${taken.replace(/^@(\w+)\//, '$1__')}`]) {
        const owner = above.find(({ names }) => names.includes(name));
        if (owner) needed.get(owner.file)?.add(name);
      }
    }
  }

  return packages.flatMap(({ file, text, folder, scripts, names }) => {
    const used = needed.get(file) ?? new Set();
    const facts = new Map(names.map((name) => [name, installed(folder, name)]));
    const peers = new Set([...facts.values()].flatMap((one) => one.peers));
    const code = folder === '.' ? files.filter((one) => one.file.startsWith('scripts/')) : [];
    const runs = (name: string): boolean =>
      scripts.includes(`/${name.replace(/^@panel\//, '')}/`) ||
      (facts.get(name)?.commands ?? []).some(
        (command) =>
          new RegExp(`\\b${command}\\b`).test(scripts) || code.some((one) => one.text.includes(`'${command}'`)),
      );
    return names
      .filter((name) => !used.has(name) && !peers.has(name) && !runs(name))
      .filter((name) => !(folder.startsWith('mf-') && (REMOTE_BASE.has(name) || REMOTE_BASE.has(typedBy(name) ?? ''))))
      .map((name) => ({
        file,
        line: Math.max(1, text.split('\n').findIndex((line) => line.includes(`"${name}":`)) + 1),
        rule: 'unused-dependency',
        message: `no file imports ${name}, no script runs it; remove it and install again`,
      }));
  });
}

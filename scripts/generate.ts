import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { listFacts } from './lib/contract-facts.ts';
import { namesOf } from './lib/feature-names.ts';
import { featureFiles, pageLine, resourceFiles, routeLine } from './lib/feature-template.ts';
import { PlainError } from './lib/plain-error.mjs';
import { writeRemote } from './lib/remote-template.ts';
import { PlainError as FederationError } from '../shared/federation/src/release.ts';

const HELP = `Writes the files of one feature in the house style, with a failing test, and puts its page into the remote; what is
read, changed and possible goes to shared/resources, where every remote finds it;
or a new remote that works, with a page, a menu entry and a card on the dashboard.

  pnpm generate feature <remote> <name> [--calls <group>] [--path </address>]
  pnpm generate remote <name>

  <remote>   mf-sites, or sites for short
  <name>     the resource, singular, in small letters with dashes: notification, order-item
  --calls    the group of the contract that has its calls; default: the name
  --path     the address of its list; default: /<name in plural>
`;

/** Adds a line after the opening bracket of a list or map in a file and leaves the rest unchanged. */
function addLine(file: string, opening: RegExp, line: string): void {
  const text = readFileSync(file, 'utf8');
  const found = opening.exec(text);
  if (!found) throw new PlainError(`${file} does not look as expected; add this line to it yourself:\n${line}`);
  const at = found.index + found[0].length;
  const rest = text.slice(at);
  writeFileSync(file, `${text.slice(0, at)}\n${line}${rest.startsWith('\n') ? '' : '\n '}${rest}`);
}

/** Formats the written files; a folder without our configuration is left as it is. */
function format(root: string, files: readonly string[]): void {
  if (!existsSync(path.join(root, '.oxfmtrc.json'))) return;
  execFileSync(path.join(import.meta.dirname, '..', 'node_modules', '.bin', 'oxfmt'), files, { cwd: root });
}

/** Adds the resource to the exports of its package, in order. */
function exportResource(file: string, name: string): void {
  const declared = JSON.parse(readFileSync(file, 'utf8')) as { exports: Record<string, string> };
  const all = { ...declared.exports, [`./${name}`]: `./src/${name}/index.ts` };
  declared.exports = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(declared, null, 2)}\n`);
}

/** Adds the resources package to the remote's dependencies, if missing. */
function needResources(file: string): boolean {
  const declared = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> };
  if (declared.dependencies['@panel/resources']) return false;
  const all = { ...declared.dependencies, '@panel/resources': 'workspace:*' };
  declared.dependencies = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(declared, null, 2)}\n`);
  return true;
}

/**
 * Writes files below a folder.
 * @returns their paths, relative to the root
 */
function writeAll(root: string, folder: string, files: ReadonlyMap<string, string>): string[] {
  mkdirSync(path.join(root, folder), { recursive: true });
  for (const [file, text] of files) writeFileSync(path.join(root, folder, file), text);
  return [...files.keys()].map((file) => `${folder}/${file}`);
}

function generateRemote(root: string, name: string): void {
  const id = writeRemote(root, name);
  console.log(`Written\n  ${id}
Next: npx pnpm@12.21.0 install         (links its packages)
      npm test -- ${id}/src
      npm run dev -- ${id}
      npm run release -- ${id} --promote         (the first release to a running panel)`);
}

function main(): void {
  const { values, positionals } = parseArgs({
    options: {
      calls: { type: 'string' },
      path: { type: 'string' },
      root: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  });
  const [what, givenRemote, name] = positionals;
  if (values.help) return void process.stdout.write(HELP);
  const root = values.root ? path.resolve(values.root) : path.join(import.meta.dirname, '..');
  if (what === 'remote' && givenRemote && name === undefined) return generateRemote(root, givenRemote);
  if (what !== 'feature' || !givenRemote || !name) throw new PlainError(HELP.trimEnd());
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
    throw new PlainError(
      `"${name}" is no name for a feature: small letters, digits and single dashes, e.g. order-item.`,
    );

  const remote = givenRemote.startsWith('mf-') ? givenRemote : `mf-${givenRemote}`;
  const source = path.join(root, remote, 'src');
  if (!existsSync(path.join(source, 'manifest.ts')))
    throw new PlainError(`There is no remote ${remote}. A remote is a folder mf-… with src/manifest.ts.`);
  const folder = path.join(source, 'features', name);
  if (existsSync(folder))
    throw new PlainError(
      `${remote}/src/features/${name} is there already. Choose another name, or change what is there.`,
    );

  const names = namesOf(name);
  const facts = listFacts(values.calls ?? names.camel);
  const address = values.path ?? `/${names.plural.replaceAll(' ', '-')}`;
  if (readFileSync(path.join(source, 'manifest.ts'), 'utf8').includes(`path: '${address}'`)) {
    throw new PlainError(
      `${remote} has a page at ${address} already. Give the new one its own address: --path /something-else`,
    );
  }

  const resource = `shared/resources/src/${name}`;
  if (existsSync(path.join(root, resource)))
    throw new PlainError(
      `${resource} is there already. Write the page by hand: it imports from @panel/resources/${name}.`,
    );
  const written = [
    ...writeAll(root, resource, resourceFiles(names, facts)),
    ...writeAll(root, `${remote}/src/features/${name}`, featureFiles(names, facts, address)),
  ];
  exportResource(path.join(root, 'shared', 'resources', 'package.json'), name);
  const installs = needResources(path.join(root, remote, 'package.json'));
  addLine(path.join(source, 'manifest.ts'), /routes: \[/, routeLine(names, facts, address));
  addLine(path.join(source, 'pages.ts'), /definePages\(\{/, pageLine(names));
  format(root, [...written, `${remote}/src/manifest.ts`, `${remote}/src/pages.ts`]);

  console.log(
    `Written\n${written.map((file) => `  ${file}`).join('\n')}\n  a route in ${remote}/src/manifest.ts, a page in ${remote}/src/pages.ts`,
  );
  if (installs) console.log('First: npx pnpm@12.21.0 install   (the remote now uses @panel/resources)');
  if (facts.changes.length === 0)
    console.log(`The contract has nothing that changes ${names.plural}, so there are no mutations.`);
  console.log(`\nNext: npm test -- ${remote}/src/features/${name}/${name}-list.page.test.tsx   (its second test fails: say there what the page is for)
      menu entry and layout in ${remote}/src/manifest.ts`);
}

try {
  main();
} catch (error) {
  if (!(error instanceof PlainError) && !(error instanceof FederationError) && !(error instanceof TypeError))
    throw error;
  console.error(error.message);
  process.exitCode = 1;
}

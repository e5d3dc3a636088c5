import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { listFacts, type ListFacts } from './lib/contract-facts.ts';
import { addImport, addLine, editPackage, writeAll } from './lib/edit-files.ts';
import { namesOf, type Names } from './lib/feature-names.ts';
import { featureFiles, pageLine, resourceFiles, routeImports, routeLine } from './lib/feature-template.ts';
import { PlainError } from './lib/plain-error.mjs';
import { writeRemote } from './lib/remote-template.ts';
import { serverFiles, serverRegistrations } from './lib/server-template.ts';
import { PlainError as FederationError } from '../shared/federation/src/release.ts';

const HELP = `Writes a feature that works: its calls in the contract and on the server, with table, migration and test, where the
contract has none of that name; what is read, changed and possible in shared/resources; and its page in the remote, with a
test that you finish. Or a new remote that works, with a page, a menu entry and a card on the dashboard.

  npm run generate -- feature <remote> <name> [--calls <group>] [--path </address>]   (pnpm new resource …)
  npm run generate -- remote <name>

  <remote>   mf-sites, or sites for short
  <name>     the resource, singular, in small letters with dashes: notification, order-item
  --calls    a group of the contract that is there already; default: the name, which is written where it is new
  --path     the address of its list; default: /<name in plural>
`;

/** Formats the written files; a folder without our configuration is left as it is. */
function format(root: string, files: readonly string[]): void {
  if (!existsSync(path.join(root, '.oxfmtrc.json'))) return;
  execFileSync(path.join(import.meta.dirname, '..', 'node_modules', '.bin', 'oxfmt'), files, { cwd: root });
}

/** Runs a tool of the checkout below the root, and shows what it says only when it fails. */
function run(root: string, folder: string, words: readonly string[]): void {
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...words], { cwd: path.join(root, folder) });
}

/** Call, table with its migration, handlers and a test; registered where they are listed. @returns the files */
function generateServer(root: string, names: Names): string[] {
  const written = writeAll(root, serverFiles(names));
  const registrations = serverRegistrations(names);
  for (const { file, opening, line } of registrations) {
    if (opening) addLine(path.join(root, file), opening, line);
    else addImport(path.join(root, file), line);
  }
  format(root, [...written, ...new Set(registrations.map(({ file }) => file))]);
  run(root, 'shared/contract', ['scripts/write-routes.ts']);
  run(root, 'server', ['node_modules/drizzle-kit/bin.cjs', 'generate', '--name', names.snake]);
  return [...written, `a migration in server/migrations`];
}

/** What is read, changed and possible, and the page in the remote. @returns the files */
function generatePage(root: string, remote: string, names: Names, facts: ListFacts, address: string): string[] {
  const below = (folder: string, files: ReadonlyMap<string, string>) =>
    new Map([...files].map(([file, text]) => [`${folder}/${file}`, text]));
  const { kebab } = names;
  const source = path.join(root, remote, 'src');
  const written = [
    ...writeAll(root, below(`shared/resources/src/${kebab}`, resourceFiles(names, facts))),
    ...writeAll(root, below(`${remote}/src/features/${kebab}`, featureFiles(names, facts, address))),
  ];
  addLine(path.join(source, 'manifest.ts'), /routes: \[/, routeLine(names, facts, address));
  for (const line of routeImports(names)) addImport(path.join(source, 'manifest.ts'), line);
  addLine(path.join(source, 'pages.ts'), /definePages\(\s*\{/, pageLine(names));
  format(root, [...written, `${remote}/src/manifest.ts`, `${remote}/src/pages.ts`]);
  return [...written, `a route in ${remote}/src/manifest.ts, a page in ${remote}/src/pages.ts`];
}

/** Adds the resources package to the remote's dependencies. @returns whether it was missing */
function needResources(file: string): boolean {
  if (readFileSync(file, 'utf8').includes('"@panel/resources"')) return false;
  editPackage(file, 'dependencies', { '@panel/resources': 'workspace:*' });
  return true;
}

function generateRemote(root: string, name: string): void {
  const id = writeRemote(root, name);
  format(root, [id]);
  console.log(`Written\n  ${id}
Next: npx pnpm@12.21.0 install         (links its packages)
      npm test -- ${id}/src
      npm run dev -- ${id}
      npm run release -- ${id} --promote         (releases it to the running panel)`);
}

function main(): void {
  const { values, positionals } = parseArgs({
    options: {
      calls: { type: 'string' },
      path: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  });
  const [kind, givenRemote, name] = positionals;
  const what = kind === 'resource' ? 'feature' : kind;
  if (values.help) return void process.stdout.write(HELP);
  const root = path.join(import.meta.dirname, '..');
  if (what === 'remote' && givenRemote && name === undefined) return generateRemote(root, givenRemote);
  if (what !== 'feature' || !givenRemote || !name) throw new PlainError(HELP.trimEnd());
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
    throw new PlainError(
      `"${name}" is not a valid feature name: use lower-case letters, digits and single dashes, e.g. order-item.`,
    );

  const remote = givenRemote.startsWith('mf-') ? givenRemote : `mf-${givenRemote}`;
  const source = path.join(root, remote, 'src');
  if (!existsSync(path.join(source, 'manifest.ts')))
    throw new PlainError(`There is no remote ${remote}. A remote is a folder mf-… with src/manifest.ts.`);
  const folder = path.join(source, 'features', name);
  if (existsSync(folder))
    throw new PlainError(`${remote}/src/features/${name} already exists. Choose another name, or edit it.`);

  const names = namesOf(name);
  const address = values.path ?? `/${names.plural.replaceAll(' ', '-')}`;
  if (readFileSync(path.join(source, 'manifest.ts'), 'utf8').includes(`path: '${address}'`)) {
    throw new PlainError(
      `${remote} has a page at ${address} already. Give the new one its own address: --path /something-else`,
    );
  }
  const resource = `shared/resources/src/${name}`;
  if (existsSync(path.join(root, resource)))
    throw new PlainError(
      `${resource} already exists. Write the page by hand: it imports from @panel/resources/${name}.`,
    );
  if (!values.calls && !existsSync(path.join(root, `shared/contract/src/calls/${name}.calls.ts`))) {
    const written = generateServer(root, names);
    console.log(`Written\n${written.map((file) => `  ${file}`).join('\n')}
Next: fields of its own in schemas/${name}.ts, ${name}.table.ts and the mapper of ${name}.routes.ts
      node server/test/contract/record-wire-shape.ts --unreleased   (the contract has two calls more)
      node --test server/test/${name}/${name}.test.ts`);
    // A new process, because this one has imported the contract as it was.
    const words = ['feature', remote, name, '--calls', names.camel, '--path', address];
    execFileSync(process.execPath, [import.meta.filename, ...words], { stdio: 'inherit' });
    return;
  }
  const facts = listFacts(values.calls ?? names.camel);
  const written = generatePage(root, remote, names, facts, address);
  const installs = needResources(path.join(root, remote, 'package.json'));

  console.log(`Written\n${written.map((file) => `  ${file}`).join('\n')}`);
  if (installs) console.log('First: npx pnpm@12.21.0 install   (the remote now uses @panel/resources)');
  if (facts.changes.length === 0)
    console.log(`The contract has no call that changes ${names.plural}, so there are no mutations.`);
  console.log(`Next: npm test -- ${remote}/src/features/${name}/${name}-list.page.test.tsx   (its second test fails: say there what the page is for)
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

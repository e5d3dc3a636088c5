/**
 * Writes the agent's modules as plain JavaScript: `node build-agent.ts CHILD TARGET`. Runs in its own process,
 * because node's type stripping prints a warning.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [child = '', target = ''] = process.argv.slice(2);
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(target, name)), { recursive: true });
  writeFileSync(path.join(target, name), text);
};

for (const name of readdirSync(child, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.ts'))) {
  const tar = `${'../'.repeat(name.split(path.sep).length - 1) || './'}tar.mjs`;
  const code = stripTypeScriptTypes(readFileSync(path.join(child, name), 'utf8'));
  for (const [, imported = ''] of code.matchAll(/(?:from |import\()'(\.[^']+)'/g))
    if (path.join(path.dirname(name), imported).startsWith('..'))
      throw new Error(`${name} imports ${imported}, but the agent has nothing but its own folder.`);
  const modules = code
    .replace(/(from |import\()'(\.[^']+)\.ts'/g, "$1'$2.mjs'")
    .replaceAll("from 'tar'", `from '${tar}'`);
  write(name.replace(/\.ts$/, '.mjs'), modules);
}
/** Copies a package and what it needs, but not what it can do without. */
function copyPackage(name: string, from: string): void {
  const manifest = createRequire(from).resolve(`${name}/package.json`);
  cpSync(path.dirname(manifest), path.join(target, 'node_modules', name), { recursive: true });
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { dependencies?: Record<string, string> };
  for (const dependency of Object.keys(dependencies)) copyPackage(dependency, manifest);
}

for (const name of ['basic-ftp', 'ssh2', 'fflate', 'yauzl']) copyPackage(name, import.meta.url);
// The library is a single file that imports only node.
write('tar.mjs', readFileSync(fileURLToPath(import.meta.resolve('tar')), 'utf8'));

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/*
 * Runs before `pnpm pack` in a package below shared/: TypeScript to JavaScript and declarations in dist, because Node does
 * not take types away below node_modules. Tests, and what only works with this checkout's test server, stay here.
 */

const folder = process.cwd();
const source = path.join(folder, 'src');
const dist = path.join(folder, 'dist');
const project = path.join(folder, 'dist', 'tsconfig.json');
const ROOT = path.join(import.meta.dirname, '..');

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const compilerOptions = {
  noEmit: false,
  declaration: true,
  outDir: '.',
  rootDir: '../src',
  rewriteRelativeImportExtensions: true,
  allowImportingTsExtensions: true,
  // What is not its own comes from node_modules, as it does outside.
  types: ['node'],
};
const config = {
  extends: path.relative(dist, path.join(ROOT, 'tsconfig.json')),
  compilerOptions,
  include: ['../src'],
  exclude: ['../src/**/*.test.ts', '../src/**/*.test.tsx', '../src/testing'],
};
writeFileSync(project, JSON.stringify(config));
const { status } = spawnSync(path.join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', project], { stdio: 'inherit' });
rmSync(project);
if (status !== 0) process.exit(1);

for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
  if (/\.(?:css|json|d\.ts)$/.test(file)) cpSync(path.join(source, file), path.join(dist, file));
}

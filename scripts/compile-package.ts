import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/*
 * Runs before `pnpm pack` in a package below shared/: compiles TypeScript to JavaScript and declarations in dist,
 * because Node does not strip types below node_modules. Leaves out tests and what needs this checkout's test server.
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
  // Other packages come from node_modules, as they do outside.
  types: ['node'],
};
const config = {
  extends: path.relative(dist, path.join(ROOT, 'tsconfig.json')),
  compilerOptions,
  include: ['../src'],
  exclude: ['../src/**/*.test.ts', '../src/**/*.test.tsx', '../src/testing'],
};
writeFileSync(project, JSON.stringify(config));
// Each more of the compiler's checkers infers most of a package anew.
const words = ['-p', project, '--checkers', '1'];
const { status } = spawnSync(path.join(ROOT, 'node_modules', '.bin', 'tsc'), words, { stdio: 'inherit' });
rmSync(project);
if (status !== 0) process.exit(1);

for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
  if (/\.(?:css|json|d\.ts)$/.test(file)) cpSync(path.join(source, file), path.join(dist, file));
}

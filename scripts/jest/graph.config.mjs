import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lib/paths.mjs';

const folders = [
  'server',
  'scripts',
  'e2e',
  'shell',
  'shared',
  ...readdirSync(ROOT).filter((name) => name.startsWith('mf-')),
];

/**
 * All sources and tests, whichever runner they have, for `--findRelatedTests`: Jest runs none of them with this.
 * @type {import('jest').Config}
 */
export default {
  rootDir: ROOT,
  roots: folders.filter((name) => existsSync(join(ROOT, name))).map((name) => join(ROOT, name)),
  cacheDirectory: join(ROOT, 'node_modules', '.cache', 'jest-graph'),
  testMatch: ['**/*.test.ts', '**/*.test.tsx', '**/*.spec.ts'],
  moduleFileExtensions: ['ts', 'tsx', 'mjs', 'js', 'cjs', 'json', 'node'],
  modulePathIgnorePatterns: ['/dist/', '/test-results/'],
  transform: {},
};

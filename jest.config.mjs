import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SLOWER } from './scripts/lib/slower.mjs';

const remotes = readdirSync(import.meta.dirname).filter(
  (name) => name.startsWith('mf-') && existsSync(join(import.meta.dirname, name, 'src')),
);

/**
 * Unit tests and page tests: everything in `src/` of the shared packages, the shell and the remotes. Server, tools
 * and browser have their own runners (docs/adr/0011-runners-of-tests.md).
 * @type {import('jest').Config}
 */
export default {
  rootDir: import.meta.dirname,
  roots: [
    'shared/contract/src',
    'shared/brand/src',
    'shared/frame/src',
    'shared/core/src',
    'shared/resources/src',
    'shared/ui/src',
    'shared/workload/src',
    'shared/cli/src',
    'shell/src',
    ...remotes.map((name) => `${name}/src`),
    'shared/federation/src/runtime',
  ].map((folder) => `<rootDir>/${folder}`),
  // The default is the temporary folder, which a run may empty.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testEnvironment: '<rootDir>/scripts/jest/environment.ts',
  testEnvironmentOptions: { url: 'http://panel.localhost:8099/' },
  globalSetup: '<rootDir>/scripts/jest/global-setup.ts',
  globalTeardown: '<rootDir>/scripts/jest/global-teardown.ts',
  testSequencer: '<rootDir>/scripts/jest/sequencer.mjs',
  setupFilesAfterEnv: ['<rootDir>/scripts/jest/setup.ts'],
  // Nearly every dependency is ESM only, so jest transforms and caches them all.
  transformIgnorePatterns: [
    '/node_modules/.*\\.cjs$',
    '/node_modules/\\.pnpm/(react|react-dom|scheduler|@swc\\+helpers|pretty-format|aria-query|dom-accessibility-api|axe-core)@[^/]*/',
  ],
  transform: {
    '\\.(?:[cm]?js|tsx?|mts)$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleNameMapper: { '\\.(?:css|svg|png|jpg|webp|woff2)$': '<rootDir>/scripts/jest/asset.ts' },
  // Far longer than anything takes: what is close to usual fails on a busy machine.
  testTimeout: 120_000 * SLOWER,
  // Pages wait for the server and its tasks: two of them leave a third of two processors unused.
  maxWorkers: 3,
  clearMocks: true,
  restoreMocks: true,
};

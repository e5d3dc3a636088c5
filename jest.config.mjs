/**
 * Unit tests and page tests: everything in `src/` of the shared packages, the shell and the remotes. Server, tools and
 * browser have runners of their own (docs/adr/0011-runners-of-tests.md).
 * @type {import('jest').Config}
 */
export default {
  rootDir: import.meta.dirname,
  roots: ['shared/contract/src', 'shared/core/src', 'shared/ui/src', 'shell/src', 'mf-sites/src', 'mf-apps/src', 'mf-account/src', 'mf-admin/src', 'mf-help/src', 'shared/federation/src/runtime'].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testEnvironment: '<rootDir>/scripts/jest/environment.ts',
  testEnvironmentOptions: { url: 'http://panel.localhost:8099/' },
  globalSetup: '<rootDir>/scripts/jest/global-setup.ts',
  globalTeardown: '<rootDir>/scripts/jest/global-teardown.ts',
  setupFilesAfterEnv: ['<rootDir>/scripts/jest/setup.ts'],
  // Nearly every dependency is ESM alone, so all are transformed once and kept in jest's cache.
  transformIgnorePatterns: ['/node_modules/.*\\.cjs$', '/node_modules/\\.pnpm/(react|react-dom|scheduler|@swc\\+helpers|pretty-format|aria-query|dom-accessibility-api|axe-core)@[^/]*/'],
  transform: {
    '\\.(?:[cm]?js|tsx?|mts)$': ['@swc/jest', {
      jsc: {
        target: 'es2023',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
        experimental: { keepImportAttributes: true },
      },
      module: { type: 'commonjs' },
      sourceMaps: 'inline',
    }],
  },
  moduleNameMapper: { '\\.(?:css|svg|png|jpg|webp|woff2)$': '<rootDir>/scripts/jest/asset.ts' },
  testTimeout: 30_000,
  maxWorkers: 2,
  clearMocks: true,
  restoreMocks: true,
};

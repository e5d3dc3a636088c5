/** Who may import what, in one place. Generates the oxlint configuration and the checks of scripts/lint.ts. */

import { layer, SQLITE, READS, type Ban } from './layers.ts';
import { TEST_HABITS } from './test-habits.ts';

export type { Ban };

export const KY: Ban = {
  id: 'ky-in-core',
  packages: ['ky'],
  message:
    'Only @panel/core imports ky. Call the server through `api` from @panel/core, which adds session, CSRF token and error handling.',
};
export const ANTD: Ban = {
  id: 'antd-in-ui',
  packages: ['antd', '@ant-design/*', '@rc-component/*'],
  message:
    'Only @panel/ui imports antd, so that one copy of it is on the page. Take the part from @panel/ui/rich; a new part is exported there first.',
};
export const FORMS: Ban = {
  id: 'forms-in-ui',
  packages: ['react-hook-form', '@hookform/*'],
  message:
    'Only @panel/ui imports react-hook-form, so that one copy of it is on the page. Take useForm, Form and FormField from @panel/ui/form.',
};
export const DRIZZLE: Ban = {
  id: 'drizzle-in-repo',
  packages: ['drizzle-orm', 'drizzle-kit'],
  message:
    'SQL belongs in one place: server/src/db and *.repo.ts. Add a function to the repo of the module and call that.',
};
export const ROUTER: Ban = {
  id: 'router-from-core',
  packages: ['react-router-dom', 'react-router'],
  message: "Take the router from @panel/core/router: there is one on the page, and it is the shell's.",
};
const NODE_SIDE: Ban = {
  id: 'no-node-in-browser',
  packages: ['hono', '@hono/*', '@orpc/server', 'pg', '@electric-sql/*', 'pino'],
  message: 'This runs on the server only. Ask the server through `api` from @panel/core.',
};
const ORPC: Ban = {
  id: 'orpc-in-core',
  packages: ['@orpc/client', '@orpc/openapi-client', '@orpc/contract', '@orpc/tanstack-query'],
  message: 'The client of the contract is made once, in @panel/core. Call the server through `api`.',
};

const CATALOGUE: Ban = {
  id: 'error-catalogue-in-server',
  packages: ['@panel/contract/errors'],
  names: ['errorCatalogue', 'errorText'],
  message:
    'The whole catalogue would be in the files that a browser loads. An answer with an error has its text; a text that a page shows without one belongs in page-errors.ts of @panel/contract.',
};

/** A part of the repository: its files, and what they must not import. */
export type Zone = { id: string; files: readonly string[]; bans: readonly Ban[]; browser?: boolean };

const TESTS = ['**/*.test.ts', '**/*.test.tsx'];

/** Libraries that belong to one layer each. */
const LIBRARIES = [KY, ANTD, FORMS, DRIZZLE, ROUTER, NODE_SIDE, ORPC];
const librariesBut = (...allowed: Ban[]): Ban[] => LIBRARIES.filter((ban) => !allowed.includes(ban));
/** What runs outside of the browser may use the server's libraries. */
const OUTSIDE = librariesBut(NODE_SIDE, ORPC);
const SERVER = layer('server', ['contract', 'brand', 'frame', 'server']);

/** The last matching zone applies to a file. */
export const ZONES: readonly Zone[] = [
  {
    id: 'contract',
    files: ['shared/contract/**'],
    bans: [layer('contract', ['contract']), ...librariesBut(ORPC)],
  },
  {
    id: 'contract-routing', // server and browser share the router's own matcher
    files: ['shared/contract/src/routing.ts', 'shared/contract/package.json'],
    bans: [layer('contract', ['contract']), ...librariesBut(ORPC, ROUTER)],
  },
  {
    id: 'brand',
    files: ['shared/brand/**'],
    bans: [layer('brand', ['contract', 'brand']), ...LIBRARIES],
  },
  {
    id: 'frame',
    files: ['shared/frame/**'],
    bans: [layer('frame', ['contract', 'brand', 'frame']), ...LIBRARIES, CATALOGUE],
  },
  {
    id: 'core',
    files: ['shared/core/**'],
    bans: [layer('core', ['contract', 'brand', 'core']), ...librariesBut(KY, ROUTER, ORPC), CATALOGUE],
  },
  {
    id: 'resources',
    files: ['shared/resources/**'],
    bans: [layer('resources', ['contract', 'core', 'resources']), ...LIBRARIES, CATALOGUE],
    browser: true,
  },
  {
    id: 'ui',
    files: ['shared/ui/**'],
    bans: [layer('ui', ['contract', 'brand', 'frame', 'core', 'ui']), ...librariesBut(ANTD, FORMS), CATALOGUE],
    browser: true,
  },
  {
    id: 'workload',
    files: ['shared/workload/**'],
    bans: [layer('workload', ['contract', 'brand', 'core', 'resources', 'ui', 'workload']), ...LIBRARIES, CATALOGUE],
    browser: true,
  },
  {
    id: 'federation',
    files: ['shared/federation/**'],
    bans: [layer('federation', ['contract', 'frame', 'federation']), KY, ANTD, DRIZZLE],
  },
  {
    id: 'cli',
    files: ['shared/cli/**'],
    bans: [layer('cli', ['cli']), ...LIBRARIES],
  },
  {
    id: 'cli-scripts',
    files: ['shared/cli/scripts/**', 'shared/cli/package.json'],
    bans: [layer('cli', ['contract', 'cli']), ...LIBRARIES],
  },
  {
    id: 'shell',
    files: ['shell/**'],
    bans: [
      layer('shell', ['contract', 'brand', 'frame', 'core', 'resources', 'ui', 'federation', 'shell']),
      ...librariesBut(ROUTER),
      CATALOGUE,
    ],
    browser: true,
  },
  {
    id: 'remote',
    files: ['mf-*/**', 'shared/federation/template/**'],
    bans: [
      layer('remote', ['contract', 'brand', 'core', 'resources', 'ui', 'workload', 'federation']),
      ...LIBRARIES,
      CATALOGUE,
    ],
    browser: true,
  },
  {
    id: 'server',
    files: ['server/**'],
    bans: [SERVER, ...OUTSIDE, SQLITE],
  },
  // Code that works beside sites reads none of their files…
  {
    id: 'server-hosted',
    files: ['server/src/hosting/local/**', 'server/src/hosting/static/**', 'server/src/edge/**'],
    bans: [SERVER, ...OUTSIDE, SQLITE, READS],
  },
  {
    // …with these exceptions: the panel's own records, archives and uploads, and the module that streams regular
    // files of sites without reading them.
    id: 'server-own-files',
    files: [
      'server/src/hosting/local/panel-files.ts',
      'server/src/hosting/local/site-archive.ts',
      'server/src/edge/request-body.ts',
      'server/src/hosting/static/static-files.ts',
    ],
    bans: [SERVER, ...OUTSIDE, SQLITE],
  },
  {
    id: 'server-agent',
    files: ['server/src/hosting/agent/child/**'],
    bans: [layer('server', ['contract']), ...OUTSIDE],
  },
  {
    id: 'server-sql',
    files: [
      'server/src/db/**',
      'server/**/*.repo.ts',
      'server/test/**',
      'server/bench/**',
      'server/src/testing/**',
      'server/src/seed/**',
      'server/drizzle.config.ts',
    ],
    bans: [SERVER, ...librariesBut(NODE_SIDE, ORPC, DRIZZLE)],
  },
  {
    id: 'e2e',
    files: ['e2e/**'],
    bans: [layer('e2e', ['contract', 'server', 'e2e']), ...OUTSIDE],
  },
];

/** A longer file is split by what its parts are about. */
export const MOST_LINES = 400;

/** Starting a program from a command line would let customer input reach a shell. */
const SHELL_MESSAGE =
  'It runs a shell, which customer input must never reach. Use execFile or spawn with a list of arguments.';

const NETWORK_MESSAGE =
  'Call the server through `api` from @panel/core: the contract knows the address, and session, CSRF token and errors are handled there.';

/** `ky` also bans `ky/sub`; `@scope/*` bans the scope. */
const groupOf = (name: string): string[] => (name.endsWith('*') ? [name, `${name}/**`] : [name, `${name}/**`]);

function restrictedImports(bans: readonly Ban[]) {
  return [
    'error',
    {
      paths: [
        ...['node:child_process', 'child_process'].map((name) => ({
          name,
          importNames: ['exec', 'execSync'],
          message: SHELL_MESSAGE,
        })),
        ...bans.flatMap(({ packages, names, message }) =>
          names ? packages.map((name) => ({ name, importNames: names, message })) : [],
        ),
      ],
      patterns: bans
        .filter(({ names }) => !names)
        .map(({ packages, message }) => ({ group: packages.flatMap(groupOf), message })),
    },
  ];
}

/**
 * Rules that judge an element without its context: links with a spread address, native checkboxes as switches, tables
 * that lose their roles where rows become cards, roving focus, scrolling regions. axe checks the finished pages
 * instead.
 */
const BLIND_RULES = [
  'jsx-a11y/anchor-is-valid',
  'jsx-a11y/click-events-have-key-events',
  'jsx-a11y/no-static-element-interactions',
  'jsx-a11y/no-noninteractive-element-interactions',
  'jsx-a11y/no-noninteractive-tabindex',
  'jsx-a11y/interactive-supports-focus',
  'jsx-a11y/label-has-associated-control',
  'jsx-a11y/role-has-required-aria-props',
  'jsx-a11y/prefer-tag-over-role',
  'jsx-a11y/no-redundant-roles',
  'jsx-a11y/no-interactive-element-to-noninteractive-role',
  'react/purity',
  'react/refs',
  'unicorn/no-useless-spread',
];

/** The text of .oxlintrc.json. */
export function oxlintConfig(): string {
  const globals = ['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket'].map((name) => ({
    name,
    message: NETWORK_MESSAGE,
  }));
  const properties = ['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket'].flatMap((property) =>
    ['window', 'globalThis', 'self'].map((object) => ({ object, property, message: NETWORK_MESSAGE })),
  );
  const config = {
    $schema: './node_modules/oxlint/configuration_schema.json',
    plugins: ['react', 'jsx-a11y', 'typescript', 'unicorn', 'oxc', 'jest', 'import'],
    categories: { correctness: 'error' },
    env: { es2024: true, browser: true, node: true },
    settings: { 'jsx-a11y': { components: { AppLink: 'a' } } },
    rules: {
      'no-restricted-imports': restrictedImports([]),
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-alert': 'error',
      'no-console': 'off',
      'typescript/no-explicit-any': 'error',
      'typescript/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
      'max-lines': ['error', { max: MOST_LINES }],
      'typescript/no-non-null-assertion': 'error',
      'typescript/consistent-type-imports': 'error',
      'import/no-cycle': ['error', { ignoreTypes: false }],
      'react/rules-of-hooks': 'error',
      'react/exhaustive-deps': 'error',
      'react/no-danger': 'error',
      'react/jsx-no-target-blank': 'error',
      'react/no-unstable-nested-components': ['error', { allowAsProps: true }],
      'react/iframe-missing-sandbox': 'error',
      ...Object.fromEntries(BLIND_RULES.map((rule) => [rule, 'off'])),
      'jest/expect-expect': 'off',
      'jest/no-standalone-expect': 'off',
      'jest/valid-title': 'off',
      'jest/no-conditional-expect': 'off',
    },
    overrides: [
      ...ZONES.map(({ files, bans, browser }) => ({
        files,
        rules: {
          'no-restricted-imports': restrictedImports(bans),
          ...(browser
            ? { 'no-restricted-globals': ['error', ...globals], 'no-restricted-properties': ['error', ...properties] }
            : {}),
        },
      })),
      { files: ['server/**', 'scripts/**', 'e2e/**'], rules: { 'react/rules-of-hooks': 'off' } },
      // Applications of customers: they have packages of their own.
      { files: ['server/templates/*/app/**'], rules: { 'no-restricted-imports': 'off' } },
      {
        files: [...TESTS, 'shared/ui/src/testing/**'],
        rules: { 'no-restricted-globals': 'off', 'no-restricted-properties': 'off' },
      },
      { files: [...TESTS, '**/*.spec.ts'], rules: { 'no-restricted-properties': ['error', ...TEST_HABITS] } },
    ],
    ignorePatterns: [
      '**/dist',
      '**/node_modules',
      '.cache',
      '.data',
      '**/*.generated.json',
      'test-results',
      'server/templates/*/release',
    ],
  };
  // Puts lists of plain values on one line each, for people who look up a rule.
  const text = JSON.stringify(config, null, 2).replace(
    /\[\s+([^[\]{}]*?)\s+\]/g,
    (_, inner: string) => `[${inner.replace(/\s*\n\s*/g, ' ')}]`,
  );
  return `${text}\n`;
}

/** Whether a module is banned. A ban on single exports also bans importing the module lazily, as a whole. */
export function isBanned(specifier: string, { packages }: Ban): boolean {
  return packages.some((name) => {
    const prefix = name.endsWith('*') ? name.slice(0, -1) : undefined;
    return prefix !== undefined ? specifier.startsWith(prefix) : specifier === name || specifier.startsWith(`${name}/`);
  });
}

/** `*` within one folder name, `**` over any number of folders. */
export function matchesGlob(file: string, glob: string): boolean {
  const pattern = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\//g, '\u0000')
    .replace(/\*\*/g, '\u0001')
    .replace(/\*/g, '[^/]*')
    .replaceAll('\u0000', '(?:.*/)?')
    .replaceAll('\u0001', '.*');
  return new RegExp(`^${pattern}$`).test(file);
}

/** The zone of a file, given relative to the root with forward slashes. */
export function zoneOf(file: string): Zone | undefined {
  return ZONES.findLast(({ files }) => files.some((glob) => matchesGlob(file, glob)));
}

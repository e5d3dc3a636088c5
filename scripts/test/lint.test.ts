import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  checkAddresses,
  checkForms,
  checkImports,
  checkLayout,
  checkLines,
  checkPackageJson,
  checkPasswords,
  checkResources,
  checkRunner,
} from '../lib/repository-checks.ts';
import { checkDatabases } from '../lib/database-checks.ts';
import { checkStyles } from '../lib/style-checks.ts';
import { checkUnusedDependencies } from '../lib/unused-dependencies.ts';

/** Split, so that the lint does not match this file. */
const broken = (...parts: string[]): string => parts.join('');

const LINT = path.join(import.meta.dirname, '..', 'lint.ts');

/** One file that breaks one rule: its content, and a word of the expected advice. */
const BROKEN: [name: string, file: string, text: string, advice: RegExp][] = [
  [
    'contract imports core',
    'shared/contract/src/a.ts',
    "export { api } from '@panel/core';",
    /contract is the bottom layer/,
  ],
  [
    'a module of the product imports the platform',
    'server/src/modules/site/a.routes.ts',
    "export { x } from '../../platform/web/index.ts';",
    /Take what you need as an argument/,
  ],
  [
    'a file imports in a circle',
    'server/src/modules/site/ring-a.ts',
    "import { b } from './ring-b.ts';\nexport const a = (): unknown => b;",
    /cycle/i,
  ],
  [
    'types import in a circle',
    'server/src/modules/site/ring-b.ts',
    "import type { a } from './ring-a.ts';\nexport const b = (): typeof a | null => null;",
    /cycle/i,
  ],
  [
    'core imports ui',
    'shared/core/src/a.ts',
    "export { Button } from '@panel/ui';",
    /core imports only contract and brand/,
  ],
  ['ui imports the shell', 'shared/ui/src/a.ts', "export { x } from '@panel/shell';", /ui imports only core/],
  [
    'a remote imports a remote',
    'mf-sites/src/a.ts',
    "export { x } from '@panel/mf-apps/manifest';",
    /A remote imports no other remote/,
  ],
  [
    'a remote imports the shell',
    'mf-apps/src/a.ts',
    "export { x } from '@panel/shell';",
    /A remote imports no other remote/,
  ],
  [
    'a page loads the whole error catalogue',
    'shared/resources/src/site/a.labels.ts',
    "export { errorCatalogue } from '@panel/contract/errors';",
    /belongs in page-errors\.ts/,
  ],
  ['a remote imports the server', 'mf-help/src/a.ts', "export { x } from '@panel/server';", /not the server/],
  [
    'the shell imports a remote',
    'shell/src/a.ts',
    "export { x } from '@panel/mf-sites/manifest';",
    /only through the registry/,
  ],
  [
    'the server imports core',
    'server/src/a.ts',
    "export { api } from '@panel/core';",
    /shares contract, brand and frame/,
  ],
  ['a remote imports antd', 'mf-sites/src/b.ts', "export { Table } from 'antd';", /Only @panel\/ui imports antd/],
  [
    'the shell imports a part of antd',
    'shell/src/b.ts',
    "export { default as x } from 'antd/es/table';",
    /Only @panel\/ui imports antd/,
  ],
  [
    'a remote imports ky',
    'mf-sites/src/c.ts',
    "import ky from 'ky';\nexport const x = ky;",
    /Only @panel\/core imports ky/,
  ],
  ['ui imports ky', 'shared/ui/src/c.ts', "import ky from 'ky';\nexport const x = ky;", /Only @panel\/core imports ky/],
  [
    'a service imports drizzle',
    'server/src/modules/site-lifecycle/site.service.ts',
    "export { eq } from 'drizzle-orm';",
    /SQL belongs in one place/,
  ],
  [
    'a service imports a part of drizzle',
    'server/src/modules/site/b.service.ts',
    "export { x } from 'drizzle-orm/pg-core';",
    /SQL belongs in one place/,
  ],
  [
    'a remote imports the router itself',
    'mf-sites/src/d.ts',
    "export { Link } from 'react-router-dom';",
    /@panel\/core\/router/,
  ],
  ['a remote imports a server library', 'mf-sites/src/e.ts', "export { Hono } from 'hono';", /runs on the server only/],
  [
    'a remote makes its own client',
    'mf-sites/src/f.ts',
    "export { x } from '@orpc/client';",
    /made once, in @panel\/core/,
  ],
  [
    'a shell command by text',
    'server/src/b.ts',
    "import { exec } from 'node:child_process';\nexec('ls');",
    /execFile or spawn/,
  ],
  [
    'a synchronous shell command by text',
    'server/src/c.ts',
    "import { execSync } from 'child_process';\nexecSync('ls');",
    /execFile or spawn/,
  ],
  [
    'what works on sites reads a file',
    'server/src/hosting/local/reads.ts',
    "import { readFile } from 'node:fs/promises';\nexport const x = readFile;",
    /Ask the site agent/,
  ],
  [
    'the edge takes all that reads files',
    'server/src/edge/reads.ts',
    "import * as fs from 'node:fs';\nexport const x = fs;",
    /Ask the site agent/,
  ],
  [
    'a module opens an SQLite file',
    'server/src/modules/site/sqlite.service.ts',
    "import { DatabaseSync } from 'node:sqlite';\nexport const x = DatabaseSync;",
    /Ask the site agent/,
  ],
  ['fetch in a remote', 'mf-sites/src/g.ts', "export const x = () => fetch('/site');", /through `api`/],
  ['window.fetch in the shell', 'shell/src/c.ts', "export const x = () => window.fetch('/site');", /through `api`/],
  ['a lazy import of antd', 'mf-sites/src/h.ts', "export const x = () => import('antd');", /antd-in-ui — imports antd/],
  [
    'a relative path into another remote',
    'mf-sites/src/i.ts',
    "export { x } from '../../mf-apps/src/x.ts';",
    /no-relative-across-packages — reaches into mf-apps/,
  ],
  ['any', 'mf-sites/src/j.ts', 'export const x = (y: any) => y;', /any/],
  ['an image without a text', 'mf-sites/src/k.tsx', 'export const X = () => <img src="a.png" />;', /alt/],
  ['a focused test', 'server/test/only.test.ts', "test.only('x');", /keeps all other tests/],
  ['a test that does not run', 'mf-sites/src/skip.test.ts', "describe.skip('x');", /does not run proves nothing/],
  ['a fixed wait', 'e2e/wait.spec.ts', 'await page.waitForTimeout(500);', /too long or too short/],
  ['a left-over note', 'server/src/e.ts', `// ${broken('TO', 'DO')} later`, /no-warning-comments/],
  ['a silenced compiler', 'server/src/f.ts', `// ${broken('@ts-', 'ignore')}`, /ban-ts-comment/],
  ['a file that is too long', 'server/src/g.ts', 'x();\n'.repeat(401), /max-lines/],
  [
    'a style sheet that nobody reads to its end',
    'shared/ui/src/long.css',
    '.a {\n}\n'.repeat(201).trimEnd(),
    /max-lines — has 402 lines, at most 400/,
  ],
  [
    'two files that import each other',
    'mf-sites/src/circle-a.ts',
    "import { b } from './circle-b.ts';\nexport const a = () => b;",
    /cycle/,
  ],
  [
    'the other one of them',
    'mf-sites/src/circle-b.ts',
    "import { a } from './circle-a.ts';\nexport const b = () => a;",
    /cycle/,
  ],
  ['another layout', 'mf-sites/src/layout.ts', 'export const x = "y"', /run: npm run format/],
];

/** Similar files that are allowed. */
const ALLOWED: [file: string, text: string][] = [
  ['shared/core/src/http.ts', "import ky from 'ky';\nexport const x = ky;"],
  ['shared/ui/src/table.ts', "export { Table } from 'antd';"],
  ['server/src/db/database.ts', "export { eq } from 'drizzle-orm';"],
  ['server/src/modules/site/site.repo.ts', "export { eq } from 'drizzle-orm';"],
  ['server/test/site/site.test.ts', "// On both databases: site.repo.ts\nexport { test } from 'node:test';"],
  ['server/src/hosting/agent/child/reads.ts', "export { DatabaseSync } from 'node:sqlite';"],
  ['server/src/hosting/local/panel-files.ts', "export { readFile } from 'node:fs/promises';"],
  ['server/src/d.ts', "import { execFile } from 'node:child_process';\nexecFile('ls', []);"],
  [
    'mf-sites/src/l.ts',
    "export { useUser } from '@panel/core';\nexport { Button } from '@panel/ui';\nexport { x } from './k.tsx';",
  ],
];

describe('lint over a folder', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'panel-lint-'));
  let output = '';
  before(() => {
    for (const [file, text] of [...BROKEN.map(([, file, text]) => [file, text] as const), ...ALLOWED]) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), `${text}\n`);
    }
    execFileSync('git', ['init', '-q'], { cwd: folder });
    writeFileSync(path.join(folder, '.oxfmtrc.json'), '{ "singleQuote": true }\n');
    const result = spawnSync(process.execPath, [LINT, '--root', folder, '--write'], { encoding: 'utf8' });
    output = result.stdout + result.stderr;
    assert.equal(result.status, 1, 'a folder full of faults must not pass');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const linesOf = (file: string): string[] => output.split('\n').filter((line) => line.startsWith(`${file}:`));

  for (const [name, file, , advice] of BROKEN) {
    test(`${name} gets its advice`, () => assert.match(linesOf(file).join('\n'), advice));
  }
  for (const [file] of ALLOWED) {
    test(`${file} is allowed`, () => assert.deepEqual(linesOf(file), []));
  }
});

const rulesOf = (findings: { rule: string }[]): string[] => findings.map(({ rule }) => rule);
describe('checks of the repository', () => {
  test('texts that hide something', () => {
    const at = (file: string, text: string) => rulesOf(checkLines({ file, text }));
    assert.deepEqual(at('server/src/a.ts', broken('spawn(x, { shell', ': true })')), ['no-shell']);
    assert.deepEqual(at('server/src/a.ts', broken("const x = '/ro", "ot/project/a';")), ['no-machine-path']);
    assert.deepEqual(at('mf-sites/src/a.css', '  font-size: 15px;'), ['type-scale']);
    assert.deepEqual(at('mf-sites/src/a.css', '  font: 550 14px/20px var(--p-font);'), ['type-scale']);
    assert.deepEqual(at('mf-sites/src/a.css', '  font-size: var(--p-s);'), []);
  });

  test('dependencies point the same way as imports and take their version from the catalog', () => {
    const text = JSON.stringify(
      {
        dependencies: { '@panel/mf-apps': 'workspace:*', antd: 'catalog:', react: '19.0.0', '@panel/core': 'catalog:' },
      },
      null,
      2,
    );
    const findings = checkPackageJson({ file: 'mf-sites/package.json', text });
    assert.deepEqual(rulesOf(findings).toSorted(), ['antd-in-ui', 'catalog', 'catalog', 'layer-remote']);
    assert.equal(findings.find(({ message }) => message.startsWith('react '))?.line, 5);
    assert.deepEqual(
      checkPackageJson({
        file: 'server/package.json',
        text: '{"dependencies":{"drizzle-orm":"catalog:","@panel/contract":"workspace:*"}}',
      }),
      [],
    );
  });

  test('a remote without its declaration, a test that no runner finds', () => {
    const findings = checkLayout([
      'mf-new/package.json',
      'mf-new/src/pages.ts',
      'docs/x.test.ts',
      'server/test/a/b.test.ts',
      'mf-new/src/f/x.test.tsx',
    ]);
    assert.deepEqual(
      findings.map(({ file, rule }) => `${file} ${rule}`),
      ['mf-new/src/manifest.ts remote-layout', 'docs/x.test.ts test-place'],
    );
  });

  test('a test’s folder determines its runner', () => {
    assert.deepEqual(
      rulesOf(checkRunner({ file: 'mf-sites/src/a.test.ts', text: "import { test } from 'node:test';" })),
      ['test-runner'],
    );
    assert.deepEqual(rulesOf(checkRunner({ file: 'server/test/a.test.ts', text: "test('x', () => {});" })), [
      'test-runner',
    ]);
    assert.deepEqual(checkRunner({ file: 'mf-sites/src/a.test.ts', text: "test('x', () => {});" }), []);
  });

  test('what a test for both databases names is there', () => {
    const check = (...tests: string[]) =>
      checkDatabases([
        { file: 'server/src/modules/site/site.repo.ts', text: '' },
        { file: 'server/src/testing/scenario.repo.ts', text: '' },
        ...tests.map((text, index) => ({ file: `server/test/site/${index}.test.ts`, text })),
      ]).map(({ file }) => path.basename(file));
    assert.deepEqual(check(), []);
    assert.deepEqual(check('// On both databases: site.repo.ts and what waits'), []);
    assert.deepEqual(check('', "import x from 'y';\n// On both databases: gone.repo.ts"), []);
    assert.deepEqual(check('', '// On both databases: site.repo.ts, gone.repo.ts'), ['1.test.ts']);
    assert.deepEqual(check('// On both databases: scenario.repo.ts'), ['0.test.ts']);
    const asks = "const url = process.env['TEST_DATABASE_URL'];";
    assert.deepEqual(check(asks), ['0.test.ts']);
    assert.deepEqual(check(`// On PostgreSQL: two transactions.\n${asks}`), []);
  });

  test('a style sheet uses only custom properties that somebody declares', () => {
    const check = (css: string, ...others: [string, string][]) =>
      checkStyles([['mf-sites/src/a.css', css] as const, ...others].map(([file, text]) => ({ file, text }))).map(
        ({ file, line }) => `${file}:${line}`,
      );
    assert.deepEqual(check('a { gap: var(--space-1); }'), ['mf-sites/src/a.css:1']);
    assert.deepEqual(check('a { gap: var(--space-1); }', ['shared/ui/src/b.css', ':root { --space-1: 4px; }']), []);
    assert.deepEqual(check('a { gap: var(--row); }', ['mf-sites/src/a.tsx', "<a style={{ '--row': row }} />"]), []);
    assert.deepEqual(check('a {\n  color: var(--p-danger);\n  margin: var(--p-dangr) }'), ['mf-sites/src/a.css:3']);
  });

  test('a form must report unsaved input', () => {
    const form = 'return <form onSubmit={submit}><TextInput /></form>;';
    const check = (hook: string) =>
      rulesOf(checkForms({ file: 'mf-sites/src/a.tsx', text: `const x = ${hook}();\n${form}` }));
    assert.deepEqual(check('useState'), ['form-holds-input']);
    for (const hook of ['useDirty', 'useForm', 'useSiteDraft']) assert.deepEqual(check(hook), []);
    assert.deepEqual(checkForms({ file: 'mf-sites/src/a.test.tsx', text: form }), []);
  });

  test('a password that is set can be generated and copied', () => {
    const check = (text: string) => rulesOf(checkPasswords({ file: 'mf-sites/src/a.tsx', text }));
    const field = '<PasswordInput autoComplete="new-password" />';
    assert.deepEqual(check(field), ['new-password-field']);
    assert.deepEqual(check(`<NewPasswordField {...field} />\n${field}`), []);
    assert.deepEqual(check('<PasswordInput autoComplete="current-password" />'), []);
  });

  test('queries, mutations and labels are declared in shared/resources', () => {
    const check = (file: string, text: string) => rulesOf(checkResources({ file, text }));
    const api = "import { ApiError, api } from '@panel/core';";
    for (const text of [api, 'useMutation({})']) assert.deepEqual(check('mf-a/src/a.ts', text), ['query-in-resources']);
    assert.deepEqual(check('shell/src/boot/a.ts', api), []);
    assert.deepEqual(check('mf-sites/src/a.ts', "const TEXT: Record<Site['status'], string>"), ['label-in-resources']);
    assert.deepEqual(check('mf-sites/src/a.ts', "{ queryKey: ['site', 'list'] }"), ['query-key']);
    assert.deepEqual(check('mf-sites/src/a.test.ts', "{ queryKey: ['x'] }"), []);
  });

  test('addresses of calls appear only in the contract', () => {
    const check = (file: string, text: string) =>
      checkAddresses({ file, text }, ['/site/filter', '/site/{id}', '/my-account/profile'], ['/my-account/profile']);
    assert.deepEqual(rulesOf(check('mf-sites/src/a.ts', "get('/site/filter?x=1')")), ['no-handwritten-address']);
    assert.deepEqual(check('mf-sites/src/a.ts', "navigate('/my-account/profile')"), []);
    assert.deepEqual(check('shared/core/src/a.ts', "get('/site/filter')"), []);
  });

  test('a dependency that nothing needs is found', () => {
    const installed = (_: string, name: string) => ({
      commands: name === 'typescript' ? ['tsc'] : [],
      peers: name === 'antd' ? ['react-dom'] : [],
    });
    const manifest = (names: string[], scripts: object = {}) =>
      JSON.stringify({ scripts, dependencies: Object.fromEntries(names.map((name) => [name, 'catalog:'])) });
    const check = (names: string[], text: string, { file = 'server/src/a.ts', scripts = {} } = {}) =>
      checkUnusedDependencies(
        [
          { file: 'server/package.json', text: manifest(names, scripts) },
          { file, text },
        ],
        installed,
      ).map(({ message }) => message.split(/[ ,]/)[3]);
    assert.deepEqual(check(['dayjs', 'pg'], "import { Pool } from 'pg';"), ['dayjs']);
    assert.deepEqual(check(['dayjs'], "// dayjs formats dates\nconst name = 'dayjs';"), ['dayjs']);
    assert.deepEqual(check(['dayjs'], "import utc from 'dayjs/plugin/utc';"), []);
    assert.deepEqual(check(['tar'], "const tar = await import(\n  'tar');"), []);
    assert.deepEqual(check(['wasm'], "resolve('wasm/package.json')"), []);
    assert.deepEqual(check(['inter'], "@import 'inter/latin.css';", { file: 'server/src/a.css' }), []);
    assert.deepEqual(check(['@types/pg', '@types/tar'], "import type { Pool } from 'pg';"), ['@types/tar']);
    assert.deepEqual(check(['@types/node'], "import { join } from 'node:path';"), []);
    assert.deepEqual(check(['antd', 'react-dom'], "import { Table } from 'antd';"), []);
    assert.deepEqual(check(['typescript'], '', { scripts: { types: 'tsc -p .' } }), []);
    // A file outside the package does not use the package's dependencies.
    assert.deepEqual(check(['pg'], "import { Pool } from 'pg';", { file: 'e2e/a.ts' }), ['pg']);
  });

  test('the same rules apply to lazy imports', () => {
    const check = (text: string) => rulesOf(checkImports({ file: 'mf-sites/src/a.ts', text }));
    assert.deepEqual(check("const x = require('ky');"), ['ky-in-core']);
    assert.deepEqual(check("const x = () => import('@panel/mf-apps/manifest');"), ['layer-remote']);
    assert.deepEqual(check("const x = () => import(\n  'antd');"), ['antd-in-ui']);
    assert.deepEqual(check("import { x } from './b.ts';"), []);
  });
});

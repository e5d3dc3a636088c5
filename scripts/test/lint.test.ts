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
  checkQueryKeys,
  checkRunner,
} from '../lib/repository-checks.ts';
import { checkUnusedDependencies } from '../lib/unused-dependencies.ts';

/** Split, so that the lint does not match this file. */
const broken = (...parts: string[]): string => parts.join('');

const LINT = path.join(import.meta.dirname, '..', 'lint.ts');

/** One file that breaks one rule: its content, and a word of the expected advice. */
const BROKEN: { name: string; file: string; text: string; advice: RegExp }[] = [
  {
    name: 'contract imports core',
    file: 'shared/contract/src/a.ts',
    text: "export { api } from '@panel/core';",
    advice: /contract is the bottom layer/,
  },
  {
    name: 'a module of the product imports the platform',
    file: 'server/src/modules/site/a.routes.ts',
    text: "export { x } from '../../platform/web/index.ts';",
    advice: /Take what you need as an argument/,
  },
  {
    name: 'a file imports in a circle',
    file: 'server/src/modules/site/ring-a.ts',
    text: "import { b } from './ring-b.ts';\nexport const a = (): unknown => b;",
    advice: /cycle/i,
  },
  {
    name: 'types import in a circle',
    file: 'server/src/modules/site/ring-b.ts',
    text: "import type { a } from './ring-a.ts';\nexport const b = (): typeof a | null => null;",
    advice: /cycle/i,
  },
  {
    name: 'core imports ui',
    file: 'shared/core/src/a.ts',
    text: "export { Button } from '@panel/ui';",
    advice: /core stands on contract and brand alone/,
  },
  {
    name: 'ui imports the shell',
    file: 'shared/ui/src/a.ts',
    text: "export { x } from '@panel/shell';",
    advice: /ui stands on core/,
  },
  {
    name: 'a remote imports a remote',
    file: 'mf-sites/src/a.ts',
    text: "export { x } from '@panel/mf-apps/manifest';",
    advice: /A remote imports no other remote/,
  },
  {
    name: 'a remote imports the shell',
    file: 'mf-apps/src/a.ts',
    text: "export { x } from '@panel/shell';",
    advice: /A remote imports no other remote/,
  },
  {
    name: 'a remote imports the server',
    file: 'mf-help/src/a.ts',
    text: "export { x } from '@panel/server';",
    advice: /not the server/,
  },
  {
    name: 'the shell imports a remote',
    file: 'shell/src/a.ts',
    text: "export { x } from '@panel/mf-sites/manifest';",
    advice: /only through the registry/,
  },
  {
    name: 'the server imports core',
    file: 'server/src/a.ts',
    text: "export { api } from '@panel/core';",
    advice: /shares contract, brand and frame/,
  },
  {
    name: 'a remote imports antd',
    file: 'mf-sites/src/b.ts',
    text: "export { Table } from 'antd';",
    advice: /Only @panel\/ui imports antd/,
  },
  {
    name: 'the shell imports a part of antd',
    file: 'shell/src/b.ts',
    text: "export { default as x } from 'antd/es/table';",
    advice: /Only @panel\/ui imports antd/,
  },
  {
    name: 'a remote imports ky',
    file: 'mf-sites/src/c.ts',
    text: "import ky from 'ky';\nexport const x = ky;",
    advice: /Only @panel\/core imports ky/,
  },
  {
    name: 'ui imports ky',
    file: 'shared/ui/src/c.ts',
    text: "import ky from 'ky';\nexport const x = ky;",
    advice: /Only @panel\/core imports ky/,
  },
  {
    name: 'a service imports drizzle',
    file: 'server/src/modules/site/site.service.ts',
    text: "export { eq } from 'drizzle-orm';",
    advice: /SQL stands in one place/,
  },
  {
    name: 'a service imports a part of drizzle',
    file: 'server/src/modules/site/b.service.ts',
    text: "export { x } from 'drizzle-orm/pg-core';",
    advice: /SQL stands in one place/,
  },
  {
    name: 'a remote imports the router itself',
    file: 'mf-sites/src/d.ts',
    text: "export { Link } from 'react-router-dom';",
    advice: /@panel\/core\/router/,
  },
  {
    name: 'a remote imports a server library',
    file: 'mf-sites/src/e.ts',
    text: "export { Hono } from 'hono';",
    advice: /runs on the server only/,
  },
  {
    name: 'a remote makes its own client',
    file: 'mf-sites/src/f.ts',
    text: "export { x } from '@orpc/client';",
    advice: /made once, in @panel\/core/,
  },
  {
    name: 'a shell command by text',
    file: 'server/src/b.ts',
    text: "import { exec } from 'node:child_process';\nexec('ls');",
    advice: /execFile or spawn/,
  },
  {
    name: 'a shell command by text, at once',
    file: 'server/src/c.ts',
    text: "import { execSync } from 'child_process';\nexecSync('ls');",
    advice: /execFile or spawn/,
  },
  {
    name: 'fetch in a remote',
    file: 'mf-sites/src/g.ts',
    text: "export const x = () => fetch('/site');",
    advice: /through `api`/,
  },
  {
    name: 'window.fetch in the shell',
    file: 'shell/src/c.ts',
    text: "export const x = () => window.fetch('/site');",
    advice: /through `api`/,
  },
  {
    name: 'a lazy import of antd',
    file: 'mf-sites/src/h.ts',
    text: "export const x = () => import('antd');",
    advice: /antd-in-ui — imports antd/,
  },
  {
    name: 'a relative way into another remote',
    file: 'mf-sites/src/i.ts',
    text: "export { x } from '../../mf-apps/src/x.ts';",
    advice: /no-relative-across-packages — reaches into mf-apps/,
  },
  { name: 'any', file: 'mf-sites/src/j.ts', text: 'export const x = (y: any) => y;', advice: /any/ },
  {
    name: 'a picture without a text',
    file: 'mf-sites/src/k.tsx',
    text: 'export const X = () => <img src="a.png" />;',
    advice: /alt/,
  },
  {
    name: 'a focused test',
    file: 'server/test/only.test.ts',
    text: "test.only('x');",
    advice: /keeps all other tests/,
  },
  {
    name: 'a test that does not run',
    file: 'mf-sites/src/skip.test.ts',
    text: "describe.skip('x');",
    advice: /does not run proves nothing/,
  },
  {
    name: 'a fixed wait',
    file: 'e2e/wait.spec.ts',
    text: 'await page.waitForTimeout(500);',
    advice: /too long or too short/,
  },
  {
    name: 'work left over',
    file: 'server/src/e.ts',
    text: `// ${broken('TO', 'DO')} later`,
    advice: /no-warning-comments/,
  },
  {
    name: 'a compiler kept quiet',
    file: 'server/src/f.ts',
    text: `// ${broken('@ts-', 'ignore')}`,
    advice: /ban-ts-comment/,
  },
  {
    name: 'a file that nobody reads to its end',
    file: 'server/src/g.ts',
    text: 'x();\n'.repeat(401),
    advice: /max-lines/,
  },
  {
    name: 'two files that import each other',
    file: 'mf-sites/src/circle-a.ts',
    text: "import { b } from './circle-b.ts';\nexport const a = () => b;",
    advice: /cycle/,
  },
  {
    name: 'the other one of them',
    file: 'mf-sites/src/circle-b.ts',
    text: "import { a } from './circle-a.ts';\nexport const b = () => a;",
    advice: /cycle/,
  },
  {
    name: 'another layout',
    file: 'mf-sites/src/layout.ts',
    text: 'export const x = "y"',
    advice: /run: npm run format/,
  },
];

/** Similar files that are allowed. */
const ALLOWED: { file: string; text: string }[] = [
  { file: 'shared/core/src/http.ts', text: "import ky from 'ky';\nexport const x = ky;" },
  { file: 'shared/ui/src/table.ts', text: "export { Table } from 'antd';" },
  { file: 'server/src/db/database.ts', text: "export { eq } from 'drizzle-orm';" },
  { file: 'server/src/modules/site/site.repo.ts', text: "export { eq } from 'drizzle-orm';" },
  { file: 'server/src/d.ts', text: "import { execFile } from 'node:child_process';\nexecFile('ls', []);" },
  {
    file: 'mf-sites/src/l.ts',
    text: "export { api } from '@panel/core';\nexport { Button } from '@panel/ui';\nexport { x } from './k.tsx';",
  },
];

describe('lint over a folder', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'panel-lint-'));
  let output = '';
  before(() => {
    for (const { file, text } of [...BROKEN, ...ALLOWED]) {
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

  for (const { name, file, advice } of BROKEN) {
    test(`${name} is told what to do`, () => assert.match(linesOf(file).join('\n'), advice));
  }
  for (const { file } of ALLOWED) {
    test(`${file} may do that`, () => assert.deepEqual(linesOf(file), []));
  }
});

const rulesOf = (findings: { rule: string }[]): string[] => findings.map(({ rule }) => rule);
describe('checks of the repository', () => {
  test('texts that hide something', () => {
    const at = (file: string, text: string) => rulesOf(checkLines({ file, text }));
    assert.deepEqual(at('server/src/a.ts', broken('spawn(x, { shell', ': true })')), ['no-shell']);
    assert.deepEqual(at('server/src/a.ts', broken("const x = '/ro", "ot/project/a';")), ['no-machine-path']);
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

  test('the runner of a test follows from its place', () => {
    assert.deepEqual(
      rulesOf(checkRunner({ file: 'mf-sites/src/a.test.ts', text: "import { test } from 'node:test';" })),
      ['test-runner'],
    );
    assert.deepEqual(rulesOf(checkRunner({ file: 'server/test/a.test.ts', text: "test('x', () => {});" })), [
      'test-runner',
    ]);
    assert.deepEqual(checkRunner({ file: 'mf-sites/src/a.test.ts', text: "test('x', () => {});" }), []);
  });

  test('a form says that it holds input', () => {
    const form = 'return <form onSubmit={submit}><TextInput /></form>;';
    const check = (hook: string) =>
      rulesOf(checkForms({ file: 'mf-sites/src/a.tsx', text: `const x = ${hook}();\n${form}` }));
    assert.deepEqual(check('useState'), ['form-holds-input']);
    for (const hook of ['useDirty', 'useForm', 'useSiteDraft']) assert.deepEqual(check(hook), []);
    assert.deepEqual(checkForms({ file: 'mf-sites/src/a.test.tsx', text: form }), []);
  });

  test('keys of the query cache come from the contract', () => {
    const check = (file: string, text: string) => rulesOf(checkQueryKeys({ file, text }));
    assert.deepEqual(check('mf-sites/src/a.ts', "queryOptions({ queryKey: ['site', 'list'] })"), ['query-key']);
    assert.deepEqual(check('mf-sites/src/a.ts', 'cache.invalidateQueries({ queryKey: calls.site.key() })'), []);
    assert.deepEqual(check('mf-sites/src/a.test.ts', "{ queryKey: ['x'] }"), []);
  });

  test('addresses of calls stand in the contract alone', () => {
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

  test('lazy imports are held to the same rules', () => {
    const check = (text: string) => rulesOf(checkImports({ file: 'mf-sites/src/a.ts', text }));
    assert.deepEqual(check("const x = require('ky');"), ['ky-in-core']);
    assert.deepEqual(check("const x = () => import('@panel/mf-apps/manifest');"), ['layer-remote']);
    assert.deepEqual(check("const x = () => import(\n  'antd');"), ['antd-in-ui']);
    assert.deepEqual(check("import { x } from './b.ts';"), []);
  });
});

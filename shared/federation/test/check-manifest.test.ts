import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { checkManifest, checkTogether } from '../src/check-manifest.ts';
import { readPages } from '../src/read-pages.ts';

const route = { path: '/sites', page: 'site-list', title: 'Sites', audience: 'customer', layout: 'sites' };
const good = {
  id: 'mf-sites',
  name: 'Sites',
  routes: [route],
  menu: [{ menu: 'sites', label: 'My Sites', to: '/sites', order: 10 }],
};

test('a valid declaration has no findings', () => {
  assert.deepEqual(checkManifest(good, ['site-list']), []);
  assert.deepEqual(checkManifest({ ...good, id: 'shell' }, ['site-list']), []);
  assert.deepEqual(
    checkManifest({ ...good, routes: [{ ...route, reads: ['/site/filter?pageIndex=0', '/site/:id/overview'] }] }, [
      'site-list',
    ]),
    [],
  );
});

const wrong: [string, unknown, string[], RegExp[]][] = [
  [
    'a page that pages.ts lacks',
    good,
    [],
    [/route \/sites names the page "site-list", which pages\.ts does not have\. Add it/],
  ],
  [
    'a page without a route',
    good,
    ['site-list', 'extra'],
    [/pages\.ts has the page "extra", which no route of manifest\.ts names/],
  ],
  ['a route twice', { ...good, routes: [route, route] }, ['site-list'], [/route \/sites is declared twice/]],
  [
    'a menu entry to nowhere',
    { ...good, menu: [{ menu: 'sites', label: 'Old', to: '/old', order: 1 }] },
    ['site-list'],
    [/menu entry "Old" leads to \/old, which is no route of mf-sites\. Its routes are: \/sites/],
  ],
  [
    'an unknown section and layout',
    { ...good, routes: [{ ...route, section: 'shops', layout: 'wide' }] },
    ['site-list'],
    [/routes\.0\.layout: .*One of: admin, apps/, /routes\.0\.section: .*One of: applications, sites/],
  ],
  [
    'an unknown audience',
    { ...good, routes: [{ ...route, audience: 'everybody' }] },
    ['site-list'],
    [/audience: .*One of: public, signed-in, customer/],
  ],
  [
    'a path with a slash too many',
    { ...good, routes: [{ ...route, path: '/sites/' }], menu: [] },
    ['site-list'],
    [/route \/sites\/ is not a valid page path\. Use segments/],
  ],
  [
    'a file for a path',
    { ...good, routes: [{ ...route, path: '/sites.js' }], menu: [] },
    ['site-list'],
    [/route \/sites\.js is not a valid page path/],
  ],
  [
    'an open part in the middle',
    { ...good, routes: [{ ...route, path: '/sites/:id?/logs' }], menu: [] },
    ['site-list'],
    [/is not a valid page path.*only at the end/],
  ],
  [
    'the addresses of everybody',
    { ...good, routes: [{ ...route, path: '/*' }], menu: [] },
    ['site-list'],
    [/route \/\* would match addresses of other packages/],
  ],
  [
    'any first word',
    { ...good, routes: [{ ...route, path: '/:page' }], menu: [] },
    ['site-list'],
    [/route \/:page would match addresses of other packages/],
  ],
  [
    'an address of the server',
    { ...good, routes: [{ ...route, path: '/Platform/registry' }], menu: [] },
    ['site-list'],
    [/route \/Platform\/registry is at \/platform\/registry, which the server answers itself/],
  ],
  [
    'the same page in capitals',
    { ...good, routes: [route, { ...route, path: '/Sites' }] },
    ['site-list'],
    [/route \/Sites is declared twice/],
  ],
  [
    'a read that is no call',
    { ...good, routes: [{ ...route, reads: ['/site/nothing'] }] },
    ['site-list'],
    [/route \/sites reads \/site\/nothing, which is no GET of the contract/],
  ],
  [
    'a read that changes something',
    { ...good, routes: [{ ...route, reads: ['/logout'] }] },
    ['site-list'],
    [/no GET of the contract/],
  ],
  [
    'a read elsewhere',
    { ...good, routes: [{ ...route, reads: ['//evil.example/x'] }] },
    ['site-list'],
    [/routes\.0\.reads\.0/],
  ],
  ['a path without its slash', { ...good, routes: [{ ...route, path: 'sites' }] }, ['site-list'], [/routes\.0\.path/]],
  ['a foreign id', { ...good, id: 'sites' }, ['site-list'], [/^id: /]],
  ['nothing at all', null, [], [/.+/]],
];
for (const [what, declared, pages, words] of wrong) {
  test(`rejected with advice: ${what}`, () => {
    const said = checkManifest(declared, pages);
    assert.equal(said.length, words.length, said.join('\n'));
    for (const word of words)
      assert.ok(
        said.some((line) => word.test(line)),
        said.join('\n'),
      );
  });
}

test('two packages cannot have one route, whatever its parameters are called', () => {
  const other = { id: 'mf-apps', routes: [{ ...route, path: '/sites/:name' }] };
  const mine = { id: 'mf-sites', routes: [{ ...route, path: '/sites/:id' }] };
  const said = checkTogether([mine, other] as Parameters<typeof checkTogether>[0]);
  assert.match(said.join(), /\/sites\/:name belongs to mf-sites and to mf-apps/);
  assert.deepEqual(checkTogether([mine] as Parameters<typeof checkTogether>[0]), []);
});

for (const [owned, wanted] of [
  ['/sites', '/Sites'],
  ['/sites', '/sites/'],
  ['/sites/:id?', '/sites'],
  ['/sites', '/sites/*'],
  ['/sites/:id', '/sites/:other?'],
] as const) {
  test(`${wanted} is ${owned} of another package`, () => {
    const both = [
      { id: 'mf-sites', routes: [{ ...route, path: owned }] },
      { id: 'mf-apps', routes: [{ ...route, path: wanted }] },
    ];
    assert.deepEqual(checkTogether(both as Parameters<typeof checkTogether>[0]), [
      `The route ${wanted} belongs to mf-sites and to mf-apps. One of them has to remove it.`,
    ]);
  });
}

test('a segment below another package’s parameter is a separate page', () => {
  const both = [
    { id: 'mf-sites', routes: [{ ...route, path: '/sites/:id' }] },
    { id: 'mf-apps', routes: [{ ...route, path: '/sites/compare' }] },
  ];
  assert.deepEqual(checkTogether(both as Parameters<typeof checkTogether>[0]), []);
});

function pagesFile(t: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'panel-pages-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'pages.ts');
  writeFileSync(file, text);
  return file;
}

test('pages.ts is read without being run', (t) => {
  const file = pagesFile(
    t,
    `import { definePages } from '@panel/core';
    export const pages = definePages({ home: () => import('./home.page.tsx'), 'site-list': () => import('./list.page.tsx') });`,
  );
  assert.deepEqual(readPages(file), [
    { page: 'home', request: './home.page.tsx' },
    { page: 'site-list', request: './list.page.tsx' },
  ]);
});

test('a pages.ts in another form is rejected with the expected form', (t) => {
  assert.throws(() => readPages(pagesFile(t, 'export const other = 1;')), /exports no pages.*definePages/);
  assert.throws(
    () => readPages(pagesFile(t, `export const pages = definePages({ home: Home });`)),
    /"home" is not a lazy import/,
  );
  assert.throws(() => readPages(pagesFile(t, `export const pages = definePages({ ...others });`)), /has another form/);
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { Script } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FileList } from '@panel/contract/release';
import { createWeb } from '../../src/platform/web/index.ts';
import { bootOf, openWeb, partnerOf, userOf } from './fixture.ts';
import { memorySource } from './memory-source.ts';

const directive = (policy: string | null, name: string): string =>
  (policy ?? '')
    .split('; ')
    .find((part) => part.startsWith(`${name} `))
    ?.slice(name.length + 1) ?? '';

test('a page names its own scripts by hash and address, has a nonce for styles, and no other way to run code', async (t) => {
  const { get } = openWeb(t);
  const [first, second] = [await get('/sites'), await get('/sites')];
  const nonce = /'nonce-([^']+)'/.exec(first.headers.get('content-security-policy') ?? '')?.[1];
  assert.ok(nonce && nonce.length >= 22);
  assert.notEqual(first.headers.get('content-security-policy'), second.headers.get('content-security-policy'));

  const policy = first.headers.get('content-security-policy');
  assert.equal(directive(policy, 'style-src'), `'self' 'nonce-${nonce}'`);
  for (const name of ['object-src', 'base-uri', 'frame-ancestors', 'default-src'])
    assert.equal(directive(policy, name), "'none'");
  assert.match(directive(policy, 'frame-src'), /http:\/\/\*\.aurora-sites\.localhost:\*/);
  assert.doesNotMatch(policy ?? '', /unsafe-eval|unsafe-inline/);

  const html = await first.text();
  const inline = /<script[^>]*>([\s\S]+?)<\/script>/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(inline).digest('base64');
  assert.equal(directive(policy, 'script-src'), `'self' 'sha256-${hash}'`);
  assert.equal(directive(policy, 'require-trusted-types-for'), "'script'");
  assert.equal(directive(policy, 'trusted-types'), 'default');
  const inlined = [...html.matchAll(/<script\b(?![^>]*(?:src=|application\/json))[^>]*>/g)];
  assert.equal(inlined.length, 1, 'the policy names one inline script');
  for (const [style] of html.matchAll(/<style\b[^>]*>/g)) assert.ok(style.includes(`nonce="${nonce}"`), style);
  assert.doesNotMatch(html, /\son[a-z]+=|\sstyle=/);
  assert.equal(first.headers.get('cache-control'), 'no-store');
});

test('the script that reports shell failures comes before the shell’s own, and loads the rest from the panel itself', async (t) => {
  const { get } = openWeb(t);
  const html = await (await get('/sites')).text();
  const inline = html.indexOf("s.src='/shell-watch.js'");
  assert.ok(inline > 0 && inline < html.indexOf('/shell/'), 'nothing of the shell can fail before it');
  const answer = await get('/shell-watch.js');
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'text/javascript; charset=utf-8']);
  const script = html.slice(html.indexOf('{let t='), html.indexOf('</script>', inline));
  assert.doesNotThrow(() => new Script(script));
  const text = await answer.text();
  assert.ok(script.includes(`sha384-${createHash('sha384').update(text).digest('base64')}`), 'by its hash');
  assert.doesNotThrow(() => new Script(text));
});

test('every script and style of the page has the hash of its release, and the browser runs none without', async (t) => {
  const { get } = openWeb(t);
  const answer = await get('/sites');
  assert.equal(answer.headers.get('integrity-policy'), 'blocked-destinations=(script)');
  const html = await answer.text();
  const { shell, registry } = bootOf(html);
  const hashes = new Map<string, string>();
  for (const { base, files = '' } of [...(shell ? [shell] : []), ...registry.remotes]) {
    const text = await (await get(`${base}files.json`)).text();
    assert.equal(`sha384-${createHash('sha384').update(text).digest('base64')}`, files, 'the page names the list');
    for (const [file, hash] of Object.entries((JSON.parse(text) as FileList).integrity)) hashes.set(base + file, hash);
  }
  const loaded = [...html.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="(\/(?:shell|remotes)\/[^"]+)"([^>]*)>/g)];
  assert.ok(loaded.length >= 4);
  for (const [, address = '', rest = ''] of loaded)
    assert.ok(rest.includes(` integrity="${hashes.get(address)}" crossorigin`), address);
});

test('for other pages the HTML contains only the hashes of entry and list, and no reads', async (t) => {
  const { get } = openWeb(t);
  const { shell, registry } = bootOf(await (await get('/help')).text());
  assert.deepEqual(shell?.integrity, {});
  for (const { entry, base, integrity, preload, pages } of registry.remotes) {
    assert.deepEqual(Object.keys(integrity), [entry.slice(base.length)]);
    assert.deepEqual([preload, pages], [[], {}]);
  }
  assert.doesNotMatch(JSON.stringify(registry), /"reads"/);
});

test('the list of files of a release is immutable, compressed as the client accepts it, and 404 without a release', async (t) => {
  const { get } = openWeb(t);
  const answer = await get('/remotes/mf-sites/mf-sitesv1/files.json', { 'accept-encoding': 'br' });
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  const list = JSON.parse(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()) as FileList;
  assert.deepEqual(list.pages['site-list'], { files: ['page-site-list.js'], shared: ['@panel/ui/data'] });
  assert.deepEqual(list.preload, ['chunk.js']);
  for (const path of ['/remotes/mf-sites/other/files.json', '/shell/..%2fx/files.json', '/remotes/none/1/files.json'])
    assert.equal((await get(path)).status, 404, path);
});

test('a shell without support for lists gets everything in the page, as it expects', async (t) => {
  const { root, who } = openWeb(t);
  const source = memorySource(root);
  const releases: typeof source = {
    ...source,
    async setFor(...asked) {
      const set = await source.setFor(...asked);
      return { ...set, shell: { ...set.shell, release: { ...set.shell.release, offers: undefined } } };
    },
  };
  const { app } = createWeb({ releases, visitOf: () => who });
  const { shell, registry } = bootOf(await (await app.request('/help')).text());
  const sites = registry.remotes.find(({ manifest }) => manifest.id === 'mf-sites');
  assert.ok(shell?.integrity['look.css']);
  assert.deepEqual([shell.files, sites?.files], [undefined, undefined]);
  assert.ok(sites?.integrity['page-site-list.js']);
  assert.deepEqual(sites.preload, [`${sites.base}chunk.js`]);
  assert.deepEqual(sites.pages['site-list'], [`${sites.base}page-site-list.js`, `${shell.base}lazy.js`]);
});

test('the page contains partner, user and registry, a title, and the initial HTML with the same menus', async (t) => {
  const { get, who } = openWeb(t);
  const html = await (await get('/sites')).text();
  const boot = bootOf(html);
  assert.deepEqual(boot.partner, who.partner);
  assert.deepEqual(boot.user, who.user);
  assert.match(html, /<title>Title of site-list · /);
  assert.match(html, /<h1 class="p-page-title"[^>]*>Title of site-list<\/h1>/);
  assert.match(html, /p-skeleton-list/);
  assert.match(html, /<span class="f-company">Aurora<\/span>/);
  assert.match(html, /:root\{color-scheme/);
});

test('titles, labels and the frame are in the partner’s own words, and the page has those of its language alone', async (t) => {
  const languages = [
    {
      en: { 'Title of site-list': 'Houses', login_blurb: 'Ours', Notifications: 'News <b>' },
      de: { 'Title of site-list': 'Häuser', 'Skip to content': 'Zum Wesentlichen', Notifications: '{' },
      tr: { 'Title of site-list': 'Evler' },
    },
  ];
  const partner = partnerOf({ languages });
  const german = openWeb(t, { partner, language: 'de' });
  const html = await (await german.get('/sites')).text();
  assert.match(html, /<h1 class="p-page-title"[^>]*>Häuser<\/h1>/);
  assert.match(html, />Zum Wesentlichen<\/a>/);
  assert.match(html, /aria-label="Benachrichtigungen"/, 'what is no message is not used');
  const { registry, partner: shown } = bootOf(html);
  assert.deepEqual(shown.languages, [{ en: { login_blurb: 'Ours' }, de: languages[0]?.de }]);
  const titles = registry.remotes.flatMap(({ manifest }) => manifest.routes.map(({ title }) => title));
  assert.ok(titles.includes('Häuser'));
  const english = await (await openWeb(t, { partner }).get('/sites')).text();
  assert.match(english, /<h1 class="p-page-title"[^>]*>Houses<\/h1>/);
  assert.match(english, /aria-label="News &#60;b&#62;"/);
  assert.deepEqual(bootOf(english).partner.languages, [{ en: languages[0]?.en }]);
  const none = await (await openWeb(t).get('/sites')).text();
  assert.match(none, /"languages":\[\{"en":\{\}\}\]/);
});

/** What the browser fetches while the code loads. */
const readsIn = (html: string): unknown =>
  JSON.parse(/panelReads=\{\};requestAnimationFrame\(.*?for\(let a of (\[.*?\])\)a in/.exec(html)?.[1] ?? '[]');

test('the response starts the first page’s reads when its address determines them', async (t) => {
  const { get } = openWeb(t);
  const read = async (path: string) => readsIn(await (await get(path)).text());
  assert.deepEqual(await read('/sites'), ['/site/filter?pageIndex=0&keyword=</script>', '/site/summary']);
  assert.deepEqual(await read('/site/a%20b'), ['/site/a%20b/overview', '/backup/settings?site_id=a%20b&pageSize=10']);
  assert.deepEqual(await read('/site'), [], 'without the id there is nothing to ask for');
  assert.deepEqual(await read('/sites?page=2'), [], 'the page itself knows what this means');
  assert.deepEqual(await read('/nowhere'), []);
  assert.equal((await (await get('/sites')).text()).match(/<\/script>/g)?.length, 3, 'no address ends the script');
});

test('the first page’s files are requested immediately: entry, table, page, and the lazy part of the shell', async (t) => {
  const { get } = openWeb(t);
  const html = await (await get('/sites')).text();
  const links = [
    ...html.matchAll(/<link rel="preload" as="script" href="([^"]+)" integrity="sha384-[^"]{64}" crossorigin>/g),
  ].map((found) => found[1]);
  assert.deepEqual(links, [
    '/remotes/mf-sites/mf-sitesv1/remote-entry.1000000000.js',
    '/remotes/mf-sites/mf-sitesv1/chunk.js',
    '/remotes/mf-sites/mf-sitesv1/page-site-list.js',
    '/shell/shellv1/lazy.js',
  ]);
  const profile = await (await get('/my-account/profile')).text();
  assert.doesNotMatch(profile, /as="script" href="[^"]*lazy\.js"/);
  const login = await (await get('/login')).text();
  assert.match(login, /href="\/shell\/shellv1\/page-login\.js"/);
});

const HOSTILE = `</script><script>alert(1)</script><!--"'><img src=x onerror=alert(1)>\u2028`;

test('hostile brand and names stay text, in markup and in the data', async (t) => {
  const partner = partnerOf({
    domain: HOSTILE,
    favicon: `"><script>alert(2)</script>`,
    logo: `" onerror="alert(3)`,
    sitesDomain: `x; script-src * 'unsafe-inline'`,
    supportEmail: HOSTILE,
    attributes: {
      RESELLER_COMPANY_NAME: HOSTILE,
      RESELLER_HOSTING_PAGE_TITLE: HOSTILE,
      CSS_NAV_BG_COLOR: 'red}</style><script>alert(4)</script>',
      CSS_BTN_BG_COLOR: 'url(https://evil.example/x)',
    },
  });
  const user = userOf('customer', { firstname: HOSTILE, email: `${HOSTILE}@x.example` });
  const { get } = openWeb(t, { partner, user });
  const answer = await get('/sites');
  const html = await answer.text();
  assert.doesNotMatch(html, /alert\(\d\)<\/script>/);
  assert.doesNotMatch(html, /<img src=x/);
  assert.doesNotMatch(html, /" onerror="/);
  assert.doesNotMatch(html, /evil\.example\/x\)[^"]*\}/);
  assert.equal(html.match(/<\/script>/g)?.length, 3);
  const boot = bootOf(html) as { partner: unknown; user: unknown };
  assert.deepEqual(boot.partner, partner);
  assert.deepEqual(boot.user, user);
  assert.equal(directive(answer.headers.get('content-security-policy'), 'frame-src'), "'self'");
  assert.doesNotMatch(answer.headers.get('content-security-policy') ?? '', /script-src \*/);
});

test('a hostile path reaches neither the page nor a header', async (t) => {
  const { get } = openWeb(t, { user: null });
  const answer = await get(`/sites?x="><script>alert(1)</script>`);
  assert.equal(answer.status, 302);
  assert.equal(new URL(answer.headers.get('location') ?? '', 'http://x').pathname, '/login');
  const unknown = await get(`/%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E/x`);
  assert.equal(unknown.status, 404);
  assert.doesNotMatch(await unknown.text(), /<script>alert/);
});

test('access to pages: sign-in and back, forbidden, off and unknown', async (t) => {
  const anonymous = openWeb(t, { user: null });
  const asked = await anonymous.get('/sites?q=a&page=2');
  assert.equal(asked.headers.get('location'), `/login?next=${encodeURIComponent('/sites?q=a&page=2')}`);
  assert.equal((await anonymous.get('/help')).status, 200);
  assert.equal((await anonymous.get('/login')).status, 200);

  const staff = openWeb(t, { user: userOf('admin') });
  assert.equal((await staff.get('/sites')).headers.get('location'), '/forbidden');
  assert.equal((await staff.get('/admin/sites')).status, 200);
  const customer = openWeb(t);
  assert.equal((await customer.get('/admin/sites')).headers.get('location'), '/forbidden');

  const off = openWeb(t, { partner: partnerOf({ attributes: { SECTION_APPLICATIONS: 'false' } }) });
  const switchedOff = await off.get('/apps');
  assert.equal(switchedOff.status, 404);
  assert.match(switchedOff.headers.get('content-type') ?? '', /text\/html/);
  assert.doesNotMatch(await switchedOff.text(), /Title of app-list|mf-apps/);
  assert.equal((await customer.get('/no/such/page')).status, 404);
});

test('the server finds a page under every address that the router would accept for it', async (t) => {
  const { get } = openWeb(t);
  const titleOf = async (path: string) => {
    const answer = await get(path);
    return answer.status === 200 ? /<title>Title of ([\w-]+)/.exec(await answer.text())?.[1] : answer.status;
  };
  for (const [path, page] of [
    ['/sites', 'site-list'],
    ['/Sites', 'site-list'],
    ['/sites/', 'site-list'],
    ['/%73ites', 'site-list'],
    ['//sites', 404],
    ['/sites%2F', 404],
    ['/sites/more', 404],
    ['/x/../sites', 'site-list'],
    ['/site', 'site-detail'],
    ['/site/shop.example.com', 'site-detail'],
    ['/site/a%20b', 'site-detail'],
    ['/site/%E0%A4%A', 'site-detail'],
    ['/site//a', 404],
    ['/sites.css', 404],
  ] as const)
    assert.equal(await titleOf(path), page, path);
});

test('pages are compressed as the client accepts', async (t) => {
  const { get } = openWeb(t);
  const brotli = await get('/sites', { 'accept-encoding': 'gzip, br' });
  assert.equal(brotli.headers.get('content-encoding'), 'br');
  assert.match(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString(), /^<!doctype html>/);
  const zipped = await get('/sites', { 'accept-encoding': 'gzip;q=1.0, br;q=0' });
  assert.match(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString(), /^<!doctype html>/);
});

test('a response of the host lookup is sent unchanged', async (t) => {
  const { get } = openWeb(t, {}, { visitOf: (c) => c.text('There is no panel here.', 421) });
  const answer = await get('/sites');
  assert.equal(answer.status, 421);
  assert.equal(await answer.text(), 'There is no panel here.');
});

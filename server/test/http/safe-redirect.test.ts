import assert from 'node:assert/strict';
import { test } from 'node:test';
import { safeRedirect } from '../../src/context/safe-redirect.ts';

const PARTNER = { domain: 'panel.aurora.test', redirectHosts: ['shop.aurora.test', 'xn--bcher-kva.example'] };
const FALLBACK = '/fallback';

const HOSTILE: readonly string[] = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  'https://evil.example',
  'http:evil.example',
  'https:/evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'evil.example',
  'www.evil.example/sites',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'javascript%3aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://panel.aurora.test/x',
  'file:///etc/passwd',
  'https://panel.aurora.test@evil.example/',
  'https://shop.aurora.test:x@evil.example/',
  'https://shop.aurora.test@shop.aurora.test/',
  'https://shop.aurora.test.evil.example/',
  'https://evilshop.aurora.test/',
  'https://shop.aurora.test%2eevil.example/',
  'https://shop.aurora.test\\@evil.example',
  '/sites%0d%0aSet-Cookie:x=1',
  '/sites\r\nSet-Cookie: x=1',
  '/%0a/evil.example',
  '/\t/evil.example',
  '/%09/evil.example',
  '/%5cevil.example',
  '/%2fevil.example',
  '/%2F%2Fevil.example',
  '/./\\evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/sites/..//evil.example',
  '/sites/%00',
  '/%',
  '/%zz',
  'https://ѕhop.aurora.test/',
  'https://shop。aurora。test/',
  'https://shop.aurora.test。evil.example/',
  'https://[::1]/',
  '?next=x',
  '#x',
  '',
  '\u00a0//evil.example',
  '/\u2028/evil',
  'ftp://shop.aurora.test/',
  '//shop.aurora.test/',
  `/${'a'.repeat(2001)}`,
  '/login',
  '/login?next=/login',
  '/logout',
  '/LOGOUT',
  '/forbidden#x',
  '/sites/../logout',
];

test(`${HOSTILE.length} hostile or useless targets fall back`, () => {
  assert.ok(HOSTILE.length >= 30);
  for (const url of HOSTILE) assert.equal(safeRedirect(PARTNER, url, FALLBACK), FALLBACK, JSON.stringify(url));
  for (const missing of [null, undefined]) assert.equal(safeRedirect(PARTNER, missing, FALLBACK), FALLBACK);
});

test('paths of the panel and hosts of the allow-list are kept', () => {
  const kept: [string, string][] = [
    ['/', '/'],
    ['/sites', '/sites'],
    ['/sites?status=ready&status=failed#top', '/sites?status=ready&status=failed#top'],
    ['/manage-site/overview/5c3f', '/manage-site/overview/5c3f'],
    ['/sites/../apps', '/apps'],
    ['/create-new-site?name=a%20b', '/create-new-site?name=a%20b'],
    ['/loginhelp', '/loginhelp'],
    ['https://shop.aurora.test/cart?x=1', 'https://shop.aurora.test/cart?x=1'],
    ['http://shop.aurora.test:8080/', 'http://shop.aurora.test:8080/'],
    ['https://xn--bcher-kva.example/', 'https://xn--bcher-kva.example/'],
    ['https://panel.aurora.test:8099/sites', '/sites'],
    ['HTTPS://Panel.Aurora.Test/sites', '/sites'],
  ];
  for (const [url, expected] of kept) assert.equal(safeRedirect(PARTNER, url, FALLBACK), expected, url);
});

test('every result stays on the panel when a browser resolves it', () => {
  for (const url of HOSTILE) {
    const resolved = new URL(safeRedirect(PARTNER, url, '/'), 'https://panel.aurora.test');
    assert.equal(resolved.host, 'panel.aurora.test');
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentType, isAssetName } from '../../src/lib/content-type.ts';

test('a file has the type of its name, text with its charset; an unknown one is a download', () => {
  const types: Record<string, string> = {
    '/index.html': 'text/html; charset=utf-8',
    '/a.CSS': 'text/css; charset=utf-8',
    '/a.mjs': 'text/javascript; charset=utf-8',
    '/a.json': 'application/json; charset=utf-8',
    '/a.svg': 'image/svg+xml',
    '/favicon.ico': 'image/x-icon',
    '/notes.md': 'text/plain; charset=utf-8',
    '/a.woff2': 'font/woff2',
    '/index.php': 'application/octet-stream',
    '/html': 'application/octet-stream',
    '/a.css/b': 'application/octet-stream',
  };
  for (const [file, type] of Object.entries(types)) assert.equal(contentType(file), type, file);
});

test('what a WordPress may answer with its own code is no asset', () => {
  for (const file of ['/wp-includes/a.css', '/b.js', '/c.png', '/d.ico', '/e.js.map', '/f.pdf'])
    assert.ok(isAssetName(file), file);
  for (const file of [
    '/',
    '/index.php',
    '/robots.txt',
    '/sitemap.xml',
    '/wp-json/a.json',
    '/x.html',
    '/page',
    '/a.css/',
  ])
    assert.ok(!isAssetName(file), file);
});

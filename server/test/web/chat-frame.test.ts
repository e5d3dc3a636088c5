import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWeb, partnerOf } from './fixture.ts';

/** Tries everything that a partner's script must not do. */
const HOSTILE = `<script>
  document.cookie = 'panel_session=stolen';
  parent.document.body.innerHTML = '';
  top.location = 'https://evil.example/';
  document.forms[0].submit();
</script><form action="/logout" method="post"></form>`;

/** The document of the frame within the page. */
const framed = (html: string): string =>
  (/ srcdoc="([^"]*)"/.exec(html)?.[1] ?? '').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

const withScript = (script: string) =>
  partnerOf({ attributes: { RESELLER_COMPANY_NAME: 'Aurora', ONLINE_CHAT_SCRIPT: script } });

test('a partner’s script is served on a separate origin, which can neither reach the panel nor navigate away from it', async (t) => {
  const { get } = openWeb(t, { partner: withScript(encodeURIComponent(HOSTILE)) });
  const answer = await get('/chat-frame');
  assert.equal(answer.status, 200);
  const html = await answer.text();
  assert.ok(framed(html).includes(HOSTILE), "the script itself is the partner's own matter");
  const policy = new Map(
    (answer.headers.get('content-security-policy') ?? '')
      .split('; ')
      .map((part): [string, string] => [part.split(' ', 1)[0] ?? '', part.split(' ').slice(1).join(' ')]),
  );
  // No allow-same-origin, -forms, -top-navigation, -modals: an opaque origin without cookies, storage or navigation.
  assert.equal(policy.get('sandbox'), 'allow-scripts allow-popups');
  assert.equal(policy.get('default-src'), "'none'");
  assert.equal(policy.get('form-action'), "'none'");
  assert.equal(policy.get('base-uri'), "'none'");
  assert.equal(policy.get('frame-ancestors'), "'self'");
  for (const directive of ['connect-src', 'script-src', 'img-src', 'frame-src'])
    assert.doesNotMatch(policy.get(directive) ?? '', /'self'|\*/, directive);
  // Opened alone, the script is in a frame too: the sandbox of the answer does not hold its own window.
  assert.equal(answer.headers.get('cross-origin-opener-policy'), 'same-origin');
  assert.doesNotMatch(html, /<script/);
  assert.match(html, /<iframe title="Chat" sandbox="allow-scripts allow-popups" /);
  assert.equal(answer.headers.get('set-cookie'), null);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
});

test('in a page of the panel the script is data and never code', async (t) => {
  const { get } = openWeb(t, { partner: withScript(encodeURIComponent(HOSTILE)) });
  for (const path of ['/login', '/sites']) {
    const html = await (await get(path)).text();
    const code = html.replace(/<script type="application\/json"[^>]*>[^<]*<\/script>/, '');
    assert.ok(html.length > code.length && !code.includes('parent.document') && !code.includes('chat-frame'), path);
  }
});

test('a plain script is wrapped, an invalid encoding yields nothing, and without a script there is no page', async (t) => {
  const plain = openWeb(t, { partner: withScript('window.chat%20%3D%201%3B') });
  assert.match(framed(await (await plain.get('/chat-frame')).text()), /<script>window\.chat = 1;<\/script>/);
  for (const script of ['%', '%20'])
    assert.equal((await openWeb(t, { partner: withScript(script) }).get('/chat-frame')).status, 404, script);
  assert.equal((await openWeb(t).get('/chat-frame')).status, 404);
});

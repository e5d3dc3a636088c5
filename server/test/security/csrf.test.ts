import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';
import type { Browser, Reply } from '../http/browser.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

const PROFILE = JSON.stringify({ firstname: 'Eve', lastname: 'Il', phone_number: '' });
const JSON_TYPE = { 'content-type': 'application/json' };

async function signedInBrowser(): Promise<Browser> {
  const owner = await panel.addPartner();
  return panel.signedIn(owner, await panel.addUser(owner, 'customer'));
}
const put = (browser: Browser, headers: Record<string, string>) =>
  browser.send('PUT', '/user/profile', { headers: { ...JSON_TYPE, ...headers }, body: PROFILE });
function refused(answer: Reply, what: string) {
  assert.equal(answer.status, 403, what);
  assert.equal(answer.body['code'], 'CSRF', what);
}

test('a write needs the token of this session', async () => {
  const browser = await signedInBrowser();
  const stranger = await signedInBrowser();
  const token = browser.jar.get('XSRF-TOKEN') ?? '';
  const wrong: [string, Record<string, string>][] = [
    ['missing', {}],
    ['empty', { 'x-xsrf-token': '' }],
    ['another session’s', { 'x-xsrf-token': stranger.jar.get('XSRF-TOKEN') ?? '' }],
    ['one character short', { 'x-xsrf-token': token.slice(0, -1) }],
    ['changed', { 'x-xsrf-token': `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` }],
    ['twice', { 'x-xsrf-token': `${token}, ${token}` }],
  ];
  for (const [what, headers] of wrong) refused(await put(browser, headers), what);
  assert.equal((await browser.get('/user/profile')).body['firstname'], '');
  assert.equal((await put(browser, { 'x-xsrf-token': token })).status, 200);
});

test('a planted cookie with the matching header is not enough', async () => {
  const [browser, attacker] = [await signedInBrowser(), await signedInBrowser()];
  const token = attacker.jar.get('XSRF-TOKEN') ?? '';
  browser.jar.set('XSRF-TOKEN', token);
  refused(await put(browser, { 'x-xsrf-token': token }), 'double submit of a planted pair');
});

test('the same secret gives another token on another partner’s host', async () => {
  const [one, two] = [await panel.addPartner(), await panel.addPartner()];
  const here = panel.browser(one);
  await here.get('/partner/whitelabel');
  const there = panel.browser(two);
  there.jar.set('panel_visitor', here.jar.get('panel_visitor') ?? '');
  const login = await there.send('POST', '/login', {
    headers: { ...JSON_TYPE, 'x-xsrf-token': here.jar.get('XSRF-TOKEN') ?? '' },
    body: JSON.stringify({ email: 'a@b.co', password: 'x' }),
  });
  refused(login, 'another partner’s token');
});

test('the browser’s own headers about the sender count as well', async () => {
  const browser = await signedInBrowser();
  const token = { 'x-xsrf-token': browser.jar.get('XSRF-TOKEN') ?? '' };
  const host = new URL(browser.origin).host;
  const wrong: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://panel.evil.test:23099' },
    { origin: `http://${host}.evil.example` },
    { origin: `http://${host.replace(/:\d+$/, '')}:1` },
    { origin: 'garbage' },
  ];
  for (const headers of wrong) refused(await put(browser, { ...token, ...headers }), JSON.stringify(headers));
  assert.equal((await put(browser, { ...token, origin: browser.origin })).status, 200);
});

test('a client that is not a browser needs only the token', async () => {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const first = await panel.app.request(`http://${owner.domain}/partner/whitelabel`, {});
  const cookie = first.headers
    .getSetCookie()
    .map((given) => given.split(';')[0])
    .join('; ');
  const token = /XSRF-TOKEN=([\w-]+)/.exec(cookie)?.[1] ?? '';
  const answer = await panel.app.request(`http://${owner.domain}/login`, {
    method: 'POST',
    headers: { ...JSON_TYPE, cookie, 'x-xsrf-token': token },
    body: JSON.stringify({ email: customer.email, password: PASSWORD }),
  });
  assert.equal(answer.status, 200);
});

test('signing in needs a token too, and every rejection sets one', async () => {
  const owner = await panel.addPartner();
  const browser = panel.browser(owner);
  const first = await browser.send('POST', '/login', {
    headers: JSON_TYPE,
    body: JSON.stringify({ email: 'a@b.co', password: 'x' }),
  });
  refused(first, 'no token');
  const second = await browser.post('/login', { email: 'a@b.co', password: 'x' });
  assert.equal(second.body['code'], 'LOGIN_FAILED');
});

test('forms and plain text, which any page may send, are rejected even with the token', async () => {
  const browser = await signedInBrowser();
  const token = { 'x-xsrf-token': browser.jar.get('XSRF-TOKEN') ?? '' };
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
  ]) {
    refused(await put(browser, { 'content-type': type }), type);
    const answer = await put(browser, { ...token, 'content-type': type });
    assert.equal(answer.body['code'], 'BAD_REQUEST', type);
  }
});

test('an expired session is reported as such, not as a wrong page', async () => {
  const browser = await signedInBrowser();
  await browser.post('/logout');
  browser.jar.set('panel_session', 'A'.repeat(43));
  const answer = await put(browser, { 'x-xsrf-token': 'stale' });
  assert.equal(answer.body['code'], 'UNAUTHENTICATED');
  assert.equal(browser.jar.has('panel_session'), false, 'the dead cookie is removed');
  assert.equal(
    (await browser.post('/login', { email: 'a@b.co', password: 'x' })).body['code'],
    'LOGIN_FAILED',
    'and signing in works at once',
  );
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPanel, type Panel } from './harness.ts';
import type { Browser } from './browser.ts';

let panel: Panel;
let browser: Browser;
before(async () => {
  panel = await startPanel();
  const owner = await panel.addPartner();
  browser = await panel.signedIn(owner, await panel.addUser(owner, 'customer'));
});
after(() => panel.close());

const raw = async (body: BodyInit, type = 'application/json') =>
  browser.send('PUT', '/user/profile', {
    headers: { 'content-type': type, 'x-xsrf-token': browser.jar.get('XSRF-TOKEN') ?? '' },
    body,
  });

test('an error is the specification’s envelope with the id of the request', async () => {
  const answer = await browser.get('/notification/6f2c1f6e-8a53-4c58-9f0c-1f6f4f1b2a3c');
  assert.equal(answer.status, 404);
  assert.equal(answer.headers.get('content-type'), 'application/json');
  assert.deepEqual(answer.body, {
    status: false,
    code: 'NOT_FOUND',
    title: 'Not found',
    message: 'This could not be found. It may have been deleted.',
    requestId: answer.headers.get('x-request-id'),
  });
});

test('invalid input: 422, a text per field, the first one as the message, and never the input', async () => {
  const answer = await browser.post('/set-password', { token: 'SECRET-short', password: 'hunter2hunter' });
  assert.equal(answer.status, 422);
  assert.equal(answer.body['code'], 'VALIDATION');
  assert.deepEqual(answer.body['fields'], {
    token: 'This link is incomplete.',
    password: 'Password should be contains at least one capital letter.',
  });
  assert.equal(answer.body['message'], 'This link is incomplete.');
  const wrongTypes = await browser.write('PUT', '/user/profile', {
    firstname: { SECRET: 'SECRET' },
    lastname: ['SECRET'],
    phone_number: 'SECRET SECRET',
  });
  assert.equal(wrongTypes.status, 422);
  assert.deepEqual(Object.keys(wrongTypes.body['fields'] as object), ['firstname', 'lastname', 'phone_number']);
  assert.equal((wrongTypes.body['fields'] as Record<string, string>)['firstname'], 'This value is not valid.');
  for (const { text } of [answer, wrongTypes]) assert.doesNotMatch(text, /SECRET|hunter2/);
  const missing = await browser.write('PUT', '/user/profile', {});
  assert.equal((missing.body['fields'] as Record<string, string>)['firstname'], 'This value is missing.');
});

test('a body that is not JSON is 400 without an echo', async () => {
  for (const body of [
    '{',
    'SECRET',
    '{"a":1,}',
    '\ufeff{}x',
    new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  ]) {
    const answer = await raw(body);
    assert.equal(answer.status, 400, String(body));
    assert.equal(answer.body['code'], 'BAD_REQUEST');
    assert.doesNotMatch(answer.text, /SECRET|position|token/i);
  }
  // PostgreSQL stores neither NUL nor half of a surrogate pair.
  const unstorable = ['a\\u0000b', '\\ud800'].map((name) => `{"firstname":"${name}","lastname":"","phone_number":""}`);
  for (const body of ['null', '[]', '"text"', '7', ...unstorable]) assert.equal((await raw(body)).status, 422, body);
});

test('a large body is rejected before it is read to the end', async () => {
  const large = await raw(`{"firstname":"${'a'.repeat(1_100_000)}"}`);
  assert.equal(large.status, 413);
  assert.equal(large.body['message'], 'The request is larger than 64 KB.');
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(0x20));
    },
  });
  const response = await panel.app.request(
    new Request(`${browser.origin}/user/profile`, {
      method: 'PUT',
      body: endless,
      duplex: 'half',
      headers: {
        'content-type': 'application/json',
        'x-xsrf-token': browser.jar.get('XSRF-TOKEN') ?? '',
        cookie: [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    } as RequestInit),
  );
  assert.equal(response.status, 413);
  assert.ok(sent < 2_000_000, String(sent));
});

test('deep nesting and names like __proto__ have no effect', async () => {
  const deep = await raw(`${'['.repeat(30_000)}${']'.repeat(30_000)}`);
  assert.equal(deep.status, 400);
  assert.match(String(deep.body['message']), /too deep/);
  const many = await raw(`[${'1,'.repeat(30_000)}1]`);
  assert.equal(many.status, 400);
  assert.match(String(many.body['message']), /too many values/);
  assert.equal((await raw(`{"a":${'['.repeat(30_000)}"\\u0000"${']'.repeat(30_000)}}`)).status, 400);
  const answer = await raw(
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"firstname":"A","lastname":"B","phone_number":""}',
  );
  assert.equal(answer.status, 200);
  assert.equal('polluted' in {}, false);
  assert.equal(
    (await browser.get('/notification?__proto__[polluted]=1&constructor[prototype][polluted]=1')).status,
    200,
  );
  assert.equal('polluted' in {}, false);
});

test('lists in a query: repeated keys, key[] and key[0] mean the same', async () => {
  for (const query of [
    'status=ready&status=failed',
    'status[]=ready&status[]=failed',
    'status[0]=ready&status[1]=failed',
    'status=ready',
  ]) {
    assert.equal((await browser.get(`/site/filter?${query}`)).status, 200, query);
  }
  const wrong = await browser.get('/site/filter?status=ready&status=SECRET');
  assert.equal(wrong.status, 422);
  assert.doesNotMatch(wrong.text, /SECRET/);
  assert.equal(
    (await browser.get('/notification?pageSize=5&pageSize=6')).status,
    422,
    'a list where one value belongs',
  );
});

test('an unknown address gives an envelope to clients and text to everyone else', async () => {
  const client = await browser.get('/nothing/here');
  assert.equal(client.status, 404);
  assert.equal(client.body['code'], 'NOT_FOUND');
  const asked = await panel.app.request(`${browser.origin}/nothing`, { headers: { accept: 'application/json' } });
  assert.equal(asked.headers.get('content-type'), 'application/json');
  const visitor = await panel.app.request(`${browser.origin}/nothing<script>`, { headers: { accept: 'text/html' } });
  assert.equal(visitor.status, 404);
  assert.doesNotMatch(await visitor.text(), /script/);
  assert.equal((await browser.post('/__testing/reset')).status, 405);
  assert.equal((await browser.get('/__testing/reset')).status, 404);
});

test('verbs: HEAD is GET without a body, OPTIONS lists what is allowed, others are 405, overriding has no effect', async () => {
  const head = await browser.send('HEAD', '/user/profile');
  assert.equal(head.status, 200);
  assert.equal(head.text, '');
  assert.equal(head.headers.get('content-type'), 'application/json');
  const options = await browser.send('OPTIONS', '/user/profile');
  assert.equal(options.status, 204);
  assert.equal(options.headers.get('allow'), 'GET, HEAD, PUT, OPTIONS');
  assert.equal(options.headers.get('access-control-allow-origin'), null);
  for (const method of ['PATCH', 'DELETE', 'POST', 'PROPFIND']) {
    const answer = await browser.send(method, '/user/profile');
    assert.equal(answer.status, 405, method);
    assert.equal(answer.headers.get('allow'), 'GET, HEAD, PUT, OPTIONS');
    assert.deepEqual(
      answer.body,
      {
        status: false,
        code: 'METHOD_NOT_ALLOWED',
        title: 'Error',
        message: 'This address does not support this method.',
        requestId: answer.headers.get('x-request-id'),
      },
      method,
    );
  }
  const page = await panel.app.request(`${browser.origin}/user/profile`, {
    method: 'PATCH',
    headers: { accept: 'text/html' },
  });
  assert.deepEqual(
    [page.status, page.headers.get('content-type'), page.headers.get('allow')],
    [405, 'text/plain; charset=utf-8', 'GET, HEAD, PUT, OPTIONS'],
  );
  const overridden = await browser.get('/user/profile', {
    'x-http-method-override': 'PUT',
    'x-method-override': 'DELETE',
  });
  assert.equal(overridden.status, 200);
  assert.equal(
    (await browser.write('POST', '/notification/status', { status: 'read_all' }, { 'x-http-method-override': 'PUT' }))
      .status,
    405,
  );
  assert.equal((await browser.get('/user/profile?_method=PUT')).status, 200);
});

test('`/site` and `/site/` are two calls, and the declared name of the second has no address', async () => {
  assert.equal('pageElements' in (await browser.get('/site')).body, true);
  assert.equal(Array.isArray((await browser.get('/site/')).body), true);
  assert.equal((await browser.get('/site/all')).status, 404);
});

test('a DELETE may carry its parameters in the query', async () => {
  const answer = await browser.write('DELETE', '/site/failed/fqdn?fqdn=not-there.example.com');
  assert.equal(answer.body['code'], 'NOT_FOUND');
  assert.equal((await browser.write('DELETE', '/site/failed/fqdn', { fqdn: 'nope' })).body['code'], 'VALIDATION');
});

test('responses cannot be cached, framed, sniffed or read by others', async () => {
  for (const path of ['/user/profile', '/partner/whitelabel', '/nothing']) {
    const { headers } = await browser.get(path);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  }
});

test('a valid request id is adopted, otherwise one is generated', async () => {
  const sane = await browser.get('/user/profile', { 'x-request-id': 'abc-12345.def' });
  assert.equal(sane.headers.get('x-request-id'), 'abc-12345.def');
  for (const id of ['short', 'a'.repeat(65), 'with space 1', '<script>alert(1)', '../../etc/passwd']) {
    const made = (await browser.get('/user/profile', { 'x-request-id': id })).headers.get('x-request-id');
    assert.match(made ?? '', /^[0-9a-f-]{36}$/, id);
  }
});

test('one log line per request, without query, cookies, tokens or bodies', async () => {
  panel.lines.length = 0;
  await browser.get('/sso/link?email=secret@example.com&signature=SECRET&nonce=SECRET&expires=1');
  await browser.write('PUT', '/user/profile', { firstname: 'SECRET', lastname: '', phone_number: '' });
  const text = panel.lines.join('');
  const lines = panel.lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'request');
  assert.deepEqual(
    lines.map(({ method, path, status }) => [method, path, status]),
    [
      ['GET', '/sso/link', 400],
      ['PUT', '/user/profile', 200],
    ],
  );
  assert.equal(typeof lines[1]?.['user'], 'string');
  assert.equal(typeof lines[1]?.['partner'], 'string');
  assert.equal(typeof lines[1]?.['ms'], 'number');
  assert.doesNotMatch(text, /SECRET|secret@/);
  for (const value of browser.jar.values()) assert.equal(text.includes(value), false);
});

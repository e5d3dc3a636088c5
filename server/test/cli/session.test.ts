import assert from 'node:assert/strict';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, request, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { tenant } from '../site/site-support.ts';
import { SCENARIO_PASSWORD } from '../../src/testing/scenario.repo.ts';
import { addressOf, configFolder, run, start, tokenOf } from './cli-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

/** Another server than a panel. */
async function other(t: TestContext, answer: RequestListener): Promise<string> {
  const http = createServer(answer);
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
  t.after(() => http.close());
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

test('a sign-in is checked, kept for its owner alone, and ends', async (t) => {
  const own = await tenant(server);
  const env = { XDG_CONFIG_HOME: await configFolder(t) };
  const address = addressOf(server, own.partner);
  const token = await tokenOf(own.client);
  assert.deepEqual(await run(['whoami'], { env }), {
    code: 3,
    stdout: '',
    stderr: 'panel: You are not signed in. Sign in with "panel login <address>".\n',
  });
  const login = await run(['login', address, '--token-stdin'], { env, input: `${token}\n` });
  assert.deepEqual(login, { code: 0, stdout: `Signed in at ${address} as ${own.customer.email}.\n`, stderr: '' });
  const file = path.join(env.XDG_CONFIG_HOME, 'panel', 'config.json');
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.equal((await stat(path.dirname(file))).mode & 0o777, 0o700);
  assert.equal((await run(['whoami'], { env })).stdout, `${own.customer.email} at ${address}\n`);
  const logout = await run(['logout'], { env });
  assert.equal(logout.code, 0, logout.stderr);
  assert.equal((await readFile(file, 'utf8')).includes(token), false);
  assert.equal((await run(['sites', 'list'], { env })).code, 3);
});

test('several panels are kept, and each gets its own token', async (t) => {
  const [one, two] = [await tenant(server), await tenant(server)];
  const env = { XDG_CONFIG_HOME: await configFolder(t) };
  for (const own of [one, two]) {
    const words = ['login', addressOf(server, own.partner), '--token-stdin'];
    assert.equal((await run(words, { env, input: await tokenOf(own.client) })).code, 0);
  }
  const first = addressOf(server, one.partner);
  assert.match((await run(['whoami'], { env })).stdout, new RegExp(`^${two.customer.email} `));
  assert.match((await run(['whoami', '--panel', first], { env })).stdout, new RegExp(`^${one.customer.email} `));
  assert.equal((await run(['use', first], { env })).code, 0);
  const known = await run(['whoami', '--json'], { env });
  assert.equal((JSON.parse(known.stdout) as { panel: string }).panel, first);
});

test('a token that is wrong, of another partner or without a scope gets one sentence', async (t) => {
  const [own, foreign] = [await tenant(server), await tenant(server)];
  const env = { XDG_CONFIG_HOME: await configFolder(t) };
  const address = addressOf(server, own.partner);
  for (const input of [await tokenOf(foreign.client), 'pnl_wrong']) {
    const login = await run(['login', address, '--token-stdin'], { env, input });
    assert.equal(login.code, 3);
    assert.match(login.stderr, /^panel: http:\S+ rejects the token: .+ A token works only on its own panel\.\n$/);
  }
  const narrow = await tokenOf(own.client, ['dns:read']);
  const login = await run(['login', address, '--token-stdin'], { env, input: narrow });
  assert.equal(login.code, 0, login.stderr);
  const list = await run(['sites', 'list'], { env });
  assert.equal(list.code, 1);
  assert.match(list.stderr, /^panel: This API token needs the scope sites:read .+\n$/);
  assert.equal((await run(['login', address, '--token-stdin'], { env, input: '\n' })).code, 2);
});

test('a server that is no panel, or away, gets one sentence', async (t) => {
  const html = await other(t, (_, res) => void res.setHeader('content-type', 'text/html').end('<h1>Hello</h1>'));
  const broken = await other(t, (_, res) => void res.setHeader('content-type', 'application/json').end('{"a":'));
  const sentences = {
    [html]: /is not a panel, or the panel is away: it answered with a web page \(200\)\.\n$/,
    [broken]: /JSON that is incomplete/,
    'http://127.0.0.1:9': /^panel: http:\S+ cannot be reached: nothing answers there\.\n$/,
    [`http://unknown.localhost:${server.port}`]: /^panel: [^\n]+\n$/,
  };
  for (const [address, sentence] of Object.entries(sentences)) {
    const ran = await run(['sites', 'list'], { env: { PANEL_URL: address, PANEL_TOKEN: 'pnl_any' } });
    assert.match(ran.stderr, sentence, address);
    assert.ok([4, 5].includes(ran.code ?? 0), `${address}: ${ran.code}`);
    assert.equal(ran.stdout, '');
  }
});

test('a redirect is not followed, so that no other server sees the token', async (t) => {
  const seen: string[] = [];
  const thief = await other(t, ({ headers }, res) => {
    seen.push(String(headers.authorization));
    res.end('{}');
  });
  const moved = await other(t, ({ url }, res) => void res.writeHead(307, { location: `${thief}${url}` }).end());
  const ran = await run(['sites', 'list'], { env: { PANEL_URL: moved, PANEL_TOKEN: 'pnl_any' } });
  assert.equal(ran.code, 5);
  assert.ok(ran.stderr.includes(`redirects to ${thief} (307). The token was not sent there`), ran.stderr);
  assert.deepEqual(seen, []);
});

test('no token goes over a network without encryption, or from a damaged file', async (t) => {
  const env = { PANEL_URL: 'http://panel.example.com', PANEL_TOKEN: 'pnl_any' };
  const refused = await run(['sites', 'list'], { env });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /would get the token without encryption/);
  assert.equal((await run(['sites', 'list'], { env: { PANEL_TOKEN: 'pnl_any' } })).code, 2);
  const folder = await configFolder(t);
  await mkdir(path.join(folder, 'panel'));
  await writeFile(path.join(folder, 'panel', 'config.json'), '{"panels":');
  const broken = await run(['whoami'], { env: { XDG_CONFIG_HOME: folder } });
  assert.equal(broken.code, 2);
  assert.match(broken.stderr, /config\.json is damaged\. Delete it, and sign in again/);
});

/**
 * The panel of a customer at another address, which says that a second is enough between two polls, and lets none through before
 * `ready`.
 */
function impatient(t: TestContext, domain: string, ready: Promise<unknown>): Promise<string> {
  return other(t, (asked, res) => {
    const { method, url = '', headers } = asked;
    const isStart = url === '/api-token/device';
    const passOn = () => {
      const options = {
        port: server.port,
        method,
        path: url,
        headers: { ...headers, host: `${domain}:${server.port}` },
      };
      const passed = request(options, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => void (text += part));
        answer.on('end', () => {
          res.writeHead(answer.statusCode ?? 500, { 'content-type': 'application/json' });
          res.end(isStart ? text.replace(/"interval":\d+/, '"interval":0.01') : text);
        });
      });
      asked.pipe(passed);
    };
    if (url.endsWith('/token')) void ready.then(passOn);
    else passOn();
  });
}

test('a sign-in by code waits for a person in a browser, keeps the token, and signing out revokes it', async (t) => {
  const own = await tenant(server);
  const env = { XDG_CONFIG_HOME: await configFolder(t) };
  const decided = Promise.withResolvers<void>();
  const address = await impatient(t, own.partner.domain, decided.promise);
  const child = start(['login', '--host', address], env);
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (part: string) => void (stdout += part));
  const code = await new Promise<string>((resolve) => {
    child.stderr?.setEncoding('utf8').on('data', (part: string) => {
      stderr += part;
      const [shown] = /[A-Z]{4}-[A-Z]{4}/.exec(stderr) ?? [];
      if (shown) resolve(shown);
    });
  });
  const approval = { user_code: code, scopes: ['account:read'], expires_in_days: 30, password: SCENARIO_PASSWORD };
  const approved = await own.client.post('/api-token/device/approval', approval);
  assert.equal(approved.status, 200, approved.text);
  decided.resolve();
  assert.equal(await new Promise((resolve) => child.once('close', resolve)), 0, stderr);
  assert.match(stderr, /^Open http:\S+\/activate in a browser, and enter the code\n/);
  assert.equal(stdout, `Signed in at ${address} as ${own.customer.email}.\n`);
  const file = path.join(env.XDG_CONFIG_HOME, 'panel', 'config.json');
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const { panels } = JSON.parse(await readFile(file, 'utf8')) as { panels: Record<string, { token: string }> };
  const token = String(panels[address]?.token);

  const logout = await run(['logout', '--json'], { env });
  assert.deepEqual(JSON.parse(logout.stdout), { panel: address, revoked: true });
  const later = { PANEL_URL: addressOf(server, own.partner), PANEL_TOKEN: token };
  const refused = await run(['whoami'], { env: later });
  assert.equal(refused.code, 3);
  assert.match(refused.stderr, /was revoked/);
});

test('a sign-in by code that is interrupted or denied keeps nothing', async (t) => {
  const own = await tenant(server);
  const env = { XDG_CONFIG_HOME: await configFolder(t) };
  const child = start(['login', addressOf(server, own.partner), '--json'], env);
  let shown = '';
  await new Promise<void>((resolve) => {
    child.stderr?.setEncoding('utf8').on('data', (part: string) => {
      shown += part;
      if (shown.endsWith('}\n')) resolve();
    });
  });
  const started = JSON.parse(shown) as Record<string, unknown>;
  assert.deepEqual([typeof started['user_code'], started['device_code']], ['string', undefined]);
  child.kill('SIGINT');
  assert.equal(await new Promise((resolve) => child.once('close', resolve)), 130);

  const answers = [
    { device_code: 'x', user_code: 'BBBB-BBBB', verification_uri: 'http://x', expires_in: 60, interval: 0.01 },
    { code: 'ACCESS_DENIED', message: 'This sign-in was denied.' },
  ];
  const denying = await other(t, (_, res) => {
    const answer = answers.shift();
    res.writeHead(answer && 'code' in answer ? 400 : 200, { 'content-type': 'application/json' });
    res.end(JSON.stringify(answer));
  });
  const denied = await run(['login', denying], { env });
  assert.equal(denied.code, 1);
  assert.match(denied.stderr, /\npanel: This sign-in was denied\.\n$/);
  assert.equal((await run(['whoami'], { env })).code, 3);
});

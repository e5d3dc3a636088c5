import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { desc, like } from 'drizzle-orm';
import { auditLog } from '../../src/db/schema.ts';
import { Browser } from '../http/browser.ts';
import { startPanel } from '../http/harness.ts';
import { bootOf, openWeb } from './fixture.ts';

const ENTRY = 'http://localhost:3001/remote-entry.js';
const OVERRIDE_PARAM = { remote: 'mf-sites', entry: ENTRY };
const COOKIE = 'panel_override';

type Told = {
  override?: typeof OVERRIDE_PARAM;
  remotes: { version: string; entry: string; manifest: { id: string; routes: { audience: string }[] } }[];
};

/** A panel with its pages, one partner and its users. */
async function openPanel(t: TestContext, env: Record<string, string> = {}) {
  const panel = await startPanel({ env, parts: { web: (visitOf) => openWeb(t, {}, { visitOf }).web } });
  t.after(() => panel.close());
  const partner = await panel.addPartner({ isSpecial: true });
  const admin = await panel.addUser(partner, 'admin');
  const customer = await panel.addUser(partner, 'customer');
  return {
    panel,
    partner,
    admin,
    customer,
    staff: await panel.entered(partner, admin),
    visitor: await panel.entered(partner, customer),
  };
}

const registryOf = async (browser: Browser): Promise<Told> => (await browser.get('/platform/registry')).body as Told;
const remoteOf = async (browser: Browser, id = 'mf-sites') =>
  (await registryOf(browser)).remotes.find(({ manifest }) => manifest.id === id);
const linesOf = async ({ ctx }: { ctx: Awaited<ReturnType<typeof startPanel>>['ctx'] }) =>
  ctx.db
    .select({ action: auditLog.action, detail: auditLog.detail, userId: auditLog.userId })
    .from(auditLog)
    .where(like(auditLog.action, 'override.%'))
    .orderBy(desc(auditLog.at));
/** The page of an address, as the browser's own navigation gets it. */
async function pageOf(browser: Browser, path: string) {
  const tab = new Browser(browser.app, browser.origin, { accept: 'text/html' });
  for (const pair of browser.jar) tab.jar.set(...pair);
  const answer = await tab.get(path);
  return {
    status: answer.status,
    text: answer.text,
    location: answer.headers.get('location'),
    policy: answer.headers.get('content-security-policy') ?? '',
  };
}

test('an admin runs one remote from an allowed server: page, registry, policy and audit log show it, for them only', async (t) => {
  const { panel, partner, admin, staff, visitor } = await openPanel(t);
  assert.equal((await pageOf(staff, '/sites')).location, '/forbidden');
  const answer = await staff.write('PUT', '/platform/override', OVERRIDE_PARAM);
  assert.deepEqual([answer.status, answer.body['redirectUrl']], [200, '/sites']);
  const [cookie = ''] = answer.cookies.filter((one) => one.startsWith(`${COOKIE}=`));
  assert.match(cookie, /HttpOnly/);
  assert.match(cookie, /SameSite=Lax/);
  assert.doesNotMatch(cookie, /Max-Age|Expires|Domain/i);

  const told = await registryOf(staff);
  assert.deepEqual(told.override, OVERRIDE_PARAM);
  assert.deepEqual(
    told.remotes.filter(({ version }) => version === 'local').map(({ manifest, entry }) => [manifest.id, entry]),
    [['mf-sites', ENTRY]],
  );
  const page = await pageOf(staff, '/sites');
  assert.equal(page.status, 200);
  assert.match(page.policy, /connect-src 'self' http:\/\/localhost:3001 ws:\/\/localhost:3001;/);
  assert.deepEqual((bootOf(page.text)['registry'] as Told).override, OVERRIDE_PARAM);
  assert.doesNotMatch(page.text, /rel="preload"[^>]*mf-sites/);

  const colleague = await panel.entered(partner, await panel.addUser(partner, 'admin'));
  for (const other of [colleague, visitor]) {
    assert.equal((await registryOf(other)).override, undefined);
    assert.doesNotMatch((await pageOf(other, '/help')).policy, /3001/);
  }
  assert.notEqual((await remoteOf(visitor))?.version, 'local');
  assert.deepEqual(await linesOf(panel), [{ action: 'override.set', detail: OVERRIDE_PARAM, userId: admin.id }]);
});

test('a remote opens at a page of its user, if it has one', async (t) => {
  const { panel, partner, staff } = await openPanel(t);
  const opens = async (browser: Browser, remote: string) =>
    (await browser.write('PUT', '/platform/override', { remote, entry: ENTRY })).body['redirectUrl'];
  const superadmin = await panel.entered(partner, await panel.addUser(null, 'superadmin'));
  assert.deepEqual(
    await Promise.all([opens(staff, 'mf-account'), opens(superadmin, 'mf-account')]),
    ['/change-password', '/change-password'],
    'its first page is for customers',
  );
  assert.deepEqual(await Promise.all(['mf-help', 'mf-apps'].map((remote) => opens(staff, remote))), ['/help', '/apps']);
});

test('an override does not extend the rights of staff', async (t) => {
  const { staff } = await openPanel(t);
  await staff.write('PUT', '/platform/override', OVERRIDE_PARAM);
  assert.equal((await staff.post('/site', { fqdn: 'shop.example.com' })).body['code'], 'FORBIDDEN');
  assert.equal((await pageOf(staff, '/apps')).location, '/forbidden');
});

test('leaving is one call, and is in the audit log with the reason', async (t) => {
  const { panel, staff } = await openPanel(t);
  await staff.write('PUT', '/platform/override', OVERRIDE_PARAM);
  assert.equal((await staff.write('DELETE', '/platform/override', { reason: 'failed' })).status, 200);
  assert.equal(staff.jar.has(COOKIE), false);
  assert.equal((await registryOf(staff)).override, undefined);
  assert.equal((await pageOf(staff, '/sites')).location, '/forbidden');
  assert.equal((await staff.write('DELETE', '/platform/override', {})).status, 200);
  const lines = await linesOf(panel);
  assert.deepEqual(
    lines.map(({ action }) => action),
    ['override.cleared', 'override.set'],
  );
  assert.deepEqual(lines[0]?.detail, { ...OVERRIDE_PARAM, reason: 'failed' });
});

test('addresses outside an allowed origin, and unknown remotes, are rejected and change nothing', async (t) => {
  const { panel, staff } = await openPanel(t, { DEV_ORIGINS: 'http://localhost:3001, https://dev.example' });
  const wrong = [
    'javascript:alert(1)',
    'data:text/javascript,alert(1)',
    'http://localhost:3002/entry.js',
    'https://localhost:3001/entry.js',
    'http://localhost.evil.example:3001/x.js',
    'http://localhost:3001@evil.example/x.js',
    'http://me:pw@localhost:3001/x.js',
    '//localhost:3001/x.js',
    'https://dev.example:8443/x.js',
    'https://x.dev.example/x.js',
    '',
    'entry.js',
  ];
  for (const entry of wrong) {
    const { status, body } = await staff.write('PUT', '/platform/override', { remote: 'mf-sites', entry });
    assert.deepEqual([status, body['code']], [422, 'VALIDATION'], entry);
    assert.match(String(body['message']), /DEV_ORIGINS/, entry);
  }
  for (const remote of ['mf-nothing', 'shell', '__proto__', '../mf-sites']) {
    assert.equal((await staff.write('PUT', '/platform/override', { remote, entry: ENTRY })).status, 422, remote);
  }
  assert.equal(staff.jar.has(COOKIE), false);
  assert.deepEqual(await linesOf(panel), []);
  assert.equal(
    (
      await staff.write('PUT', '/platform/override', {
        remote: 'mf-admin',
        entry: 'https://dev.example/x;script-src *.js',
      })
    ).status,
    200,
  );
  assert.match(
    (await pageOf(staff, '/admin/sites')).policy,
    /connect-src 'self' https:\/\/dev\.example wss:\/\/dev\.example;/,
  );
});

test('a remote of a section that the partner has switched off stays hidden', async (t) => {
  const { panel } = await openPanel(t);
  const partner = await panel.addPartner({ attributes: { SECTION_SITES: 'false' } });
  const admin = await panel.entered(partner, await panel.addUser(partner, 'admin'));
  assert.equal((await admin.write('PUT', '/platform/override', OVERRIDE_PARAM)).status, 422);
});

test('a forged, copied or duplicate cookie, or one of a customer, has no effect', async (t) => {
  const { panel, partner, staff, visitor, admin } = await openPanel(t);
  assert.equal((await visitor.write('PUT', '/platform/override', OVERRIDE_PARAM)).body['code'], 'FORBIDDEN');
  assert.equal(
    (await panel.browser(partner).write('PUT', '/platform/override', OVERRIDE_PARAM)).body['code'],
    'UNAUTHENTICATED',
  );
  await staff.write('PUT', '/platform/override', OVERRIDE_PARAM);
  const value = staff.jar.get(COOKIE) ?? '';

  const foreign = await panel.addPartner({ isSpecial: true });
  const others = {
    customer: visitor,
    anonymous: panel.browser(partner),
    'another admin': await panel.entered(partner, await panel.addUser(partner, 'admin')),
    'another partner’s admin': await panel.entered(foreign, await panel.addUser(foreign, 'admin')),
    'a superadmin': await panel.entered(partner, await panel.addUser(null, 'superadmin')),
    'the same admin in another session': await panel.entered(partner, admin),
  };
  for (const [who, browser] of Object.entries(others)) {
    browser.jar.set(COOKIE, value);
    assert.equal((await registryOf(browser)).override, undefined, who);
    assert.doesNotMatch((await pageOf(browser, '/help')).text, /localhost:3001/, who);
  }

  const body = Buffer.from(JSON.stringify({ remote: 'mf-sites', entry: 'http://localhost:6666/x.js' })).toString(
    'base64url',
  );
  for (const forged of [
    body,
    `${body}.`,
    `${body}.${value.split('.')[1]}`,
    `${value}x`,
    `${value}.x`,
    'mf-sites=http://localhost:6666/x.js',
    '%%%.%%%',
  ]) {
    staff.jar.set(COOKIE, forged);
    assert.equal((await registryOf(staff)).override, undefined, forged);
  }
  staff.jar.set(COOKIE, `${value}; ${COOKIE}=${value}`);
  assert.equal((await registryOf(staff)).override, undefined);
  staff.jar.set(COOKIE, value);
  assert.deepEqual((await registryOf(staff)).override, OVERRIDE_PARAM);
});

test('a page of another origin cannot start it, nor can a call without the token', async (t) => {
  const { staff } = await openPanel(t);
  assert.equal(
    (
      await staff.write('PUT', '/platform/override', OVERRIDE_PARAM, {
        'sec-fetch-site': 'cross-site',
        origin: 'https://evil.example',
      })
    ).body['code'],
    'CSRF',
  );
  assert.equal(
    (
      await staff.send('PUT', '/platform/override', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(OVERRIDE_PARAM),
      })
    ).body['code'],
    'CSRF',
  );
  assert.equal((await pageOf(staff, `/help?override=mf-help=${ENTRY}`)).policy.includes('3001'), false);
  assert.equal((await registryOf(staff)).override, undefined);
});

test('it ends at the sign-out', async (t) => {
  const { panel, partner, admin } = await openPanel(t);
  const staff = await panel.signedIn(partner, admin);
  await staff.write('PUT', '/platform/override', OVERRIDE_PARAM);
  const cookie = staff.jar.get(COOKIE) ?? '';
  await staff.post('/logout');
  assert.equal(staff.jar.has(COOKIE), false);
  await staff.post('/login', { email: admin.email, password: 'Correct1Horse' });
  staff.jar.set(COOKIE, cookie);
  assert.equal((await registryOf(staff)).override, undefined);
});

test('removing its origin from the setting ends it; everyone may ask whether an origin is allowed', async (t) => {
  const { panel, partner, staff } = await openPanel(t, { DEV_ORIGINS: 'http://localhost:*' });
  const allowed = async (origin: string) =>
    (await panel.browser(partner).get(`/platform/override?origin=${encodeURIComponent(origin)}`)).body['allowed'];
  assert.deepEqual(
    await Promise.all(
      ['http://localhost:3001', 'http://localhost', 'https://localhost:3001', 'http://evil.example', 'x'].map(allowed),
    ),
    [true, true, false, false, false],
  );
  await staff.write('PUT', '/platform/override', OVERRIDE_PARAM);
  Object.assign(panel.ctx.config, { devOrigins: [] });
  assert.equal((await registryOf(staff)).override, undefined);
  assert.equal(await allowed('http://localhost:3001'), false);
});

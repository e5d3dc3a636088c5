import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { session, user } from '../../src/db/schema.ts';
import { randomId } from '../../src/context/csrf.ts';
import { SESSION_IDLE_MS, SESSION_LIFE_MS } from '../../src/modules/session/session.service.ts';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

async function someone() {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  return { owner, customer, browser: await panel.signedIn(owner, customer) };
}

test('cookies: the session is HttpOnly, Lax, host-only; the token is readable; no response is cacheable', async () => {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const answer = await panel.browser(owner).post('/login', { email: customer.email, password: PASSWORD });
  const own = answer.cookies.find((cookie) => cookie.startsWith('panel_session='));
  assert.match(own ?? '', /^panel_session=[\w-]{43}; Path=\/; Max-Age=604800; SameSite=Lax; HttpOnly$/);
  const token = answer.cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='));
  assert.match(token ?? '', /^XSRF-TOKEN=[\w-]{43}; Path=\/; SameSite=Lax$/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
});

test('over TLS cookies are Secure with the __Host- prefix, and bare names are ignored', async () => {
  const secure = await startPanel({ env: { PUBLIC_URL: 'https://panel.example.com' } });
  try {
    const owner = await secure.addPartner();
    const customer = await secure.addUser(owner, 'customer');
    const browser = secure.browser(owner);
    const answer = await browser.post('/login', { email: customer.email, password: PASSWORD });
    assert.match(
      answer.cookies.find((cookie) => cookie.includes('panel_session=')) ?? '',
      /^__Host-panel_session=[\w-]{43}; Path=\/; .*HttpOnly; Secure$/,
    );
    assert.match(answer.headers.get('strict-transport-security') ?? '', /^max-age=\d{8}$/);
    assert.equal((await browser.get('/user/profile')).status, 200);
    const id = browser.jar.get('__Host-panel_session') ?? '';
    browser.jar.delete('__Host-panel_session');
    browser.jar.set('panel_session', id);
    assert.equal((await browser.get('/user/profile')).status, 401);
  } finally {
    await secure.close();
  }
});

test('a planted session id does not survive signing in, and never becomes a session', async () => {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const planted = randomId();
  const browser = panel.browser(owner);
  browser.jar.set('panel_session', planted);
  assert.equal((await browser.get('/user/profile')).status, 401);
  browser.jar.set('panel_session', planted);
  await browser.post('/login', { email: customer.email, password: PASSWORD });
  assert.notEqual(browser.jar.get('panel_session'), planted);
  const attacker = panel.browser(owner);
  attacker.jar.set('panel_session', planted);
  assert.equal((await attacker.get('/user/profile')).status, 401);
});

test('signing in again ends the previous session, even another user’s', async () => {
  const { owner, browser } = await someone();
  const first = browser.jar.get('panel_session') ?? '';
  const other = await panel.addUser(owner, 'admin');
  await browser.post('/login', { email: other.email, password: PASSWORD });
  const replay = panel.browser(owner);
  replay.jar.set('panel_session', first);
  assert.equal((await replay.get('/user/profile')).status, 401);
});

test('a cookie that is sent twice was planted, and is ignored', async () => {
  const { browser } = await someone();
  const cookie = `panel_session=${browser.jar.get('panel_session')}; panel_session=${randomId()}`;
  browser.jar.clear();
  assert.equal((await browser.get('/user/profile', { cookie })).status, 401);
});

test('the database holds no session id', async () => {
  const { customer, browser } = await someone();
  const rows = await panel.ctx.db.select().from(session).where(eq(session.userId, customer.id));
  assert.equal(rows.length, 1);
  assert.equal(JSON.stringify(rows).includes(browser.jar.get('panel_session') ?? '-'), false);
});

test('signing out ends the session immediately in both tabs', async () => {
  const { owner, browser } = await someone();
  const tab = panel.browser(owner);
  for (const [name, value] of browser.jar) tab.jar.set(name, value);
  assert.equal((await tab.get('/user/profile')).status, 200);
  await browser.post('/logout');
  const read = await tab.get('/user/profile');
  assert.equal(read.status, 401);
  assert.equal(read.body['redirectUrl'], '/login?error=E1007');
  const written = await tab.write('PUT', '/user/profile', { firstname: 'A', lastname: 'B', phone_number: '' });
  assert.equal(written.status, 401);
});

test('a session of one partner is invalid on another partner’s host', async () => {
  const { browser } = await someone();
  const other = await panel.addPartner();
  const there = panel.browser(other);
  for (const [name, value] of browser.jar) there.jar.set(name, value);
  assert.equal((await there.get('/user/profile')).status, 401);
});

test('a user who was moved to another partner, or deleted, is signed out', async () => {
  const moved = await someone();
  const other = await panel.addPartner();
  await panel.ctx.db.update(user).set({ partnerId: other.id }).where(eq(user.id, moved.customer.id));
  assert.equal((await moved.browser.get('/user/profile')).status, 401);
  const deleted = await someone();
  await panel.ctx.db.delete(user).where(eq(user.id, deleted.customer.id));
  assert.equal((await deleted.browser.get('/user/profile')).status, 401);
});

test('a session ends when it is unused, and after a week in any case', async () => {
  const { browser } = await someone();
  const steps = Math.ceil(SESSION_LIFE_MS / (SESSION_IDLE_MS - 60_000));
  try {
    for (let i = 1; i < steps; i++) {
      panel.clock.offsetMs = i * (SESSION_IDLE_MS - 60_000);
      assert.equal((await browser.get('/user/profile')).status, 200, `used after ${i} almost idle times`);
    }
    panel.clock.offsetMs = SESSION_LIFE_MS + 1000;
    assert.equal((await browser.get('/user/profile')).status, 401);
    panel.clock.offsetMs = 0;
    const idle = await someone();
    panel.clock.offsetMs = SESSION_IDLE_MS + 1000;
    assert.equal((await idle.browser.get('/user/profile')).status, 401);
  } finally {
    panel.clock.offsetMs = 0;
  }
});

test('a lost session leads back to the page that made the call, and only to our own', async () => {
  const owner = await panel.addPartner();
  const browser = panel.browser(owner);
  const redirectUrl = async (referer: string) => (await browser.get('/user/profile', { referer })).body['redirectUrl'];
  assert.equal(await redirectUrl(`${browser.origin}/sites?status=ready`), '/login?next=%2Fsites%3Fstatus%3Dready');
  assert.equal(await redirectUrl('https://evil.example/sites'), '/login');
  assert.equal(await redirectUrl(`${browser.origin}//evil.example`), '/login');
});

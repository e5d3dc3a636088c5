// On both databases: counted attempts.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { auditLog } from '../../src/db/schema.ts';
import { insertSite } from '../../src/modules/site/site.repo.ts';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

test('a customer signs in, is known, and signs out', async () => {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  await insertSite(panel.ctx.db, {
    partnerId: owner.id,
    customerId: customer.id,
    name: 'shop',
    fqdn: `shop.${owner.sitesDomain}`,
    type: 'wordpress',
    status: 'ready',
    infraDomainId: randomUUID(),
  });
  const browser = panel.browser(owner);
  const login = await browser.post('/login', { email: customer.email.toUpperCase(), password: PASSWORD });
  assert.equal(login.status, 200);
  assert.deepEqual(login.body, { status: true, redirectUrl: '/sites' });
  const profile = await browser.get('/user/profile');
  assert.equal(profile.status, 200);
  assert.equal(profile.body['email'], customer.email);
  assert.equal('passwordHash' in profile.body, false);

  const logout = await browser.post('/logout');
  assert.deepEqual(logout.body, { status: true, redirectUrl: '/login' });
  assert.equal((await browser.get('/user/profile')).status, 401);
});

test('a customer without a site starts with the first steps, unless a page was requested or sites are off', async () => {
  const redirectUrl = async (owner: Awaited<ReturnType<Panel['addPartner']>>, next?: string) => {
    const { email } = await panel.addUser(owner, 'customer');
    return (await panel.browser(owner).post('/login', { email, password: PASSWORD, next })).body['redirectUrl'];
  };
  const owner = await panel.addPartner();
  assert.equal(await redirectUrl(owner), '/get-started');
  assert.equal(await redirectUrl(owner, '/my-account/profile'), '/my-account/profile');
  assert.equal(await redirectUrl(await panel.addPartner({ attributes: { SECTION_SITES: 'false' } })), '/dashboard');
});

test('staff are redirected to the migrations, as the logo does, and `next` counts only if it is ours', async () => {
  const owner = await panel.addPartner({ redirectHosts: ['shop.example.com'] });
  const admin = await panel.addUser(owner, 'admin');
  const redirectUrl = async (next?: string) =>
    (await panel.browser(owner).post('/login', { email: admin.email, password: PASSWORD, next })).body['redirectUrl'];
  assert.equal(await redirectUrl(), '/admin/migration');
  assert.equal(await redirectUrl('/customers?pageIndex=2'), '/customers?pageIndex=2');
  assert.equal(await redirectUrl('//evil.example'), '/admin/migration');
  assert.equal(await redirectUrl('https://shop.example.com/cart'), 'https://shop.example.com/cart');
});

test('a wrong password and an unknown address get the same response, and the audit log distinguishes them', async () => {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const wrong = await panel.browser(owner).post('/login', { email: customer.email, password: 'Wrong1Password' });
  const unknown = await panel
    .browser(owner)
    .post('/login', { email: 'nobody@example.com', password: 'Wrong1Password' });
  for (const answer of [wrong, unknown]) {
    assert.equal(answer.status, 400);
    assert.equal(answer.body['code'], 'LOGIN_FAILED');
    assert.equal(answer.body['message'], 'Wrong email or password.');
    assert.equal(
      answer.cookies.some((cookie) => cookie.includes('panel_session=')),
      false,
    );
  }
  const lines = await panel.ctx.db.select().from(auditLog).where(eq(auditLog.partnerId, owner.id));
  assert.deepEqual(
    lines.map(({ action, userId }) => [action, userId]).sort(),
    [
      ['login.failed', customer.id],
      ['login.failed', null],
    ].sort(),
  );
  assert.equal(JSON.stringify(lines).includes('Wrong1Password'), false);
});

test('an account without a password cannot be opened with any', async () => {
  const owner = await panel.addPartner();
  const fresh = await panel.addUser(owner, 'customer', { passwordHash: null });
  assert.equal(
    (await panel.browser(owner).post('/login', { email: fresh.email, password: PASSWORD })).body['code'],
    'LOGIN_FAILED',
  );
});

test('the same address at two partners is two accounts', async () => {
  const [one, two] = [await panel.addPartner(), await panel.addPartner()];
  const customer = await panel.addUser(one, 'customer');
  assert.equal(
    (await panel.browser(two).post('/login', { email: customer.email, password: PASSWORD })).body['code'],
    'LOGIN_FAILED',
  );
  const twin = await panel.addUser(two, 'customer', { email: customer.email });
  const browser = await panel.signedIn(two, twin);
  assert.equal((await browser.get('/user/profile')).body['id'], twin.id);
});

test('a superadmin signs in on any host, each time for that host only', async () => {
  const [one, two] = [await panel.addPartner(), await panel.addPartner()];
  const root = await panel.addUser(null, 'superadmin');
  const here = await panel.signedIn(one, root);
  assert.equal((await here.get('/user/profile')).body['role'], 'superadmin');
  const there = await panel.signedIn(two, root);
  assert.equal((await there.get('/user/profile')).status, 200);
  const carried = panel.browser(two);
  for (const [name, value] of here.jar) carried.jar.set(name, value);
  assert.equal((await carried.get('/user/profile')).status, 401);
});

test('ten failures block an account for the rest of the window, also after a restart, and never permanently', async () => {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const browser = panel.browser(owner);
  const tryWith = (password: string, email = customer.email) => browser.post('/login', { email, password });
  for (let i = 0; i < 10; i++) assert.equal((await tryWith('Wrong1Password')).status, 400);
  const held = await tryWith(PASSWORD);
  assert.equal(held.status, 429);
  assert.equal(held.body['code'], 'RATE_LIMITED');
  const seconds = Number(held.headers.get('retry-after'));
  assert.ok(seconds > 800 && seconds <= 900, String(seconds));
  assert.equal((await tryWith('Wrong1Password', 'other@example.com')).status, 400, 'another account is not held back');

  browser.app = panel.restarted();
  assert.equal((await tryWith(PASSWORD)).status, 429);

  panel.clock.offsetMs += 901_000;
  assert.equal((await tryWith(PASSWORD)).status, 200);
  panel.clock.offsetMs = 0;
});

test('a success resets earlier failures; an empty form counts like a wrong password', async () => {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const browser = panel.browser(owner);
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 5; i++)
      assert.equal((await browser.post('/login', { email: customer.email, password: 'Wrong1Password' })).status, 400);
    for (let i = 0; i < 4; i++)
      assert.equal((await browser.post('/login', { email: customer.email, password: '' })).status, 422);
    assert.equal((await browser.post('/login', { email: customer.email, password: PASSWORD })).status, 200);
  }
  for (let i = 0; i < 10; i++)
    assert.equal((await browser.post('/login', { email: 'nobody@example.com', password: '' })).status, 422);
  assert.equal((await browser.post('/login', { email: 'nobody@example.com', password: PASSWORD })).status, 429);
});

test('parallel guesses cannot evade the limit', async () => {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const browser = panel.browser(owner);
  await browser.get('/partner/whitelabel');
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => browser.post('/login', { email: customer.email, password: 'Wrong1Password' })),
  );
  assert.equal(answers.filter(({ status }) => status === 400).length, 10);
  assert.equal(answers.filter(({ status }) => status === 429).length, 20);
});

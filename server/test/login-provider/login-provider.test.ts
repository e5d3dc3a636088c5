import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { loginIdentity, loginProvider, user } from '../../src/db/schema.ts';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { createDial } from '../../src/hosting/egress/dial.ts';
import { createOutside } from '../../src/hosting/egress/outside.ts';
import { createAddressPolicy } from '../../src/hosting/egress/public-address.ts';
import type { Browser } from '../http/browser.ts';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';
import { CLIENT, startOidcProvider, startPlainServer, type Account, type TestProvider } from './providers.ts';

const OFFERED = { SHOW_OTHER_LOGIN_OPTIONS: 'true' } as const;
/** Names of these tests are addresses. */
const resolve = async () => [];
const outsideOf = (allow: string[]) =>
  createOutside(createDial({ policy: createAddressPolicy({ allow, own: () => [] }), resolve, now: Date.now }));

let panel: Panel;
let owner: PartnerRow;
let boss: Browser;
let provider: TestProvider;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());
beforeEach(async (context) => {
  panel.clock.offsetMs = 0;
  panel.ctx.outside = outsideOf(['127.0.0.1']);
  owner = await panel.addPartner({ attributes: OFFERED });
  boss = await panel.entered(owner, await panel.addUser(owner, 'admin'));
  provider = await startOidcProvider(`${panel.browser(owner).origin}/auth/oidc-work/callback`);
  (context as { after(run: () => Promise<void>): void }).after(() => provider.close());
});

const setUp = async (input: object = {}) => {
  const answer = await boss.post('/partner/login-providers', {
    ...{ kind: 'oidc', slug: 'work', name: 'Work', issuer: provider.url },
    ...{ client_id: CLIENT.id, client_secret: CLIENT.secret },
    ...input,
  });
  assert.equal(answer.status, 200, answer.text);
  return answer.body['data'] as { id: string; slug: string; callback_url: string };
};
const account = (values: Partial<Account> = {}): Account => ({
  sub: `s${Math.random()}`,
  email: `u${Math.random()}@example.com`,
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Lovelace',
  ...values,
});
const start = async (browser: Browser, slug = 'oidc-work', next?: string) => {
  const answer = await browser.post(`/auth/${slug}/start`, { next });
  assert.equal(answer.status, 200, answer.text);
  return String(answer.body['redirectUrl']);
};
/** Comes back from the provider as a browser does; says where the panel sends it. */
const back = async (browser: Browser, address: string) => {
  const { pathname, search } = new URL(address);
  const navigation = Object.assign(panel.browser(owner, { accept: 'text/html' }), { jar: browser.jar });
  const answer = await navigation.get(pathname + search, { 'sec-fetch-site': 'cross-site' });
  assert.equal(answer.status, 303, answer.text);
  return answer.headers.get('location') ?? '';
};
const signIn = async (browser: Browser, who: Account, next?: string) => {
  provider.account = who;
  return back(browser, await provider.visit(await start(browser, 'oidc-work', next)));
};
const isIn = async (browser: Browser) => (await browser.get('/user/profile')).status === 200;

test('somebody new signs in at a provider and gets an account; the next time it is the same', async () => {
  const { callback_url } = await setUp();
  assert.equal(callback_url, `${panel.browser(owner).origin}/auth/oidc-work/callback`);
  const who = account({ email: 'Ada@Example.com' });
  const browser = panel.browser(owner);
  assert.equal(await signIn(browser, who, '/my-account/profile'), '/my-account/profile');
  const profile = (await browser.get('/user/profile')).body;
  assert.deepEqual(
    [profile['email'], profile['firstname'], profile['lastname']],
    ['ada@example.com', 'Ada', 'Lovelace'],
  );
  const again = panel.browser(owner);
  assert.equal(await signIn(again, { ...who, email: 'renamed@example.com' }), '/get-started');
  assert.equal((await again.get('/user/profile')).body['email'], 'ada@example.com');
  const [stored] = await panel.ctx.db.select().from(loginProvider).where(eq(loginProvider.partnerId, owner.id));
  assert.equal(stored?.clientSecret.includes(CLIENT.secret), false, 'sealed');
});

test('an email of an account that exists does not open it; its owner links it, and unlinks it', async () => {
  await setUp();
  const customer = await panel.addUser(owner, 'customer', { email: `c${Math.random()}@example.com` });
  const who = account({ email: customer.email });
  assert.equal(await signIn(panel.browser(owner), who), '/login?error=E06M01L02');

  const here = await panel.entered(owner, customer);
  const begun = await here.post('/auth/oidc-work/link');
  assert.equal(begun.status, 200, begun.text);
  assert.equal(await back(here, await provider.visit(String(begun.body['redirectUrl']))), '/my-account/security');
  const { rows } = (await here.get('/security/identities')).body as unknown as {
    rows: { id: string; email: string }[];
  };
  assert.deepEqual(
    rows.map(({ email }) => email),
    [customer.email],
  );
  const browser = panel.browser(owner);
  assert.equal(await signIn(browser, who), '/get-started');
  assert.equal(await isIn(browser), true);

  const other = await panel.entered(owner, await panel.addUser(owner, 'customer'));
  const stolen = String((await other.post('/auth/oidc-work/link')).body['redirectUrl']);
  assert.equal(await back(other, await provider.visit(stolen)), '/my-account/security?error=E06M01L02');
  assert.equal((await other.write('DELETE', `/security/identities/${rows[0]?.id}`)).status, 404);
  assert.equal((await here.write('DELETE', `/security/identities/${rows[0]?.id}`)).status, 200);
  assert.equal(await signIn(panel.browser(owner), who), '/login?error=E06M01L02');
});

test('the last way to sign in cannot be unlinked', async () => {
  await setUp();
  const browser = panel.browser(owner);
  await signIn(browser, account());
  const { rows } = (await browser.get('/security/identities')).body as unknown as { rows: { id: string }[] };
  const refused = await browser.write('DELETE', `/security/identities/${rows[0]?.id}`);
  assert.deepEqual([refused.status, refused.body['code']], [409, 'LAST_SIGN_IN']);
});

test('a second factor is asked for after a provider as after a password', async () => {
  await setUp();
  const who = account();
  await signIn(panel.browser(owner), who);
  await panel.ctx.db
    .update(user)
    .set({ secondFactorAt: new Date() })
    .where(eq(user.email, who.email ?? ''));
  const browser = panel.browser(owner);
  assert.equal(await signIn(browser, who, '/sites'), '/secondFactor?next=%2Fsites');
  assert.equal(await isIn(browser), false);
});

test('an email that the provider has not verified is refused, whatever it calls that', async () => {
  await setUp();
  for (const email_verified of [false, undefined]) {
    const location = await signIn(panel.browser(owner), account({ email_verified }));
    assert.match(location, /^\/login\?error=email&message=Work\+has\+not\+verified/);
  }
  assert.match(await signIn(panel.browser(owner), account({ email: 'no address' })), /^\/login\?error=email/);
  const none = await panel.ctx.db
    .select()
    .from(loginIdentity)
    .innerJoin(loginProvider, eq(loginProvider.partnerId, owner.id));
  assert.equal(
    none.filter(({ login_identity: { providerId }, login_provider: { id } }) => providerId === id).length,
    0,
  );
});

test('a state works once, in its browser, within ten minutes, at its provider', async () => {
  await setUp();
  await setUp({ slug: 'other', name: 'Other' });
  provider.account = account();
  const browser = panel.browser(owner);
  const address = await provider.visit(await start(browser));
  assert.equal(await back(panel.browser(owner), address), '/login?error=E1003', 'another browser');
  assert.equal(await back(browser, address), '/get-started');
  assert.equal(await isIn(browser), true);
  assert.equal(await back(browser, address), '/login?error=E1003', 'replayed');

  const mixed = panel.browser(owner);
  const moved = (await provider.visit(await start(mixed))).replace('/oidc-work/', '/oidc-other/');
  assert.equal(await back(mixed, moved), '/login?error=E1003', 'at another provider');

  const slow = panel.browser(owner);
  const late = await provider.visit(await start(slow));
  panel.clock.offsetMs = 10 * 60_000 + 1000;
  assert.equal(await back(slow, late), '/login?error=E1003', 'too late');
  assert.equal(await back(slow, `${slow.origin}/auth/oidc-work/callback`), '/login?error=E1003', 'without anything');
  assert.equal(await isIn(slow), false);
});

test('another nonce, issuer, code or PKCE verifier is refused', async () => {
  await setUp();
  provider.account = account();
  const changed = async (change: { there?: (url: URL) => void; here?: (url: URL) => void }) => {
    const browser = panel.browser(owner);
    const there = new URL(await start(browser));
    change.there?.(there);
    const here = new URL(await provider.visit(there.href));
    change.here?.(here);
    const location = await back(browser, here.href);
    assert.equal(await isIn(browser), false);
    return location;
  };
  assert.equal(await changed({ there: (url) => url.searchParams.set('nonce', 'n'.repeat(43)) }), '/login?error=E1003');
  assert.equal(
    await changed({ there: (url) => url.searchParams.set('code_challenge', 'c'.repeat(43)) }),
    '/login?error=E1003',
  );
  assert.equal(
    await changed({ here: (url) => url.searchParams.set('iss', 'https://evil.test') }),
    '/login?error=E1003',
  );
  assert.equal(await changed({ here: (url) => url.searchParams.delete('iss') }), '/login?error=E1003');
  assert.equal(await changed({ here: (url) => url.searchParams.set('code', 'another') }), '/login?error=E1003');
  const refused = (url: URL) => {
    url.searchParams.delete('code');
    url.searchParams.set('error', 'access_denied');
  };
  assert.equal(await changed({ here: refused }), '/login?error=E1000');
});

test('a provider that is away, or calls itself something else, is said to be', async () => {
  await setUp();
  const browser = panel.browser(owner);
  provider.account = account();
  const address = await provider.visit(await start(browser));
  provider.away = true;
  assert.equal(await back(browser, address), '/login?error=E1004');
  const refused = await browser.post('/auth/oidc-work/start');
  assert.deepEqual([refused.status, refused.body['code']], [424, 'PROVIDER_AWAY']);
  provider.away = false;
  const wrong = await boss.post('/partner/login-providers', {
    ...{ kind: 'oidc', slug: 'x', name: 'X', issuer: `${provider.url}/other`, client_id: 'a', client_secret: 'b' },
  });
  assert.deepEqual([wrong.status, wrong.body['code']], [424, 'PROVIDER_AWAY']);
});

test('the panel’s egress decides which providers can be asked', async () => {
  panel.ctx.outside = outsideOf([]);
  const refused = await boss.post('/partner/login-providers', {
    ...{ kind: 'oidc', slug: 'x', name: 'X', issuer: provider.url, client_id: 'a', client_secret: 'b' },
  });
  assert.deepEqual([refused.status, refused.body['code']], [424, 'PROVIDER_AWAY']);
});

const TOKEN = { access_token: 'its-token', token_type: 'bearer', scope: 'read:user,user:email' };
const plainSignIn = async (slug: string) => {
  const browser = panel.browser(owner);
  const url = new URL(await start(browser, slug));
  const answer = `${browser.origin}/auth/${slug}/callback?${new URLSearchParams({ code: 'c', state: url.searchParams.get('state') ?? '' })}`;
  return { browser, url, location: await back(browser, answer) };
};

test('GitHub is asked for the verified primary email', async (context) => {
  const emails = [
    { email: 'second@example.com', primary: false, verified: true },
    { email: `g${Math.random()}@example.com`, primary: true, verified: true },
  ];
  const answers: Record<string, unknown> = {
    '/login/oauth/access_token': TOKEN,
    '/api/v3/user': { id: 7, name: 'Grace Brewster Hopper' },
    '/api/v3/user/emails': emails,
  };
  const github = await startPlainServer(answers);
  context.after(github.close);
  await setUp({ kind: 'github', name: undefined, issuer: github.url });
  const { browser, url, location } = await plainSignIn('github');
  assert.equal(location, '/get-started');
  assert.deepEqual(
    [url.searchParams.get('scope'), url.searchParams.get('code_challenge_method')],
    ['read:user user:email', 'S256'],
  );
  assert.equal(github.seen.token?.get('client_secret'), CLIENT.secret);
  const profile = (await browser.get('/user/profile')).body;
  assert.deepEqual([profile['firstname'], profile['lastname']], ['Grace', 'Brewster Hopper']);
  answers['/api/v3/user/emails'] = [{ email: 'x@example.com', primary: true, verified: false }];
  assert.match((await plainSignIn('github')).location, /^\/login\?error=email&message=GitHub/);
  answers['/api/v3/user/emails'] = { message: 'no' };
  assert.equal((await plainSignIn('github')).location, '/login?error=E02M02L01');
  delete answers['/api/v3/user'];
  assert.equal((await plainSignIn('github')).location, '/login?error=E02M02L02');
  answers['/login/oauth/access_token'] = { error: 'bad_verification_code' };
  assert.equal((await plainSignIn('github')).location, '/login?error=E02M01L02');
  delete answers['/login/oauth/access_token'];
  assert.equal((await plainSignIn('github')).location, '/login?error=E02M01L03');
});

test('Bitbucket is asked for the confirmed primary email', async (context) => {
  const answers: Record<string, unknown> = {
    '/site/oauth2/access_token': { ...TOKEN, scopes: 'account email' },
    '/2.0/user': { uuid: '{7}', display_name: 'Joan Clarke' },
    '/2.0/user/emails': { values: [{ email: `b${Math.random()}@example.com`, is_primary: true, is_confirmed: true }] },
  };
  const bitbucket = await startPlainServer(answers);
  context.after(bitbucket.close);
  const { id } = await setUp({ kind: 'bitbucket', issuer: undefined });
  await panel.ctx.db.update(loginProvider).set({ issuer: bitbucket.url }).where(eq(loginProvider.id, id));
  assert.equal((await plainSignIn('bitbucket')).location, '/get-started');
  answers['/2.0/user/emails'] = {};
  assert.equal((await plainSignIn('bitbucket')).location, '/login?error=E01M02L02');
  delete answers['/2.0/user/emails'];
  assert.equal((await plainSignIn('bitbucket')).location, '/login?error=E01M02L03');
});

test('staff set providers up, change and remove them; nobody sees a secret again', async () => {
  const { id } = await setUp();
  const twice = await boss.post('/partner/login-providers', {
    ...{ kind: 'oidc', slug: 'work', name: 'Work', issuer: provider.url, client_id: 'a', client_secret: 'b' },
  });
  assert.deepEqual([twice.status, twice.body['code']], [409, 'PROVIDER_EXISTS']);
  await signIn(panel.browser(owner), account());
  const list = await boss.get('/partner/login-providers');
  assert.equal(list.text.includes(CLIENT.secret), false);
  assert.deepEqual(
    (list.body['rows'] as { accounts: number }[]).map(({ accounts }) => accounts),
    [1],
  );
  const outdated = { client_id: 'x', client_secret: 'y', expected: { client_id: 'never-there' } };
  const refused = await boss.write('PUT', `/partner/login-providers/${id}`, outdated);
  assert.deepEqual([refused.status, refused.body['code']], [409, 'CONFLICT']);
  assert.deepEqual(Object.keys(refused.body['current'] as object), ['client_id']);
  const changed = await boss.write('PUT', `/partner/login-providers/${id}`, {
    ...outdated,
    expected: refused.body['current'],
  });
  assert.equal(changed.status, 200, changed.text);
  assert.equal(await signIn(panel.browser(owner), account()).catch(() => 'refused'), 'refused', 'another client');
  const other = await panel.addPartner({ attributes: OFFERED });
  const theirs = await panel.entered(other, await panel.addUser(other, 'admin'));
  assert.equal((await theirs.write('DELETE', `/partner/login-providers/${id}`)).status, 404);
  assert.equal((await boss.write('DELETE', `/partner/login-providers/${id}`)).status, 200);
  assert.deepEqual((await panel.browser(owner).get('/auth/providers')).body, { rows: [] });
});

test('a partner that shows no other login options offers none', async () => {
  const shy = await panel.addPartner({ attributes: { SHOW_OTHER_LOGIN_OPTIONS: 'false' } });
  const staff = await panel.entered(shy, await panel.addUser(shy, 'admin'));
  const made = await staff.post('/partner/login-providers', {
    ...{ kind: 'github', client_id: 'a', client_secret: 'b' },
  });
  assert.equal(made.status, 200, made.text);
  const browser = panel.browser(shy);
  assert.deepEqual((await browser.get('/auth/providers')).body, { rows: [] });
  assert.equal((await browser.post('/auth/github/start')).status, 404);
  assert.equal((await staff.get('/partner/login-providers')).body['is_offered'], false);
});

test('an account needs a proof to link another one, and a password sign-in is as before', async () => {
  await setUp();
  const customer: UserRow = await panel.addUser(owner, 'customer');
  const here = await panel.signedIn(owner, customer);
  panel.clock.offsetMs = 11 * 60_000;
  assert.equal((await here.post('/auth/oidc-work/link')).body['code'], 'PROOF_NEEDED');
  assert.equal((await here.post('/security/proof', { password: PASSWORD })).status, 200);
  assert.equal((await here.post('/auth/oidc-work/link')).status, 200);
});

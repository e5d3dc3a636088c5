import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PartnerRow } from '../../src/context/call-context.ts';
import { signSsoLink } from '../../src/modules/session/sso.service.ts';
import { startPanel, type Panel } from '../http/harness.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

let made = 0;
function linkOf(
  owner: PartnerRow,
  email: string,
  change: { seconds?: number; next?: string; secret?: string } = {},
): Record<string, string> {
  const parts = {
    email,
    expires: String(Math.floor(Date.now() / 1000) + (change.seconds ?? 45)),
    nonce: `nonce-of-the-test-${++made}`,
    ...(change.next === undefined ? {} : { next: change.next }),
  };
  return { ...parts, signature: signSsoLink(change.secret ?? owner.ssoSecret ?? '', parts) };
}
const open = (owner: PartnerRow, link: Record<string, string>, browser = panel.browser(owner)) =>
  browser.get(`/sso/link?${new URLSearchParams(link)}`);

test('a signed link signs in once, and redirects to its target', async () => {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const browser = panel.browser(owner);
  const link = linkOf(owner, customer.email, { next: '/sites?pageIndex=1' });
  assert.deepEqual((await open(owner, link, browser)).body, { status: true, redirectUrl: '/sites?pageIndex=1' });
  assert.equal((await browser.get('/user/profile')).body['id'], customer.id);
  assert.equal((await open(owner, link)).body['code'], 'TOKEN_INVALID', 'a link works once');
});

test('a browser that opens the link is redirected, with its session', async () => {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const browser = panel.browser(owner);
  const visit = (link: Record<string, string>) =>
    panel.app.request(`${browser.origin}/sso/link?${new URLSearchParams(link)}`, {
      headers: { accept: 'text/html', 'sec-fetch-site': 'cross-site' },
    });
  const closed = await panel.addUser(owner, 'customer', { suspendedAt: new Date() });
  const refused = new URL((await visit(linkOf(owner, closed.email))).headers.get('location') ?? '', browser.origin);
  assert.equal(refused.pathname, '/login');
  assert.match(refused.searchParams.get('message') ?? '', /^This account is suspended\. Write to /);
  const good = await visit(linkOf(owner, customer.email));
  assert.equal(good.status, 303);
  assert.equal(good.headers.get('location'), '/get-started', 'a customer without a site');
  assert.ok(good.headers.getSetCookie().some((cookie) => cookie.startsWith('panel_session=')));
  const bad = await visit({ ...linkOf(owner, customer.email), signature: '0'.repeat(64) });
  assert.equal(bad.headers.get('location'), '/login?error=E1000');
  assert.equal(
    bad.headers.getSetCookie().some((cookie) => cookie.startsWith('panel_session=')),
    false,
  );
});

test('every other link is rejected with the same response', async () => {
  const [owner, other] = [await panel.addPartner(), await panel.addPartner()];
  const mute = await panel.addPartner({ ssoSecret: null });
  const customer = await panel.addUser(owner, 'customer');
  const root = await panel.addUser(null, 'superadmin');
  const good = linkOf(owner, customer.email);
  const cases: [string, PartnerRow, Record<string, string>][] = [
    ['another secret', owner, linkOf(owner, customer.email, { secret: 'guess' })],
    ['another partner’s host', other, good],
    ['no secret at all', mute, linkOf(mute, customer.email, { secret: '' })],
    ['an unknown address', owner, linkOf(owner, 'nobody@example.com')],
    ['a superadmin', owner, linkOf(owner, root.email)],
    ['over', owner, linkOf(owner, customer.email, { seconds: -1 })],
    ['for too long', owner, linkOf(owner, customer.email, { seconds: 3600 })],
    ['a changed address', owner, { ...good, email: root.email }],
    ['a changed destination', owner, { ...good, next: '/admin' }],
    ['a separator in the address', owner, linkOf(owner, `${customer.email}|9`)],
  ];
  const answers = new Set<string>();
  for (const [what, host, link] of cases) {
    const answer = await open(host, link);
    assert.equal(answer.status, 400, what);
    answers.add(JSON.stringify({ ...answer.body, requestId: '' }));
    assert.equal(
      answer.cookies.some((cookie) => cookie.startsWith('panel_session=')),
      false,
      what,
    );
  }
  assert.equal(answers.size, 1);
});

test('of two concurrent uses only one signs in', async () => {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const link = linkOf(owner, customer.email);
  const answers = await Promise.all([open(owner, link), open(owner, link), open(owner, link)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400]);
});

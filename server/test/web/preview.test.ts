import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bootOf, openWeb, userOf } from './fixture.ts';

const framing = ({ headers }: Response) => [
  /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1],
  headers.get('x-frame-options'),
];
const NOWHERE = ["'none'", 'DENY'];
const IN_THE_PANEL = ["'self'", 'SAMEORIGIN'];

test('staff may see pages of their own panel in a frame, when they request the preview', async (t) => {
  for (const role of ['admin', 'superadmin'] as const) {
    const { get } = openWeb(t, { user: userOf(role) });
    assert.deepEqual(framing(await get('/admin/sites?preview=brand')), IN_THE_PANEL);
    assert.deepEqual(framing(await get('/help?preview=brand')), IN_THE_PANEL);
    assert.deepEqual(framing(await get('/admin/sites')), NOWHERE);
    assert.deepEqual(framing(await get('/admin/sites?preview=else')), NOWHERE);
  }
});

test('nobody else can frame anything, whatever they request', async (t) => {
  for (const user of [null, userOf('customer')]) {
    const { get } = openWeb(t, { user });
    for (const preview of ['brand', 'login', 'customer']) {
      assert.deepEqual(framing(await get(`/login?preview=${preview}`)), NOWHERE);
      assert.deepEqual(framing(await get(`/help?preview=${preview}`)), NOWHERE);
    }
  }
});

test('the preview for customers has their menus and pages, for that one view', async (t) => {
  const { get, who } = openWeb(t, { user: userOf('admin') });
  const preview = await get('/my-account/profile?preview=customer');
  assert.deepEqual(framing(preview), IN_THE_PANEL);
  const html = await preview.text();
  assert.equal((bootOf(html)['user'] as { role: string }).role, 'customer');
  assert.match(html, /data-layout="my-account"/);
  assert.equal((await get('/admin/sites?preview=customer')).headers.get('location'), '/forbidden');
  assert.deepEqual(bootOf(await (await get('/admin/sites')).text())['user'], who.user);
});

test('the preview of the sign-in is a signed-out visitor’s page, for that one view', async (t) => {
  const { get, who } = openWeb(t, { user: userOf('admin') });
  const preview = await get('/login?preview=login');
  assert.deepEqual(framing(preview), IN_THE_PANEL);
  const { user, registry } = bootOf(await preview.text()) as {
    user: unknown;
    registry: { remotes: { manifest: { id: string } }[] };
  };
  assert.equal(user, null);
  assert.deepEqual(
    registry.remotes.map(({ manifest }) => manifest.id),
    ['mf-help'],
  );
  assert.equal(
    (await get('/admin/sites?preview=login')).headers.get('location'),
    `/login?next=${encodeURIComponent('/admin/sites?preview=login')}`,
  );
  assert.deepEqual(bootOf(await (await get('/login')).text())['user'], who.user);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { and, eq } from 'drizzle-orm';
import type { Branding, PartnerVersion } from '@panel/contract';
import { auditLog } from '../../src/db/schema.ts';
import type { Browser } from '../http/browser.ts';
import { brandOf, good, openPartners, type Partners } from './partner-support.ts';

let on: Partners;
before(async () => void (on = await openPartners()));
after(() => on.panel.close());

const read = (browser: Browser) => good<Branding>(browser.get('/partner/branding'));
const save = (browser: Browser, body: object) => browser.write('PUT', '/partner/branding', body);
const restore = (browser: Browser, body: object) =>
  browser.post('/partner/versions/restore', { kind: 'branding', ...body });
const versionsOf = async (browser: Browser) =>
  (await good<{ pageElements: PartnerVersion[] }>(browser.get('/partner/versions?kind=branding'))).pageElements;

test('a saved brand is live for everyone immediately, and its version records who, what and why', async () => {
  assert.equal((await read(on.alex)).version, 0);
  await brandOf(on.visitor);
  const attributes = {
    RESELLER_COMPANY_NAME: ' Aurora Nord ',
    CSS_LINK_COLOR: '#AbC',
    ONLINE_CHAT_SCRIPT: encodeURIComponent('<script src="https://chat.example/x.js"></script>'),
  };
  const saved = await good<{ data: Branding }>(save(on.alex, { base: 0, note: 'Autumn', attributes }));
  assert.equal(saved.data.version, 1);
  assert.match(saved.data.changed_by ?? '', /^Alex Admin \(.+@.+\)$/);
  const live = await brandOf(on.visitor);
  assert.deepEqual(live.attributes, {
    ...attributes,
    RESELLER_COMPANY_NAME: 'Aurora Nord',
    CSS_LINK_COLOR: '#abc',
    SECTION_DNS: 'false',
  });
  assert.equal(live.logo, on.partner.logo, 'a picture that is not named stays');

  const [first, before] = await versionsOf(on.berta);
  assert.deepEqual(
    first?.changes.map(({ name }) => name),
    ['CSS_LINK_COLOR', 'RESELLER_COMPANY_NAME', 'ONLINE_CHAT_SCRIPT'],
  );
  assert.deepEqual(first?.changes[1], { name: 'RESELLER_COMPANY_NAME', before: 'Aurora', after: 'Aurora Nord' });
  assert.deepEqual([first?.version, first?.note, before?.version, before?.by], [1, 'Autumn', 0, null]);
  const lines = await on.panel.ctx.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.partnerId, on.partner.id), eq(auditLog.action, 'partner.branding')));
  assert.deepEqual(
    lines.map(({ detail }) => detail),
    [{ version: 1, changed: ['CSS_LINK_COLOR', 'RESELLER_COMPANY_NAME', 'ONLINE_CHAT_SCRIPT'] }],
  );
});

test('of two admins the slower one sees who was faster, and nothing is lost', async () => {
  const { version, attributes } = await read(on.berta);
  await good(save(on.alex, { base: version, attributes: { ...attributes, RESELLER_COMPANY_SLOGAN: 'By Alex' } }));
  const refused = await save(on.berta, {
    base: version,
    attributes: { ...attributes, RESELLER_COMPANY_SLOGAN: 'By Berta' },
  });
  assert.deepEqual([refused.status, refused.body['code']], [409, 'CONFLICT']);
  assert.match(String(refused.body['message']), /^This was changed in the meantime by Alex Admin \(/);
  assert.equal((await brandOf(on.visitor)).attributes['RESELLER_COMPANY_SLOGAN'], 'By Alex');

  const next = await read(on.berta);
  const both = await Promise.all(
    [on.alex, on.berta].map((browser, i) =>
      save(browser, {
        base: next.version,
        attributes: { ...next.attributes, RESELLER_COMPANY_SLOGAN: `At once ${i}` },
      }),
    ),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409], 'of two at the same moment one wins');
});

test('sending the same brand again is no change, whatever its base version', async () => {
  const now = await read(on.alex);
  const again = await good<{ data: Branding }>(save(on.alex, { base: 0, attributes: now.attributes }));
  assert.equal(again.data.version, now.version);
});

test('restoring creates a new version that names its source; an unknown version is 404', async () => {
  const now = await read(on.alex);
  assert.deepEqual(
    await good<{ version: number }>(restore(on.alex, { base: now.version, version: 0 })).then(({ version }) => version),
    now.version + 1,
  );
  assert.deepEqual((await brandOf(on.visitor)).attributes, on.partner.attributes);
  const [newest] = await versionsOf(on.alex);
  assert.equal(newest?.restored_from, 0);
  assert.equal((await restore(on.alex, { base: now.version, version: 1 })).body['code'], 'CONFLICT');
  assert.equal((await restore(on.alex, { base: now.version + 1, version: 77 })).body['code'], 'NOT_FOUND');
});

const BAD: readonly [what: string, attributes: object][] = [
  ['a language that the panel does not have', { LANGUAGE: 'xx' }],
  ['an unknown attribute', { SECTION_SITES: 'false' }],
  ['a colour by name', { CSS_LINK_COLOR: 'red' }],
  ['a colour that carries CSS', { CSS_NAV_BG_COLOR: '#fff;background:url(//evil.example)' }],
  ['a name that is too long', { RESELLER_COMPANY_NAME: 'x'.repeat(61) }],
  ['a name of two lines', { RESELLER_COMPANY_NAME: 'a\nb' }],
  ['a script as address', { MIGRATION_VIDEO_LINK: 'javascript:alert(1)' }],
  ['an address without host', { MIGRATION_VIDEO_LINK: 'https://' }],
  ['a badly encoded chat script', { ONLINE_CHAT_SCRIPT: '%E0%A4%A' }],
  ['a chat script that is too long', { ONLINE_CHAT_SCRIPT: 'x'.repeat(8001) }],
  ['an invalid flag', { SHOW_OTHER_LOGIN_OPTIONS: 'yes' }],
];
for (const [what, attributes] of BAD) {
  test(`${what} is rejected at its field, and nothing changes`, async () => {
    const before = await read(on.alex);
    const answer = await save(on.alex, { base: before.version, attributes });
    assert.deepEqual([answer.status, answer.body['code']], [422, 'VALIDATION'], answer.text);
    assert.deepEqual(Object.keys(answer.body['fields'] as object), [`attributes.${Object.keys(attributes)[0]}`]);
    assert.deepEqual(await read(on.alex), before);
  });
}

test('each partner has its own brand and its own versions', async () => {
  await good(save(on.stranger, { base: 0, attributes: { RESELLER_COMPANY_NAME: 'Other' } }));
  assert.notEqual((await brandOf(on.visitor)).attributes['RESELLER_COMPANY_NAME'], 'Other');
  assert.deepEqual(
    (await versionsOf(on.stranger)).map(({ version }) => version),
    [1, 0],
  );
});

test('customers and visitors can neither read nor change it', async () => {
  const now = await read(on.alex);
  for (const [browser, code] of [
    [on.customer, 'FORBIDDEN'],
    [on.visitor, 'UNAUTHENTICATED'],
  ] as const) {
    assert.equal((await save(browser, { base: now.version, attributes: {} })).body['code'], code);
    assert.equal((await restore(browser, { base: now.version, version: 0 })).body['code'], code);
    assert.equal((await browser.get('/partner/versions?kind=branding')).body['code'], code);
  }
  assert.deepEqual(await read(on.alex), now);
});

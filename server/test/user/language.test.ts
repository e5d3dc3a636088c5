import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { acceptedLanguage } from '../../src/context/language.ts';
import { user } from '../../src/db/schema.ts';
import { Browser } from '../http/browser.ts';
import { startPanel, type Panel } from '../http/harness.ts';
import { openWeb } from '../web/fixture.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel({ parts: { web: (visitOf) => openWeb({ after }, {}, { visitOf }).web } });
});
after(() => panel.close());

/** Language and direction of the page, as the browser's own navigation gets it. */
async function pageOf(browser: Browser, headers: Record<string, string> = {}): Promise<string | undefined> {
  const tab = new Browser(browser.app, browser.origin, { accept: 'text/html' });
  for (const pair of browser.jar) tab.jar.set(...pair);
  const { text } = await tab.get('/help', headers);
  return /<html lang="(\w+" dir="\w+)"/.exec(text)?.[1]?.replace('" dir="', ' ');
}

const languageIn = async (id: string) =>
  (await panel.ctx.db.select({ language: user.language }).from(user).where(eq(user.id, id)))[0]?.language;
const choose = async (browser: Browser, language: string) =>
  (await browser.write('PUT', '/language', { language })).status;
const TURKISH = { 'accept-language': 'fr-CH, fr;q=0.9, tr-TR;q=0.8, de;q=0.7, *;q=0.5' };

test('the account’s choice comes first, then the browser’s, what it asks for, the partner’s, and English', async () => {
  const partner = await panel.addPartner({ isSpecial: true, attributes: { LANGUAGE: 'ar' } });
  const plain = await panel.addPartner({ isSpecial: true });
  const customer = await panel.addUser(partner, 'customer');
  const stranger = panel.browser(plain);
  assert.equal(await pageOf(stranger), 'en ltr');
  assert.equal(await pageOf(stranger, { 'accept-language': 'fr, xx;q=0.4' }), 'en ltr');
  const visitor = panel.browser(partner);
  assert.equal(await pageOf(visitor), 'ar rtl');
  assert.equal(await pageOf(visitor, TURKISH), 'tr ltr');
  assert.equal(await choose(visitor, 'de'), 200);
  assert.equal(await pageOf(visitor, TURKISH), 'de ltr');
  const signedIn = await panel.entered(partner, customer);
  assert.equal(await pageOf(signedIn), 'ar rtl', 'an account without a choice has the partner’s');
  assert.equal(await choose(signedIn, 'tr'), 200);
  assert.equal(await languageIn(customer.id), 'tr');
  signedIn.jar.set('panel_language', 'de');
  assert.equal(await pageOf(signedIn, { 'accept-language': 'en' }), 'tr ltr');
});

test('a language that does not exist is refused, and one in a cookie counts as none', async () => {
  const partner = await panel.addPartner({ isSpecial: true });
  const customer = await panel.addUser(partner, 'customer');
  const browser = await panel.entered(partner, customer);
  for (const language of ['xx', 'de-', '', 'DE', '__proto__', '"><script>']) {
    const answer = await browser.write('PUT', '/language', { language });
    assert.deepEqual([answer.status, answer.body['code']], [422, 'VALIDATION'], language);
  }
  assert.equal(await languageIn(customer.id), null);
  for (const planted of ['xx', 'constructor', '%22%3E', 'de de']) {
    browser.jar.set('panel_language', planted);
    assert.equal(await pageOf(browser), 'en ltr', planted);
  }
});

test('the choice of another user stays, also when staff act as them', async () => {
  const partner = await panel.addPartner({ isSpecial: true });
  const [customer, other] = [await panel.addUser(partner, 'customer'), await panel.addUser(partner, 'customer')];
  const admin = await panel.addUser(partner, 'admin');
  assert.equal(await choose(await panel.entered(partner, customer), 'tr'), 200);
  assert.equal(await choose(await panel.entered(partner, other), 'de'), 200);
  const staff = await panel.entered(partner, admin);
  assert.equal(await choose(staff, 'de'), 200);
  staff.jar.delete('panel_language');
  const begun = await staff.post(`/customer/${customer.id}/session`, { reason: 'A ticket about the shop' });
  assert.equal(begun.status, 200, begun.text);
  assert.equal(await pageOf(staff), 'de ltr', 'staff keep their own words');
  assert.equal(await choose(staff, 'ar'), 200);
  assert.equal(await pageOf(staff), 'ar rtl');
  assert.deepEqual(
    [await languageIn(customer.id), await languageIn(other.id), await languageIn(admin.id)],
    ['tr', 'de', 'ar'],
  );
});

test('a member chooses for themselves: the account’s language stays', async () => {
  const partner = await panel.addPartner({ isSpecial: true });
  const customer = await panel.addUser(partner, 'customer', { language: 'tr' });
  const access = { accountId: customer.id, memberRole: 'developer' as const, allWorkloads: true };
  const member = await panel.addUser(partner, 'customer', access);
  const browser = await panel.entered(partner, member);
  assert.equal(await choose(browser, 'de'), 200);
  assert.equal(await pageOf(browser), 'de ltr');
  assert.deepEqual([await languageIn(customer.id), await languageIn(member.id)], ['tr', 'de']);
});

test('a call without the page’s token changes nothing', async () => {
  const partner = await panel.addPartner({ isSpecial: true });
  const customer = await panel.addUser(partner, 'customer');
  const browser = await panel.entered(partner, customer);
  const answer = await browser.send('PUT', '/language', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ language: 'de' }),
  });
  assert.equal(answer.body['code'], 'CSRF');
  assert.equal(await languageIn(customer.id), null);
});

test('an error brings its text before the values, and these, so that a page can say it in another language', async () => {
  const partner = await panel.addPartner({ isSpecial: true });
  const browser = await panel.entered(partner, await panel.addUser(partner, 'customer'));
  const { body } = await browser.write('PUT', '/language', { language: 'xx' });
  assert.equal(body['template'], undefined, 'a text without values is its own');
  const conflict = await browser.write('PUT', '/user/profile', {
    firstname: 'Ada',
    lastname: '',
    phone_number: '',
    expected: { firstname: 'Grace', lastname: '', phone_number: '' },
  });
  assert.equal(conflict.body['code'], 'CONFLICT', conflict.text);
  assert.deepEqual(
    [conflict.body['template'], conflict.body['values']],
    ['This was changed in the meantime{by}. Reload the page and try again.', { by: '' }],
  );
});

for (const [header, language] of [
  ['de', 'de'],
  ['de-AT,en;q=0.5', 'de'],
  ['en;q=0.5, de', 'de'],
  ['tr;q=0, de;q=0.1', 'de'],
  ['zh-Hant-TW, *', null],
  ['AR_eg', 'ar'],
  ['de;q=2, tr;q=abc, ar;q=0.1', 'ar'],
  [`${'x,'.repeat(100_000)}de`, null],
  ['', null],
  [undefined, null],
] as const) {
  test(`Accept-Language ${header?.slice(0, 40)} is ${language}`, () =>
    assert.equal(acceptedLanguage(header), language));
}

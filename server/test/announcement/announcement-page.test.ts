import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPanel, type Panel } from '../http/harness.ts';
import { openWeb } from '../web/fixture.ts';
import { TEXTS } from './announcement-support.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel({ parts: { web: (visitOf) => openWeb({ after }, {}, { visitOf }).web } });
});
after(() => panel.close());

test('the first HTML of a customer has the banner, as text, until it is closed', async () => {
  const partner = await panel.addPartner({ isSpecial: true });
  const staff = await panel.entered(partner, await panel.addUser(partner, 'admin'));
  const customer = await panel.addUser(partner, 'customer');
  const client = await panel.entered(partner, customer);
  const page = await panel.entered(partner, customer, { accept: 'text/html' });
  const profile = async () => (await page.get('/my-account/profile')).text;
  assert.doesNotMatch(await profile(), /class="f-banner"/);
  const made = await staff.post('/partner/announcements', { ...TEXTS, title: '<b>Down</b>', kind: 'problem' });
  assert.equal(made.status, 200, made.text);
  const html = await profile();
  assert.match(html, /class="f-banner" data-tone="danger" role="status"/);
  assert.match(html, /&#60;b&#62;Down|&lt;b&gt;Down/);
  assert.doesNotMatch(html, /<b>Down/);
  const closed = await client.post(`/announcements/${String(made.body['id'])}/dismiss`, {});
  assert.equal(closed.status, 200, closed.text);
  assert.doesNotMatch(await profile(), /class="f-banner"/);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPanel, type Panel } from '../http/harness.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

const PROFILE = { firstname: 'Typed by another', lastname: 'Il', phone_number: '' };

test('a page that one account opened cannot act in the name of another that signed in meanwhile', async () => {
  const owner = await panel.addPartner();
  const [opener, now] = [await panel.addUser(owner, 'customer'), await panel.addUser(owner, 'customer')];
  const browser = await panel.signedIn(owner, now);

  const write = await browser.write('PUT', '/user/profile', PROFILE, { 'x-viewer': opener.id });
  assert.deepEqual([write.status, write.body['code']], [409, 'VIEWER_CHANGED']);
  const read = await browser.get('/user/profile', { 'x-viewer': opener.id });
  assert.deepEqual([read.status, read.body['code']], [409, 'VIEWER_CHANGED']);
  assert.equal((await browser.get('/user/profile')).body['firstname'], '');
  assert.equal((await browser.write('PUT', '/user/profile', PROFILE, { 'x-viewer': now.id })).status, 200);
});

test('a customer’s page reports that, not that the signed-in staff lack access', async () => {
  const owner = await panel.addPartner();
  const [opener, now] = [await panel.addUser(owner, 'customer'), await panel.addUser(owner, 'admin')];
  const browser = await panel.signedIn(owner, now);
  const answer = await browser.post('/site', { fqdn: 'some-name.example.com' }, { 'x-viewer': opener.id });
  assert.deepEqual(
    [answer.status, answer.body['code'], answer.body['redirectUrl']],
    [409, 'VIEWER_CHANGED', undefined],
  );
});

test('without a session the user has to sign in, and signing out is always possible', async () => {
  const owner = await panel.addPartner();
  const [opener, now] = [await panel.addUser(owner, 'customer'), await panel.addUser(owner, 'customer')];
  assert.equal((await panel.browser(owner).get('/user/profile', { 'x-viewer': opener.id })).status, 401);
  const browser = await panel.signedIn(owner, now);
  assert.equal((await browser.post('/logout', undefined, { 'x-viewer': opener.id })).status, 200);
});

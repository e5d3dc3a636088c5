import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPanel, type Panel } from '../http/harness.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

test('the profile is shown and changed, limited to names and phone number', async () => {
  const owner = await panel.addPartner({ isSpecial: true });
  const customer = await panel.addUser(owner, 'customer', { isAbuseSystem: true });
  const browser = await panel.entered(owner, customer);
  const changed = await browser.write('PUT', '/user/profile', {
    firstname: '  Ada ',
    lastname: 'Lovelace',
    phone_number: '+1 555 010 0199',
    role: 'superadmin',
    email: 'x@y.zz',
    is_abuse_system: false,
    id: owner.id,
  });
  assert.equal(changed.status, 200);
  const { body } = await browser.get('/user/profile');
  assert.deepEqual(changed.body['data'], body);
  assert.deepEqual(
    { ...body, created_at: '' },
    {
      id: customer.id,
      email: customer.email,
      role: 'customer',
      avatar_url: null,
      is_abuse_system: true,
      username: customer.email.split('@')[0],
      github_username: null,
      domains: [owner.domain],
      redirect_url: null,
      is_nucal_partner: true,
      firstname: 'Ada',
      lastname: 'Lovelace',
      phone_number: '+1 555 010 0199',
      created_at: '',
    },
  );
});

test('errors of the profile are reported per field', async () => {
  const owner = await panel.addPartner();
  const browser = await panel.entered(owner, await panel.addUser(owner, 'customer'));
  const answer = await browser.write('PUT', '/user/profile', {
    firstname: 'x'.repeat(101),
    lastname: 'ok',
    phone_number: 'call me',
  });
  assert.deepEqual(answer.body['fields'], {
    firstname: 'At most 100 characters are allowed.',
    phone_number: 'Enter a phone number with digits, for example +1 555 010 0199.',
  });
  assert.equal((await browser.get('/user/profile')).body['firstname'], '');
});

test('staff see their partner’s users by id; a superadmin those of the host; invalid ids are 422', async () => {
  const [owner, other] = [await panel.addPartner(), await panel.addPartner()];
  const customer = await panel.addUser(owner, 'customer');
  const root = await panel.addUser(null, 'superadmin');
  const admin = await panel.entered(owner, await panel.addUser(owner, 'admin'));
  assert.equal((await admin.get(`/user/${customer.id}`)).body['email'], customer.email);
  assert.equal((await admin.get(`/user/${root.id}`)).status, 404);
  assert.equal((await (await panel.entered(other, root)).get(`/user/${customer.id}`)).status, 404);
  assert.equal((await (await panel.entered(owner, root)).get(`/user/${customer.id}`)).status, 200);
  assert.equal((await admin.get('/user/1%20or%201=1')).status, 422);
});

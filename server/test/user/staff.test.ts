import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPanel, type Panel } from '../http/harness.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel({ tasks: true });
});
after(() => panel.close());

test('staff find every customer of their partner, also those without a site, and nobody else', async () => {
  const owner = await panel.addPartner({ isSpecial: true });
  const other = await panel.addPartner({ isSpecial: true });
  const ada = await panel.addUser(owner, 'customer', { firstname: 'Ada', lastname: 'Lovelace' });
  await panel.addUser(other, 'customer', { firstname: 'Ada', lastname: 'Foreign' });
  const admin = await panel.addUser(owner, 'admin', { firstname: 'Ada', lastname: 'Admin' });
  const browser = await panel.entered(owner, admin);
  const found = await browser.get('/partner/customers?keyword=ada%20love');
  assert.deepEqual(found.body['customers'], [{ id: ada.id, email: ada.email, firstname: 'Ada', lastname: 'Lovelace' }]);
  assert.deepEqual((await browser.get('/partner/customers?keyword=%25')).body['customers'], []);
  const customer = await panel.entered(owner, ada);
  assert.equal((await customer.get('/partner/customers')).status, 403);
});

test('a request for a migration reaches the staff of the partner once', async () => {
  const owner = await panel.addPartner({ isSpecial: true });
  const customer = await panel.addUser(owner, 'customer');
  const admin = await panel.addUser(owner, 'admin');
  const asked = new FormData();
  const fqdn = `moved.${owner.sitesDomain}`;
  asked.set('migration', JSON.stringify({ type: 'host', fqdn, sharingLink: 'https://files.example.com/backup.zip' }));
  const browser = await panel.entered(owner, customer);
  await browser.get('/partner/whitelabel');
  const made = await browser.send('POST', '/migration/site', {
    headers: { 'x-xsrf-token': browser.jar.get('XSRF-TOKEN') ?? '' },
    body: asked,
  });
  assert.equal(made.status, 200, made.text);
  const told = (await (await panel.entered(owner, admin)).get('/notification')).body['pageElements'] as {
    type: string;
    description: string;
    link: string;
  }[];
  assert.deepEqual(
    told.map(({ type, description, link }) => ({ type, description, link })),
    [
      {
        type: 'migration_requested',
        description: `${customer.email} asks to move a site to ${fqdn}.`,
        link: '/admin/migration',
      },
    ],
  );
  const others = await (await panel.entered(owner, customer)).get('/notification');
  assert.deepEqual(others.body['pageElements'], []);
});

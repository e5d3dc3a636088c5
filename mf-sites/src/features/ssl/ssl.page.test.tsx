import { screen, waitFor, within } from '@testing-library/react';
import { makeScenario } from '@panel/ui/testing';
import { openPage } from '../../testing/open.ts';

async function open(name: string) {
  const mine = await makeScenario({ sites: [{ name }] });
  return openPage({ path: `/manage-site/ssl/${mine.sites[0]?.site_id}`, as: mine });
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('another customer’s site is not found', async () => {
  const theirs = await makeScenario({ sites: [{ name: 'secret' }] });
  await openPage({ path: `/manage-site/ssl/${theirs.sites[0]?.site_id}` });
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeVisible();
});

test('without a certificate nothing is green, and visitors cannot be sent to https', async () => {
  await open('bakery');
  const card = await region('Certificate');
  expect(card.getByText('Not checked')).toBeVisible();
  expect(card.getByText('There is no certificate yet. Request one.')).toBeVisible();
  const visitors = await region('Visitors');
  expect(visitors.getByRole('switch', { name: /^Redirect to HTTPS/ })).toBeDisabled();
  expect(visitors.getByText(/No certificate was seen yet/)).toBeVisible();
});

test('a request shows its steps, ends with a certificate that was seen, and visitors can be sent to it', async () => {
  const { user } = await open('shop');
  const card = await region('Certificate');
  await user.click(card.getByRole('button', { name: 'Request a certificate' }));
  expect(await screen.findByText('Requesting the certificate')).toBeVisible();
  expect(await card.findByText('Served')).toBeVisible();
  expect(card.getByText(/^Issued by this server/)).toBeVisible();
  expect(card.getByText(/^Automatic, on /)).toBeVisible();
  const force = (await region('Visitors')).getByRole('switch', { name: /^Redirect to HTTPS/ });
  await user.click(force);
  await waitFor(() => expect(force).toBeChecked());
  expect((await region('Visitors')).getByText(/It needs HTTPS at port 443/)).toBeVisible();
});

test('an upload that is wrong says what is wrong with it', async () => {
  const { user } = await open('cafe');
  await user.click((await region('Certificate')).getByRole('button', { name: /^Upload your own/ }));
  const panel = within(await screen.findByRole('dialog', { name: 'Upload your own certificate' }));
  const [certificate, key] = [/^Certificate/, /^Private key/].map((name) => panel.getByRole('textbox', { name }));
  await user.click(certificate as HTMLElement);
  await user.paste('-----BEGIN CERTIFICATE-----\nnothing\n-----END CERTIFICATE-----');
  await user.click(key as HTMLElement);
  await user.paste('nothing');
  await user.click(panel.getByRole('button', { name: 'Upload' }));
  expect(await panel.findByText(/^Paste the private key in PEM/)).toBeVisible();
  await user.clear(key as HTMLElement);
  await user.click(key as HTMLElement);
  await user.paste('-----BEGIN PRIVATE KEY-----\nnothing\n-----END PRIVATE KEY-----');
  await user.click(panel.getByRole('button', { name: 'Upload' }));
  expect(await panel.findByText(/This is not a certificate that can be read/)).toBeVisible();
});

test('the root certificate of this server can be downloaded', async () => {
  await open('trust');
  expect((await region('Trust this server')).getByRole('button', { name: /Download root certificate/ })).toBeVisible();
});

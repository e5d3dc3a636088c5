import { screen, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (input = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/apps?panel=license', partner: { special: true }, ...input });
const panel = async () => within(await screen.findByRole('dialog', { name: 'Upgrade Your Application' }));

/** A customer with a license and an application that is live. */
async function makeLiveApp() {
  const { user, scenario, unmount } = await open({ path: '/new-app', licenses: [{ product: 'app_fullstack' }] });
  await user.click(await screen.findByRole('radio', { name: /Static page/ }));
  await user.type(screen.getByRole('textbox', { name: /App Domain Name/ }), 'upgraded');
  await user.click(screen.getByRole('button', { name: 'Create application' }));
  await screen.findByRole('heading', { name: 'Your application is live', level: 1 }, { timeout: 20_000 });
  unmount();
  return scenario;
}

test('without applications the panel says so', async () => {
  await open();
  const first = await panel();
  expect(await first.findByText('There are no applications to upgrade.')).toBeVisible();
  expect(first.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
});

test('the page of an upgrade shows the plan, and leads to licenses and to a domain', async () => {
  const mine = await makeLiveApp();
  const { user, router } = await open({ path: '/apps', as: mine });
  await user.click(await screen.findByRole('link', { name: /upgraded/ }));
  await screen.findByRole('heading', { level: 1, name: 'upgraded' });
  await user.click(screen.getByRole('button', { name: /^More actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Upgrade plan' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Upgrade' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add a Custom Domain' })).toHaveAttribute(
    'href',
    router.state.location.pathname.replace('/upgrade/', '/upgrade/bring-your-own-domain/'),
  );
  await user.click(screen.getByRole('button', { name: 'Upgrade plan' }));
  expect(await (await panel()).findByText('Please select a license to upgrade your application.')).toBeVisible();
});

test('an application gets a license, and the page after it shows what it has now', async () => {
  const mine = await makeLiveApp();
  const { user, address } = await open({ as: mine });
  const first = await panel();
  await user.click(await first.findByRole('radio', { name: /^upgraded\./ }));
  await user.click(first.getByRole('button', { name: 'Next' }));
  const second = await panel();
  expect(await second.findByText('Please select a license to upgrade your application.')).toBeVisible();
  await user.click(second.getByRole('button', { name: 'Back' }));
  const again = await panel();
  expect(await again.findByRole('radio', { name: /^upgraded\./ })).not.toBeChecked();
  await user.click(again.getByRole('radio', { name: /^upgraded\./ }));
  await user.click(again.getByRole('button', { name: 'Next' }));
  const last = await panel();
  await user.click(await last.findByRole('radio', { name: /^License: PRO - Expires At: / }));
  await user.click(last.getByRole('button', { name: 'Upgrade' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Your application is upgraded' })).toBeVisible();
  expect(address()).toMatch(/^\/apps\/finish\?selectedApp=App\+Full-stack&app=/);
});

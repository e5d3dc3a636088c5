import { screen, within } from '@testing-library/react';
import { api } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (path = '/admin/coupons') => renderPage({ remote: { manifest, pages }, path, role: 'admin' });
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

test('staff create a code, see how often it was used, and end it', async () => {
  const { user, router } = await open('/elsewhere');
  await api.catalog.save({
    ...{ product: 'site_pro', name: 'Bakery', features: [] },
    amounts: [{ currency: 'usd', month: 100, year: null }],
    ...{ offered: true, version: 0 },
  });
  await router.navigate('/admin/coupons');
  expect(await screen.findByRole('heading', { name: 'No coupons yet' })).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'Create a coupon' })[0] as HTMLElement);
  const panel = within(await screen.findByRole('dialog', { name: 'Create a coupon' }));
  await user.type(panel.getByRole('textbox', { name: /^Code/ }), 'spring');
  await user.click(panel.getByRole('button', { name: 'Create coupon' }));
  expect(await panel.findByText('Enter a whole number from 1 to 100.')).toBeVisible();
  await user.type(panel.getByRole('textbox', { name: /^Percent/ }), '25');
  await user.selectOptions(panel.getByRole('combobox', { name: 'Counts for' }), 'A number of months');
  await user.type(panel.getByRole('textbox', { name: /^Months/ }), '3');
  await user.type(panel.getByRole('textbox', { name: /^Most uses/ }), '10');
  await user.click(panel.getByRole('checkbox', { name: 'Bakery' }));
  await user.click(panel.getByRole('button', { name: 'Create coupon' }));
  const made = within(await row('SPRING'));
  for (const text of ['25%', '3 months', 'Current', '0 of 10', 'Bakery']) expect(made.getByText(text)).toBeVisible();

  await user.click(made.getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'End' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End the code SPRING?' }));
  await user.click(dialog.getByRole('button', { name: 'End code' }));
  expect(await within(await row('SPRING')).findByText('Ended')).toBeVisible();
});

test('an amount has its currency and its decimals; a code that exists is refused at its field', async () => {
  const { user } = await open();
  for (const attempt of [1, 2]) {
    await user.click((await screen.findAllByRole('button', { name: 'Create a coupon' }))[0] as HTMLElement);
    const panel = within(await screen.findByRole('dialog', { name: 'Create a coupon' }));
    await user.type(panel.getByRole('textbox', { name: /^Code/ }), 'FIVE');
    // What is left in a field that another choice hides does not count.
    await user.type(panel.getByRole('textbox', { name: /^Percent/ }), 'much');
    await user.selectOptions(panel.getByRole('combobox', { name: 'Takes off' }), 'An amount');
    await user.type(panel.getByRole('textbox', { name: /^Amount/ }), '5.50');
    await user.click(panel.getByRole('button', { name: 'Create coupon' }));
    if (attempt === 2) expect(await panel.findByText('There is a coupon with this code already.')).toBeVisible();
    else expect(await within(await row('FIVE')).findByText('$5.50')).toBeVisible();
  }
});

import { screen, waitFor, within } from '@testing-library/react';
import { api, calls, queryClient } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = () => renderPage({ remote: { manifest, pages }, path: '/admin/plans', role: 'admin', sells: true });
const pricesOf = async () => (await api.payment.prices({ product_types: ['site_basic'] }))[0];

test('staff name a plan, describe it and price it, see its card meanwhile, and take it off sale', async () => {
  const { user } = await open();
  expect(await screen.findAllByText('Site Basic')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Edit Site Basic' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Edit Site Basic' }));
  const name = panel.getByRole('textbox', { name: /^Name/ });
  await user.clear(name);
  await user.type(name, 'Bakery');
  await user.type(panel.getByRole('textbox', { name: /^Features/ }), 'Bread every day');
  await user.clear(panel.getByRole('textbox', { name: 'Price by month' }));
  await user.type(panel.getByRole('textbox', { name: 'Price by month' }), '12.50');
  await user.clear(panel.getByRole('textbox', { name: 'Price by year' }));
  expect(panel.getByText('$12.50')).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Save plan' }));
  await user.click(await screen.findByRole('button', { name: 'Edit Bakery' }));
  expect(await pricesOf()).toMatchObject({
    product_name: 'Bakery',
    features: ['Bread every day'],
    prices: [{ unit_amount: 1250, currency: 'usd', recurring: { interval: 'month' } }],
  });

  const again = within(await screen.findByRole('dialog', { name: 'Edit Bakery' }));
  expect(again.getByText('$10.00 a month')).toBeVisible();
  expect(again.getAllByText('Not offered any more')).toHaveLength(2);
  expect(again.getByText('$12.50')).toBeVisible();
  await user.click(again.getByRole('checkbox', { name: /^Offered to customers/ }));
  expect(again.getByText('Customers don’t see this plan.')).toBeVisible();
  expect(again.queryByText('$12.50')).not.toBeInTheDocument();
  await user.click(again.getByRole('button', { name: 'Save plan' }));
  expect(await screen.findByText('Not offered')).toBeVisible();
  expect(await pricesOf()).toBeUndefined();
});

test('staff give a plan a trial: its card says so, customers are offered it, and what is no number of days is refused', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Edit Site Basic' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Edit Site Basic' }));
  const days = panel.getByRole('textbox', { name: /^Trial days/ });
  await user.type(days, '91');
  await user.click(panel.getByRole('button', { name: 'Save plan' }));
  expect(await panel.findByText('Enter a whole number from 0 to 90.')).toBeVisible();
  await user.clear(days);
  await user.type(days, '14');
  expect(panel.getByText('14 days free')).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Save plan' }));
  await waitFor(async () => expect((await pricesOf())?.trial_days).toBe(14));
  // It closes a moment after the call.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Edit Site Basic' }));
  const again = within(await screen.findByRole('dialog', { name: 'Edit Site Basic' }));
  const shown = again.getByRole('textbox', { name: /^Trial days/ });
  expect(shown).toHaveValue('14');
  await user.clear(shown);
  await user.click(again.getByRole('button', { name: 'Save plan' }));
  await waitFor(async () => expect((await pricesOf())?.trial_days).toBe(0));
});

test('what a colleague has saved meanwhile is not overwritten, and what was typed stays', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Edit Site Pro' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Edit Site Pro' }));
  await user.type(panel.getByRole('textbox', { name: /^Name/ }), ' mine');
  await user.click(panel.getByRole('textbox', { name: /^Features/ }));
  await user.paste(`Bread\n${'x'.repeat(61)}`);
  await user.click(panel.getByRole('button', { name: 'Save plan' }));
  expect(await panel.findByText('At most 60 characters are allowed.')).toBeVisible();
  await user.clear(panel.getByRole('textbox', { name: /^Features/ }));
  await api.catalog.save({
    ...{ product: 'site_pro', name: 'Theirs', features: [] },
    amounts: [{ currency: 'usd', month: 100, year: null }],
    ...{ offered: true, version: 0 },
  });
  await queryClient.refetchQueries({ queryKey: calls.catalog.key() });
  await user.click(panel.getByRole('button', { name: 'Save plan' }));
  expect(await panel.findByRole('alert')).toBeVisible();
  expect(panel.getByRole('textbox', { name: /^Name/ })).toHaveValue('Site Pro mine');
});

test('staff sell a plan in more currencies, each with its own decimals, see where one is missing, and choose the first one', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Edit Site Basic' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Edit Site Basic' }));
  const row = (at: number) => within(panel.getByRole('group', { name: `Currency ${at}` }));
  const type = async (at: number, currency: string, month: string) => {
    await user.click(panel.getByRole('button', { name: 'Add currency' }));
    await user.type(row(at).getByRole('textbox', { name: /^Currency/ }), currency);
    await user.type(row(at).getByRole('textbox', { name: 'Price by month' }), month);
  };
  await type(2, 'EUR', '9,50');
  await type(3, 'jpy', '1500.5');
  await type(4, 'kwd', '3.255');
  await type(5, 'usd', '1');
  await user.click(panel.getByRole('button', { name: 'Save plan' }));
  expect(await row(3).findByText('Enter a whole amount: this currency has no decimals.')).toBeVisible();
  expect(row(4).getByText(/^Use 0 as the last decimal/)).toBeVisible();
  for (const [at, month] of [
    [3, '1500'],
    [4, '3.250'],
  ] as const) {
    await user.clear(row(at).getByRole('textbox', { name: 'Price by month' }));
    await user.type(row(at).getByRole('textbox', { name: 'Price by month' }), month);
  }
  expect(panel.getByText('Or ¥1,500 a month')).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Save plan' }));
  expect(await row(5).findByText('This currency is there already.')).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Remove Currency 5' }));
  await user.click(panel.getByRole('button', { name: 'Save plan' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Or €9.50 a month')).toBeVisible();
  expect(screen.getByText(/^Or KWD\s3\.250 a month$/)).toBeVisible();
  expect(screen.getAllByText('Not offered in KWD: this plan has no price in it.')).toHaveLength(5);
  expect(await api.payment.prices({ product_types: ['site_basic', 'site_pro'], currency: 'kwd' })).toMatchObject([
    { product_type: 'site_basic', prices: [{ unit_amount: 3250, currency: 'kwd' }] },
  ]);

  await user.click(screen.getByRole('button', { name: 'Default currency: USD' }));
  const choice = within(await screen.findByRole('dialog', { name: 'Default currency' }));
  await user.selectOptions(choice.getByRole('combobox', { name: /^Currency/ }), 'EUR, Euro');
  await user.click(choice.getByRole('button', { name: 'Save currency' }));
  expect(await screen.findByRole('button', { name: 'Default currency: EUR' })).toBeVisible();
  expect(await api.payment.currency()).toMatchObject({ currency: 'eur', fixed: false });
});

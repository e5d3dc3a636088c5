import { screen } from '@testing-library/react';
import { openPage } from '../../testing/open.ts';

test('the plans of the site builder and of its shops, and whom to contact, without a way to buy', async () => {
  const { scenario } = await openPage({ path: '/site-builder-plans' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Site builder plans' })).toBeVisible();
  for (const text of ['Premium', '$110', 'Unlimited pages', 'Code injection', 'Base', 'Professional', 'Unlimited'])
    expect(screen.getByText(text, { exact: true })).toBeVisible();
  expect(screen.getByText(/Please contact with your account admin/)).toBeVisible();
  expect(screen.getByRole('link', { name: scenario.partner.supportEmail })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Buy|Upgrade/ })).not.toBeInTheDocument();
});

test('the upgrade shows the premium plan alone', async () => {
  await openPage({ path: '/site-builder/upgrade' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Upgrade the site builder' })).toBeVisible();
  expect(screen.getByText('Premium')).toBeVisible();
  expect(screen.queryByText('Professional')).not.toBeInTheDocument();
});

test('the plans of shops say what they unlock here, and what is enforced', async () => {
  await openPage({ path: '/ecommerce' });
  expect(await screen.findByRole('heading', { level: 1, name: 'E-commerce' })).toBeVisible();
  for (const plan of ['Base', 'Professional', 'Unlimited']) expect(screen.getByText(plan)).toBeVisible();
  expect(screen.getAllByText('3 products')).toHaveLength(2);
  expect(screen.getByText('These plans unlock nothing here yet')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'What is enforced for a shop on the FREE plan' })).toBeVisible();
  expect(screen.getByText('2.0 GB')).toBeVisible();
});

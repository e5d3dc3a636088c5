import { screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

type ScenarioInput = Parameters<typeof renderPage>[0];
const open = (input: Partial<ScenarioInput> = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/admin/blueprints', role: 'admin', ...input });
type Opened = Awaited<ReturnType<typeof open>>;

async function menuOf({ user }: Opened, name: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
}

test('without blueprints, the page says what they are for', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'No blueprints yet' })).toBeVisible();
});

test('the partner’s own is offered to all customers, and withdrawn; a customer’s cannot be', async () => {
  const page = await open({ blueprints: 1, offeredBlueprints: 1 });
  const row = within(await screen.findByRole('row', { name: /Starter/ }));
  expect(row.getByText('All customers')).toBeVisible();
  await menuOf(page, 'Starter');
  await page.user.click(await screen.findByRole('menuitem', { name: /^Stop offering/ }));
  await waitFor(() => expect(screen.queryByText('All customers')).not.toBeInTheDocument());
  await menuOf(page, 'Starter');
  await page.user.click(await screen.findByRole('menuitem', { name: /^Offer to all customers/ }));
  expect(await screen.findByText('All customers')).toBeVisible();

  await menuOf(page, 'Blueprint 1');
  expect(await screen.findByRole('menuitem', { name: /^Offer to all customers/ })).toHaveTextContent(
    'This blueprint belongs to a customer.',
  );
});

test('staff rename a blueprint of the partner', async () => {
  const page = await open({ offeredBlueprints: 1 });
  await menuOf(page, 'Starter');
  await page.user.click(await screen.findByRole('menuitem', { name: /^Rename/ }));
  const panel = within(await screen.findByRole('dialog', { name: 'Rename blueprint' }));
  await page.user.clear(panel.getByRole('textbox', { name: /Name/ }));
  await page.user.type(panel.getByRole('textbox', { name: /Name/ }), 'Shop');
  await page.user.click(panel.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('row', { name: /Shop/ })).toBeVisible();
  expect(screen.queryByRole('row', { name: /Starter/ })).not.toBeInTheDocument();
});

test('a blueprint is deleted once its name was typed', async () => {
  const page = await open({ offeredBlueprints: 1 });
  await menuOf(page, 'Starter');
  await page.user.click(await screen.findByRole('menuitem', { name: /^Delete/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete blueprint' }));
  await page.user.type(dialog.getByRole('textbox'), 'Starter');
  await page.user.click(dialog.getByRole('button', { name: 'Delete blueprint' }));
  expect(await screen.findByRole('heading', { name: 'No blueprints yet' })).toBeVisible();
});

test('making one asks for a site and a name', async () => {
  const page = await open({ offeredBlueprints: 1 });
  await page.user.click(await screen.findByRole('button', { name: 'Save as blueprint' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Save as blueprint' }));
  expect(panel.getByText(/Make sure that you may share it/)).toBeVisible();
  await page.user.click(panel.getByRole('button', { name: 'Save blueprint' }));
  expect(await panel.findByText('Enter a name.')).toBeVisible();
});

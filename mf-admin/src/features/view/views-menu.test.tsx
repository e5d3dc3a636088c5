import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { api } from '@panel/core';
import { makeScenario, renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

type Input = Parameters<typeof renderPage>[0];
const open = (input: Partial<Input> = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/customers', role: 'admin', ...input });
type Page = Awaited<ReturnType<typeof open>>;

async function choose({ user }: Page, item: RegExp, role: 'menuitem' | 'menuitemradio' = 'menuitem') {
  await user.click(await screen.findByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole(role, { name: item }));
}
async function saveAs(page: Page, name: string) {
  await choose(page, /^Save this view/);
  const panel = within(await screen.findByRole('dialog', { name: 'Save this view' }));
  await page.user.type(panel.getByRole('textbox', { name: /^Name/ }), name);
  await page.user.click(panel.getByRole('button', { name: 'Save' }));
  return panel;
}

test('what a list shows is saved under a name, and shown again', async () => {
  const page = await open({ path: '/customers?q=ada&state=suspended&orderBy=email&sortOrder=asc' });
  await saveAs(page, 'Suspended Adas');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await page.user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(page.address()).not.toContain('state='));
  await choose(page, /^Suspended Adas$/, 'menuitemradio');
  await waitFor(() => expect(page.address()).toContain('q=ada'));
  expect(page.address()).toContain('state=suspended');
  expect(page.address()).toContain('orderBy=email');
  await page.user.click(screen.getByRole('button', { name: 'Views' }));
  expect(await screen.findByRole('menuitemradio', { name: 'Suspended Adas', checked: true })).toBeVisible();
});

test('a name that is taken is refused in the panel', async () => {
  const page = await open();
  await saveAs(page, 'Mine');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const panel = await saveAs(page, 'mine');
  expect(await panel.findByText('You have a view with this name.')).toBeVisible();
});

test('a view is renamed and deleted, and the list begins with the one that is the default', async () => {
  const scenario = await makeScenario({ role: 'admin' });
  const page = await open({ as: scenario, path: '/customers?state=suspended' });
  await saveAs(page, 'Old');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await choose(page, /^Change views/);
  const panel = () => screen.findByRole('dialog', { name: 'Change views' });
  const act = async (item: RegExp) => {
    await page.user.click(within(await panel()).getByRole('button', { name: /^Actions for/ }));
    await page.user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await act(/^Begin with this view/);
  expect(await within(await panel()).findByText('Default')).toBeVisible();
  await act(/^Rename/);
  const rename = within(await screen.findByRole('dialog', { name: 'Rename the view' }));
  const name = rename.getByRole('textbox', { name: /^Name/ });
  await page.user.clear(name);
  await page.user.type(name, 'Suspended');
  await page.user.click(rename.getByRole('button', { name: 'Save' }));
  expect(await within(await panel()).findByText('Suspended')).toBeVisible();

  cleanup();
  const later = await open({ as: scenario });
  await waitFor(() => expect(later.address()).toContain('state=suspended'));
  cleanup();
  const linked = await open({ as: scenario, path: '/customers?q=grace' });
  await linked.user.click(await screen.findByRole('button', { name: 'Views' }));
  await screen.findByRole('menuitemradio', { name: 'Suspended (default)' });
  expect(linked.address()).toBe('/customers?q=grace');
  await linked.user.click(screen.getByRole('menuitem', { name: /^Change views/ }));
  await linked.user.click(within(await panel()).getByRole('button', { name: /^Actions for/ }));
  await linked.user.click(await screen.findByRole('menuitem', { name: /^Delete/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete the view Suspended' }));
  await linked.user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await within(await panel()).findByText('There are no views.')).toBeVisible();
});

test.each([
  ['customers', '/customers'],
  ['sites', '/admin/sites'],
  ['apps', '/admin/apps'],
  ['audit', '/admin/audit'],
] as const)('%s: a filter that the list no longer has is left out with a note', async (list, path) => {
  const scenario = await makeScenario({ role: 'admin', partner: { special: true } });
  const page = await open({ as: scenario, path });
  await screen.findByRole('button', { name: 'Views' });
  const state = { keyword: 'a', filters: { mood: ['good'] }, orderBy: 'mood', sortOrder: null, pageSize: null };
  await api.view.create({ list, name: 'From before', state });
  cleanup();
  const later = await open({ as: scenario, path });
  expect(page).toBeDefined();
  await choose(later, /^From before$/, 'menuitemradio');
  expect(await screen.findByText('1 filter of From before no longer exists.')).toBeVisible();
  await waitFor(() => expect(later.address()).toContain('q=a'));
  expect(later.address()).not.toContain('mood');
});

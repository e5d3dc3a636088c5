import { screen, waitFor, within } from '@testing-library/react';
import { api } from '@panel/core';
import { hostSite } from '@panel/ui/testing';
import { openPage } from '../../testing/open.ts';

const contact = { kind: 'plugin', slug: 'contact', name: 'Contact' } as const;
const menuOf = async (name: RegExp, user: Awaited<ReturnType<typeof openPage>>['user']) => {
  const row = await screen.findByRole('row', { name });
  await user.click(within(row).getByRole('button', { name: /^Actions for/ }));
  return screen.findByRole('menu', { name: /^Actions for/ });
};

test('an empty library says what it is for, and a file that is no plugin is refused with the reason', async () => {
  const { user, notices } = await openPage({ path: '/plugins' });
  expect(await screen.findByRole('heading', { name: 'No plugins in your library' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Upload plugin' })).toBeVisible();
  await user.upload(screen.getByLabelText('Zip file of the plugin'), new File(['text'], 'a.zip'));
  await waitFor(() => expect(notices).toContainEqual(expect.objectContaining({ message: 'This is not a zip file.' })));
});

test('themes have the same pages under their own names', async () => {
  await openPage({
    path: '/themes',
    library: [{ ...contact, kind: 'theme', slug: 'plain', name: 'Plain', version: '2.0' }],
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Themes' })).toBeVisible();
  expect(screen.getByRole('row', { name: /Plain.*2\.0/ })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Installed themes' })).toHaveAttribute('href', '/themes/installed-themes');
});

test('the library is searched, and a version is deleted from it', async () => {
  const library = [
    { ...contact, version: '1.0' },
    { ...contact, slug: 'seo', name: 'SEO', version: '3.1' },
  ];
  const { user, address } = await openPage({ path: '/plugins', library });
  await user.type(await screen.findByRole('searchbox', { name: 'Search plugins' }), 'seo');
  await waitFor(() => expect(screen.queryByRole('row', { name: /Contact/ })).not.toBeInTheDocument());
  expect(address()).toBe('/plugins?q=seo');
  await user.click(within(await menuOf(/SEO/, user)).getByRole('menuitem', { name: 'Delete from library' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete SEO 3.1 from your library' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete from library' }));
  expect(await screen.findByRole('heading', { name: 'No matches' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByRole('row', { name: /Contact/ })).toBeVisible();
});

test('installed plugins show their sites and versions; an impossible action says why', async () => {
  const { user, scenario } = await openPage({
    path: '/plugins/installed-plugins',
    sites: [
      { name: 'bakery', installed: [{ ...contact, version: '1.0', active: true }] },
      { name: 'florist', installed: [{ ...contact, version: '0.9', active: false }] },
      { name: 'unread' },
    ],
    library: [{ ...contact, version: '1.0' }],
  });
  expect(
    await screen.findByRole('row', { name: /Contact.*1\.0, 0\.9.*1\.0 in your library.*2 sites, 1 active/ }),
  ).toBeVisible();
  // The page asks the site, which has no files and cannot answer; the list may be read again by now.
  expect(screen.getByText(/^Some sites (?:are not checked yet|could not be checked)$/)).toBeVisible();
  await user.click(within(await menuOf(/Contact/, user)).getByRole('menuitem', { name: 'See sites' }));
  const panel = await screen.findByRole('dialog', { name: 'Contact on your sites' });
  expect(within(panel).getByRole('link', { name: scenario.sites[0]?.fqdn })).toBeVisible();
  expect(within(panel).getByText('Inactive')).toBeVisible();
});

test('sites are selected and confirmed, the choice survives the way back, and the result is shown per site', async () => {
  const { user, address, scenario } = await openPage({
    path: '/plugins',
    sites: [{ name: 'bakery' }, { name: 'broken', status: 'failed' }],
    library: [{ ...contact, version: '1.0' }],
  });
  const bakery = scenario.sites[0]?.fqdn ?? '';
  await user.click(within(await menuOf(/Contact/, user)).getByRole('menuitem', { name: 'Install on sites' }));
  const box = await screen.findByRole('checkbox', { name: new RegExp(bakery) });
  expect(screen.getByRole('checkbox', { name: /broken/ })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('region', { name: '1 site' })).toHaveTextContent(bakery);
  await user.click(screen.getByRole('link', { name: 'Back' }));
  expect(await screen.findByRole('checkbox', { name: new RegExp(bakery) })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(await screen.findByRole('button', { name: 'Install' }));
  // The test server hosts no WordPress for this site, so its change fails, and the page shows why.
  expect(await screen.findByText('0 of 1 sites are done')).toBeVisible();
  expect(address()).toMatch(/^\/plugins\/apply-done\?run=/);
  const run = new URLSearchParams(address().split('?')[1]).get('run') ?? '';
  const { sites } = await api.extensionRun.byId({ id: run });
  expect(screen.getByText(sites[0]?.error ?? 'no error')).toBeVisible();
});

test('a site that has the version, but inactive, can be selected to activate it; the texts follow the choice', async () => {
  const { user, scenario, bridge } = await openPage({
    path: '/plugins',
    sites: [
      { name: 'bakery', installed: [{ ...contact, version: '1.0', active: false }] },
      { name: 'florist', installed: [{ ...contact, version: '1.0', active: true }] },
      { name: 'garden', installed: [{ ...contact, version: '0.9', active: true }] },
    ],
    library: [{ ...contact, version: '1.0' }],
  });
  const sent: unknown[] = [];
  globalThis.fetch = window.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.method === 'POST' && request.url.endsWith('/plugin/installed')) sent.push(await request.clone().json());
    return bridge.fetch(request);
  };
  const [bakery, florist, garden] = scenario.sites.map(({ fqdn }) => fqdn);
  await user.click(within(await menuOf(/Contact/, user)).getByRole('menuitem', { name: 'Install on sites' }));
  const inactive = await screen.findByRole('checkbox', { name: new RegExp(`${bakery}`) });
  expect(inactive).toHaveAccessibleDescription('Has this version, inactive. You can activate it in the next step.');
  const active = screen.getByRole('checkbox', { name: new RegExp(`${florist}`) });
  expect(active).toBeDisabled();
  expect(active).toHaveAccessibleDescription('This version is already installed.');
  expect(screen.getByRole('checkbox', { name: new RegExp(`${garden}`) })).toHaveAccessibleDescription(
    'Has version 0.9, active. It is replaced by 1.0.',
  );
  await user.click(screen.getByRole('checkbox', { name: 'All sites (2)' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const chosen = within(await screen.findByRole('region', { name: '2 sites' }));
  expect(chosen.getByText(`${bakery}: is installed already and stays inactive`)).toBeVisible();
  expect(chosen.getByText(`${garden}: 0.9 is replaced by 1.0`)).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: /^Activate after installation/ }));
  expect(chosen.getByText(`${bakery}: is installed already and is activated`)).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'All sites at once' }));
  await user.click(screen.getByRole('button', { name: 'Install' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ action: 'install', activate: true, slugs: ['contact'], version: '1.0' });
});

test('many sites are changed in waves: the plan pauses where a site failed, and can be left and come back to', async () => {
  const { user, address, scenario } = await openPage({ path: '/plugins', library: [{ ...contact, version: '1.0' }] });
  const bakery = await hostSite(scenario, 'bakery');
  const florist = await hostSite(scenario, 'florist');
  await user.click(within(await menuOf(/Contact/, user)).getByRole('menuitem', { name: 'Install on sites' }));
  await user.click(await screen.findByRole('checkbox', { name: 'All sites (2)' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('radio', { name: /One site first, then the others in waves/ })).toBeChecked();
  await user.selectOptions(screen.getByRole('combobox', { name: 'First site' }), florist.fqdn);
  await user.click(screen.getByRole('button', { name: 'Install' }));
  // The test server runs no PHP, so the first site cannot be changed.
  expect(await screen.findByText('Paused: the change failed on a site')).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'First site' })).getByText(florist.fqdn)).toBeVisible();
  const second = () => within(screen.getByRole('region', { name: 'Wave 2' }));
  expect(second().getByText(bakery.fqdn)).toBeVisible();
  expect(second().getByText('Waiting')).toBeVisible();

  await user.click(screen.getByRole('link', { name: 'Installed plugins' }));
  expect(await screen.findByText('Paused: it waits for your decision.')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Decide' }));
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('0 of 2 sites are done')).toBeVisible();
  expect(second().getByText('Not started')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(address()).toMatch(/^\/plugins\/apply-done\?run=/);
});

test('an update asks how the sites follow one another', async () => {
  const { user } = await openPage({
    path: '/plugins/installed-plugins',
    sites: [
      ...['bakery', 'florist'].map((name) => ({ name, installed: [{ ...contact, version: '1.0', active: true }] })),
      { name: 'newest', installed: [{ ...contact, version: '1.1', active: true }] },
    ],
    library: [{ ...contact, version: '1.1' }],
  });
  await user.click(within(await menuOf(/Contact/, user)).getByRole('menuitem', { name: 'Update' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Update Contact' }));
  const first = dialog.getByRole('combobox', { name: 'First site' });
  expect(within(first).getAllByRole('option')).toHaveLength(3);
  expect(within(first).queryByRole('option', { name: /newest/ })).not.toBeInTheDocument();
  await user.click(dialog.getByRole('radio', { name: 'All sites at once' }));
  expect(dialog.queryByRole('combobox', { name: 'First site' })).not.toBeInTheDocument();
});

test('an address without a version or a run leads to the library', async () => {
  const { address } = await openPage({ path: '/themes/apply-done' });
  expect(await screen.findByRole('heading', { name: 'No themes in your library' })).toBeVisible();
  expect(address()).toBe('/themes');
});

test('WP Manager opens the themes', async () => {
  await openPage({ path: '/wp-manager' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Themes' })).toBeVisible();
});

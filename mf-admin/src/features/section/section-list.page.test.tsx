import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { panelStore, partnerAtom } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

type ScenarioInput = Parameters<typeof renderPage>[0];
const open = (input: Partial<ScenarioInput> = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/admin/sections', role: 'admin', ...input });
const switchOf = (name: string) => screen.findByRole('switch', { name });
/** Another admin changes the switches. */
const put = (body: object) =>
  fetch(`${window.location.origin}/partner/sections`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      'X-XSRF-TOKEN': decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''),
    },
    body: JSON.stringify(body),
  });
const row = async (name: string) => (await switchOf(name)).closest('li') as HTMLElement;

test('a section is switched off immediately, with a notification, and Undo restores it', async () => {
  const { user } = await open();
  expect(await switchOf('DNS')).toBeChecked();
  await user.click(await switchOf('DNS'));
  expect(await screen.findByText('DNS turned off.')).toBeVisible();
  expect(await switchOf('DNS')).not.toBeChecked();
  // The switch alone shows whether it is on.
  expect(await row('DNS')).not.toHaveTextContent(/\bOff\b/);
  await waitFor(() => expect(panelStore.get(partnerAtom)?.attributes.SECTION_DNS).toBe('false'));
  expect(await screen.findByText('DNS: on → off')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await switchOf('DNS')).toBeChecked());
  expect(await screen.findByText('Went back to the state before the first change.')).toBeVisible();
  expect(panelStore.get(partnerAtom)?.attributes.SECTION_DNS).toBeUndefined();
});

test('turning off a section in which customers have something asks first and says how many', async () => {
  const { user, bridge } = await open({
    sites: [{ name: 'shop' }, { name: 'blog' }, { name: 'garden', owner: `other-${Date.now()}@people.example` }],
  });
  const changes = () => bridge.calls.filter((call) => call === 'PUT /partner/sections');
  await user.click(await switchOf('Sites'));
  const dialog = await screen.findByRole('dialog', { name: 'Turn Sites off?' });
  expect(dialog).toHaveTextContent('2 customers lose access to what they have in Sites');
  expect(dialog).toHaveTextContent('Hosted sites stay online.');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(await switchOf('Sites')).toBeChecked();
  expect(changes()).toEqual([]);
  await user.click(await switchOf('Sites'));
  await user.click(await screen.findByRole('button', { name: 'Turn Sites off' }));
  await waitFor(async () => expect(await switchOf('Sites')).not.toBeChecked());
  expect(changes()).toHaveLength(1);
  // Turning it on takes nothing from anybody.
  await user.click(await switchOf('Sites'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('the switch moves immediately, and back when the server is unreachable', async () => {
  const { bridge } = await open();
  const dns = await switchOf('DNS');
  bridge.offline = true;
  fireEvent.click(dns);
  expect(dns).not.toBeChecked();
  expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was changed');
  await waitFor(() => expect(dns).toBeChecked());
});

test('a section lists what turning it off hides', async () => {
  const { user } = await open();
  const sites = within(await row('Sites'));
  await user.click(sites.getByText(/What turning this off hides: .*calls/));
  expect(sites.getByText('Delete a site; it stays in the bin for 7 days')).toBeVisible();
  expect(within(await row('E-commerce')).getByText(/no page, menu entry or call for it/)).toBeVisible();
});

test('without the special-partner flag applications cannot be switched on, and the page says why', async () => {
  await open({ partner: { special: false } });
  expect(await switchOf('Applications')).toBeDisabled();
  expect(within(await row('Applications')).getByText(/require the special-partner flag/)).toBeVisible();
});

test('an open page of a disabled section notices with its next call, and stays open', async () => {
  const { user, address } = await open({ path: '/admin/sites', sites: [{ name: 'shop' }] });
  await screen.findByRole('row', { name: /shop/ });
  expect((await put({ base: 0, section: 'sites', on: false })).status).toBe(200);
  await user.type(screen.getByRole('searchbox'), 'sho');
  await waitFor(() => expect(panelStore.get(partnerAtom)?.attributes.SECTION_SITES).toBe('false'));
  expect(address()).toMatch(/^\/admin\/sites/);
});

test('of two admins the slower one sees who was faster and the current state', async () => {
  const first = await open();
  await switchOf('DNS');
  const { user, scenario } = first;
  expect((await put({ base: 0, section: 'forms', on: false })).status).toBe(200);
  await user.click(await switchOf('DNS'));
  const told = await screen.findByRole('alert');
  expect(told).toHaveTextContent('Nothing was changed');
  expect(told).toHaveTextContent(`This was changed in the meantime by ${scenario.user?.email ?? ''}`);
  await waitFor(async () => expect(await switchOf('Forms')).not.toBeChecked());
  expect(await switchOf('DNS')).toBeChecked();
  await user.click(await switchOf('DNS'));
  await waitFor(async () => expect(await switchOf('DNS')).not.toBeChecked());
});

test('an older version is restored after a confirmation', async () => {
  const { user } = await open({ partner: { attributes: { SECTION_HELP: 'false' } } });
  expect(await screen.findByText(/No changes yet/)).toBeVisible();
  await user.click(await switchOf('Help center'));
  await user.click(await screen.findByRole('button', { name: 'Go back to the state before the first change' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Go back to this version' }));
  await waitFor(async () => expect(await switchOf('Help center')).not.toBeChecked());
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

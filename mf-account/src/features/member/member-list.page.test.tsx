import { screen, waitFor, within } from '@testing-library/react';
import { api, calls, decideAccess, findRoute } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (path = '/my-account/members', input: Partial<Parameters<typeof renderPage>[0]> = {}) =>
  renderPage({ remote: { manifest, pages }, path, role: 'customer', ...input });
type Page = Awaited<ReturnType<typeof open>>;

const row = (name: RegExp) => screen.findByRole('row', { name });

async function choose({ user }: Page, name: RegExp, action: string | RegExp) {
  await user.click(within(await row(name)).getByRole('button', { name: /^Actions for/ }));
  return screen.findByRole('menuitem', { name: action });
}

test('somebody is invited for one site, gets everything, and is removed', async () => {
  const page = await open(undefined, { sites: [{ name: 'shop' }, { name: 'blog' }] });
  const { user, scenario, notices } = page;
  const shop = scenario.sites[0]?.fqdn ?? '';
  const [button] = await screen.findAllByRole('button', { name: 'Invite a team member' });
  if (button) await user.click(button);
  const panel = within(await screen.findByRole('dialog', { name: 'Invite a team member' }));
  await user.type(await panel.findByRole('textbox', { name: /^Email/ }), 'rosa@team.example');
  // A role about the whole account has no choice of sites.
  await user.click(panel.getByRole('radio', { name: /^Billing/ }));
  expect(panel.queryByRole('radio', { name: /^Chosen sites/ })).toBeNull();
  await user.click(panel.getByRole('radio', { name: /^Developer/ }));
  await user.click(await panel.findByRole('radio', { name: /^Chosen sites/ }));
  await user.click(panel.getByRole('button', { name: 'Invite' }));
  expect(await panel.findByText('Choose at least one site or application.')).toBeVisible();
  await user.click(await panel.findByRole('checkbox', { name: new RegExp(`^${shop}`) }));
  await user.click(panel.getByRole('button', { name: 'Invite' }));
  const rosa = within(await row(/rosa@team.example/));
  expect(rosa.getByText('Developer')).toBeVisible();
  expect(rosa.getByText(shop)).toBeVisible();
  expect(rosa.getByText('Invited')).toBeVisible();
  expect(notices.at(-1)?.message).toBe('We’ve sent an invitation to rosa@team.example.');
  await user.click(await choose(page, /rosa@team.example/, 'Change role and access'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Access of rosa@team.example' }));
  await user.click(await dialog.findByRole('radio', { name: /^Read-only/ }));
  await user.click(await dialog.findByRole('radio', { name: /^Everything(?!, including)/ }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(within(await row(/rosa@team.example/)).getByText('Everything')).toBeVisible());
  await user.click(await choose(page, /rosa@team.example/, 'Remove'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /rosa@/ })).toBeNull());
});

test('who changes a member second sees the role and the sites that the first chose', async () => {
  const page = await open(undefined, { sites: [{ name: 'shop' }, { name: 'blog' }] });
  const [shop, blog] = page.scenario.sites;
  const { data } = await api.member.invite({
    email: `lin@${shop?.fqdn}`,
    role: 'developer',
    workload_ids: [shop?.site_id ?? ''],
  });
  await page.cache.refetchQueries({ queryKey: calls.member.key() });
  await page.user.click(await choose(page, new RegExp(data.email), 'Change role and access'));
  const dialog = within(await screen.findByRole('dialog', { name: `Access of ${data.email}` }));
  await page.user.click(await dialog.findByRole('radio', { name: /^Everything(?!, including)/ }));
  await api.member.change({ id: data.id, role: 'read_only', workload_ids: [blog?.site_id ?? ''] });
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Changed elsewhere')).toBeVisible();
  await page.user.click(dialog.getByRole('button', { name: 'Show' }));
  const changes = within(dialog.getByRole('list', { name: 'Changes from elsewhere' })).getAllByRole('listitem');
  expect(changes.map(({ textContent }) => textContent)).toEqual([
    'Role: theirs is “Read-only”, yours is “Developer”',
    `Access to: theirs is “${blog?.fqdn}”, yours is “Everything”`,
  ]);
});

test('a member sees in whose account they are, and opens the pages of their role', async () => {
  const { scenario } = await open('/my-account/profile', { member: 'developer' });
  expect(await screen.findByText('You are a team member in the account of Grace Hopper.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull();
  const accessTo = (path: string) => {
    const { route } = findRoute([manifest], path) ?? {};
    return route && decideAccess(route, scenario.partner, scenario.user);
  };
  expect(['/my-account/members', '/my-account/billing', '/my-account/api-tokens'].map(accessTo)).toEqual([
    'forbidden',
    'forbidden',
    'ok',
  ]);
});

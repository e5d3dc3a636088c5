import { screen, waitFor, within } from '@testing-library/react';
import { decideAccess, findRoute, panelStore, userAtom } from '@panel/core';
import { CSRF_COOKIE, CSRF_HEADER } from '@panel/contract/wire';
import { createBridge, renderPage, type Scenario } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (path = '/admin/staff', input: Partial<Parameters<typeof renderPage>[0]> = {}) =>
  renderPage({ remote: { manifest, pages }, path, role: 'admin', ...input });
type Page = Awaited<ReturnType<typeof open>>;

const row = (name: RegExp) => screen.findByRole('row', { name });

async function choose({ user }: Page, name: RegExp, action: string | RegExp) {
  await user.click(within(await row(name)).getByRole('button', { name: /^Actions for/ }));
  return screen.findByRole('menuitem', { name: action });
}

/** Another owner gives the viewer a role, in a browser of their own. */
async function lowered({ host, serverUrl, password, user }: Scenario & { serverUrl: string }, role: string) {
  const bridge = createBridge(serverUrl, host);
  const base = window.location.origin;
  const send = async (method: string, path: string, body: object) => {
    await bridge.fetch(`${base}/partner/whitelabel`);
    const token = (await bridge.jar.getCookies(`http://${host}/`)).find(({ key }) => key === CSRF_COOKIE)?.value ?? '';
    const headers = { 'content-type': 'application/json', [CSRF_HEADER]: token };
    const answer = await bridge.fetch(`${base}${path}`, { method, headers, body: JSON.stringify(body) });
    expect([path, answer.status]).toEqual([path, 200]);
  };
  const slug = host.split('.')[0] ?? '';
  await send('POST', '/login', { email: `owner@${slug}.example`, password });
  await send('PUT', `/partner/staff/${user?.id}`, { staff_role: role });
}

test('the staff are listed with their roles; somebody is invited and gets another role', async () => {
  const page = await open();
  const { user, notices } = page;
  expect(within(await row(/\(you\)/)).getByText('Owner')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add to the staff' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Add to the staff' }));
  await user.type(await panel.findByRole('textbox', { name: /^Email/ }), 'rosa@staff.example');
  await user.click(panel.getByRole('radio', { name: /^Billing/ }));
  await user.click(panel.getByRole('button', { name: 'Add and invite' }));
  const rosa = within(await row(/rosa@staff.example/));
  expect(rosa.getByText('Billing')).toBeVisible();
  expect(rosa.getByText('Invited')).toBeVisible();
  expect(notices.at(-1)?.message).toBe('We’ve sent an invitation to rosa@staff.example.');
  await user.click(await choose(page, /rosa@staff.example/, 'Change role'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Role of rosa@staff.example' }));
  await user.click(await dialog.findByRole('radio', { name: /^Read-only/ }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(within(await row(/rosa@staff.example/)).getByText('Read-only')).toBeVisible());
});

test('a member of the staff is removed', async () => {
  const page = await open('/admin/staff', { colleagues: ['support'] });
  await page.user.click(await choose(page, /support@/, 'Remove'));
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /support@/ })).toBeNull());
});

test('nobody changes themselves, and administrators change no owners', async () => {
  const page = await open('/admin/staff', { staffRole: 'admin', colleagues: ['owner'] });
  expect(await choose(page, /\(you\)/, /^Change role/)).toHaveTextContent('You can’t change your own role.');
  await page.user.keyboard('{Escape}');
  expect(await choose(page, /owner@/, /^Remove/)).toHaveTextContent('Only owners change owners.');
  await page.user.keyboard('{Escape}');
  await page.user.click(screen.getByRole('button', { name: 'Add to the staff' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Add to the staff' }));
  await panel.findByRole('radio', { name: /^Administrator/ });
  expect(panel.queryByRole('radio', { name: /^Owner/ })).toBeNull();
});

test('a role that only reads sees the page, and its buttons say who may use them', async () => {
  const page = await open('/admin/staff', { staffRole: 'read_only', colleagues: ['support'] });
  expect(await choose(page, /support@/, /^Change role/)).toHaveTextContent('It is for: Owner, Administrator.');
  await page.user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Add to the staff' })).toHaveAttribute('aria-disabled', 'true');
});

test('read-only staff cannot open a page for writing, and its link is a disabled button with the reason', async () => {
  const { scenario, router } = await open('/admin/announcements', { staffRole: 'read_only' });
  for (const link of await screen.findAllByRole('button', { name: 'Write an announcement' }))
    expect(link).toHaveAttribute('aria-disabled', 'true');
  const { route } = findRoute([manifest], '/admin/announcements/write') ?? {};
  expect(route && decideAccess(route, scenario.partner, scenario.user)).toBe('forbidden');
  const owner = { role: 'admin', staff_role: 'owner' } as const;
  expect(route && decideAccess(route, scenario.partner, owner)).toBe('ok');
  expect(router.state.location.pathname).toBe('/admin/announcements');
});

test('when a role is taken away, an open page shows the reason and disables its buttons', async () => {
  const page = await open('/customers', { colleagues: ['owner'] });
  const { user, scenario } = page;
  await user.click(await screen.findByRole('button', { name: 'Add a customer' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Add a customer' }));
  await user.type(await panel.findByRole('textbox', { name: /^Email/ }), 'ada@people.example');
  await lowered(scenario, 'read_only');
  await user.click(panel.getByRole('button', { name: /invite/ }));
  expect(await panel.findByText(/^Your role is Read-only\./)).toBeVisible();
  await waitFor(() => expect(panel.getByRole('button', { name: /invite/ })).toHaveAttribute('aria-disabled', 'true'));
  expect(panelStore.get(userAtom)?.staff_role).toBe('read_only');
  expect(page.address()).toContain('/customers');
  // It asked once who the viewer is now, and goes on.
  expect(page.bridge.calls.filter((call) => call === 'GET /user/profile')).toHaveLength(1);
});

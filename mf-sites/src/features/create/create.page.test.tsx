import { act, screen, waitFor, within } from '@testing-library/react';
import { panelStore, secretAtom } from '@panel/core';
import { makeScenario } from '@panel/ui/testing';
import { openPage } from '../../testing/open.ts';
import { adminPasswordAtom } from './site-draft.ts';

const PATH = '/create-site-with-wordpress';
const PASSWORD = 'a-good-password-1';
const INSTALL_MS = 60_000;
type Page = Awaited<ReturnType<typeof openPage>>;

afterEach(() => act(() => panelStore.set(adminPasswordAtom, '')));

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const nameField = () => screen.findByRole('textbox', { name: /Site Domain Name/ });
const creations = ({ bridge }: Page) => bridge.calls.filter((call) => call === 'POST /site').length;

async function fillDetails({ user }: Page, name: string) {
  await user.type(await nameField(), name);
  await user.type(screen.getByRole('textbox', { name: /Site title/ }), 'My bakery');
  await user.type(screen.getByLabelText(/^Password/), PASSWORD);
  await user.click(await button('Continue'));
}

async function goToConfirm(page: Page, name: string) {
  await fillDetails(page, name);
  expect(await screen.findByRole('heading', { level: 1, name: 'Select a plan' })).toBeVisible();
  await page.user.click(await button('Continue'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Finalize and confirm' })).toBeVisible();
}

/** A reload: memory is empty, browser storage is not. */
async function reload(page: Page, path: string) {
  page.unmount();
  act(() => panelStore.set(adminPasswordAtom, ''));
  return openPage({ path, as: page.scenario });
}

test('each step validates its input before it continues', async () => {
  const { user } = await openPage({ path: PATH });
  await user.type(await nameField(), 'a');
  await user.click(await button('Continue'));
  expect(screen.getByText('The name needs at least 2 characters.')).toBeVisible();
  expect(screen.getByText('Enter a title for the site.')).toBeVisible();
  expect(screen.getByText('The WordPress password needs at least 12 characters.')).toBeVisible();
  expect(await nameField()).toHaveFocus();
});

test('capitals and spaces of a name become an address as they are typed', async () => {
  const { user } = await openPage({ path: PATH });
  await user.type(await nameField(), ' My Shop');
  expect(await nameField()).toHaveValue('my-shop');
});

test('a taken name is reported while it is typed and blocks the step', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery' }] });
  const page = await openPage({ path: PATH, as: mine });
  await fillDetails(page, 'bakery');
  expect(await screen.findByText('This domain has already taken, please enter another domain name!')).toBeVisible();
  expect(page.address()).toBe(PATH);
});

test('a reserved name is called reserved, and blocks the step', async () => {
  const page = await openPage({ path: PATH });
  await fillDetails(page, 'admin');
  expect(await screen.findByText('This name is reserved. Choose another one.')).toBeVisible();
  expect(screen.queryByText(/already taken/)).not.toBeInTheDocument();
  expect(page.address()).toBe(PATH);
});

test('the first step warns that the plan has no room for another site, and so does the creation', async () => {
  const page = await openPage({ path: PATH, siteCount: 20 });
  expect(
    await screen.findByText(/Your plan and your licenses include 20 sites, and you have\s+them all/),
  ).toBeVisible();
  await goToConfirm(page, 'one-too-many');
  await page.user.click(await button('Create site'));
  expect(await screen.findByText(/You’ve used all 20 sites of your FREE plan.* Your input is kept/)).toBeVisible();
  await page.user.click(screen.getByRole('link', { name: 'Manage sites' }));
  expect(await screen.findByRole('heading', { name: 'You have 20 sites' })).toBeVisible();
});

test('a later step without the earlier ones redirects to the first incomplete one', async () => {
  const { address } = await openPage({ path: `${PATH}/finalize-and-confirm` });
  expect(await nameField()).toBeVisible();
  expect(address()).toBe(PATH);
});

test('a generated password can be shown, and is never stored', async () => {
  const { user } = await openPage({ path: PATH });
  await user.click(await button('Generate'));
  const field = screen.getByLabelText<HTMLInputElement>(/^Password/);
  expect(field.value).toHaveLength(20);
  await user.click(await button('Show password'));
  expect(field).toHaveAttribute('type', 'text');
  expect(JSON.stringify({ ...localStorage })).not.toContain(field.value);
});

test('the unsaved password delays a new version in every step, and the new version keeps it', async () => {
  const page = await openPage({ path: PATH });
  await page.user.type(await nameField(), 'my-bakery');
  expect(page.holds()).toBe(false);
  await page.user.clear(await nameField());
  await goToConfirm(page, 'my-bakery');
  expect(page.holds()).toBe(true);
  await act(() => page.router.navigate('/sites'));
  expect(await screen.findByRole('heading', { name: 'No sites yet' })).toBeVisible();
  await waitFor(() => expect(page.holds()).toBe(false));
  expect(panelStore.get(secretAtom('create-wordpress.admin-password'))).toBe(PASSWORD);
});

test('the draft survives a reload, and only the password must be entered again', async () => {
  const before = await openPage({ path: PATH });
  await goToConfirm(before, 'my-bakery');
  const after = await reload(before, `${PATH}/finalize-and-confirm`);
  expect(await screen.findByText('We kept your draft')).toBeVisible();
  expect(await nameField()).toHaveValue('my-bakery');
  expect(screen.getByRole('textbox', { name: /Site title/ })).toHaveValue('My bakery');
  await after.user.type(screen.getByLabelText(/^Password/), PASSWORD);
  await after.user.click(await button('Continue'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Select a plan' })).toBeVisible();
});

test('an empty draft, as after another tab has created the site, is not announced as kept', async () => {
  const before = await openPage({ path: PATH });
  await goToConfirm(before, 'my-bakery');
  const after = await reload(before, `${PATH}/finalize-and-confirm`);
  expect(await screen.findByText('We kept your draft')).toBeVisible();
  await after.user.clear(await nameField());
  await after.user.clear(screen.getByRole('textbox', { name: /Site title/ }));
  expect(screen.queryByText('We kept your draft')).not.toBeInTheDocument();
});

test(
  'losing the network keeps the draft, and Retry creates exactly one site; so does a double click',
  async () => {
    const page = await openPage({ path: PATH });
    await goToConfirm(page, 'one-site');
    page.bridge.offline = true;
    await page.user.click(await button('Create site'));
    expect(await screen.findByText(/We kept what you entered/)).toBeVisible();
    page.bridge.offline = false;
    await page.user.dblClick(await button('Retry'));
    expect(await screen.findByRole('region', { name: 'Installation' })).toBeVisible();
    expect(page.address()).toMatch(/\/finish\?task=[0-9a-f-]{36}$/);
    await act(() => page.router.navigate('/sites'));
    expect(await screen.findByRole('heading', { name: 'You have 1 site' })).toBeVisible();
  },
  INSTALL_MS,
);

test(
  'an installation is followed across a reload, and ends with the sign-in details and without the draft',
  async () => {
    const before = await openPage({ path: PATH });
    await goToConfirm(before, 'real-one');
    await before.user.click(await button('Create site'));
    expect(await screen.findByRole('region', { name: 'Installation' })).toBeVisible();
    expect(creations(before)).toBe(1);
    const after = await reload(before, before.address());
    expect(await screen.findByRole('region', { name: 'Installation' })).toBeVisible();
    // From here on the page stays visible; the last part is awaited in its own place.
    let left = false;
    const watch = new MutationObserver(
      () => (left ||= screen.queryByRole('region', { name: 'Installation' }) === null),
    );
    watch.observe(document.body, { childList: true, subtree: true, attributes: true });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Your site is ready' }, { timeout: INSTALL_MS }),
    ).toBeVisible();
    // The content replaces the skeleton's card, so wait for the content first.
    expect(await screen.findByRole('link', { name: /Open site/ })).toHaveAttribute(
      'href',
      expect.stringContaining('real-one.'),
    );
    expect(screen.getByText('Finish').closest('li')).toHaveTextContent('Finish (done)');
    const card = screen.getByRole('region', { name: 'Log in and start' });
    watch.disconnect();
    expect(left).toBe(false);
    expect(within(card).getByRole('button', { name: 'Log in to wp-admin' })).toBeEnabled();
    expect(within(card).getByRole('link', { name: /Open site/ })).toHaveAttribute('target', '_blank');
    await act(() => after.router.navigate(PATH));
    expect(await nameField()).toHaveValue('');
  },
  2 * INSTALL_MS,
);

test(
  'a long step shows how much of it is done, until the creation is cancelled',
  async () => {
    const page = await openPage({ path: PATH });
    await goToConfirm(page, 'hang-files-shop');
    await page.user.click(await button('Create site'));
    const bar = await screen.findByRole('progressbar', { name: 'Writing the files' }, { timeout: INSTALL_MS });
    expect(bar).toHaveAttribute('aria-valuetext', '1 of 4 files');
    expect(screen.getByText('1 of 4 files')).toBeVisible();
    await page.user.click(await button('Cancel task'));
    await page.user.click(await button('Cancel task'));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'You cancelled this site' }, { timeout: INSTALL_MS }),
    ).toBeVisible();
    expect(screen.queryByText('1 of 4 files')).not.toBeInTheDocument();
  },
  2 * INSTALL_MS,
);

test(
  'a failed installation shows which step failed, keeps the draft and can be deleted',
  async () => {
    const page = await openPage({ path: PATH });
    await goToConfirm(page, 'fail-files-shop');
    await page.user.click(await button('Create site'));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'We couldn’t create your site' }, { timeout: INSTALL_MS }),
    ).toBeVisible();
    expect(screen.getByText(/The step "files" failed/)).toBeVisible();
    expect(await screen.findByText(/We kept what you entered/)).toBeVisible();
    await page.user.click(await button('Delete failed site'));
    const dialog = await screen.findByRole('dialog');
    await page.user.type(within(dialog).getByRole('textbox'), `fail-files-shop.${page.scenario.partner.sitesDomain}`);
    await page.user.click(within(dialog).getByRole('button', { name: /^Delete/ }));
    expect(await screen.findByRole('heading', { name: 'No sites yet' }, { timeout: INSTALL_MS })).toBeVisible();
  },
  2 * INSTALL_MS,
);

test(
  'a failed installation is retried with the same input',
  async () => {
    const page = await openPage({ path: PATH });
    await goToConfirm(page, 'fail-once-files-shop');
    await page.user.click(await button('Create site'));
    await page.user.click(await screen.findByRole('button', { name: 'Try again' }, { timeout: INSTALL_MS }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Your site is ready' }, { timeout: INSTALL_MS }),
    ).toBeVisible();
    await waitFor(() => expect(creations(page)).toBe(1));
    // This is the last chance to copy the password, so a new version waits until the user leaves the page.
    expect(await screen.findByRole('button', { name: 'Copy password' })).toBeVisible();
    await waitFor(() => expect(panelStore.get(adminPasswordAtom)).toBe(''));
    expect(page.holds()).toBe(true);
  },
  3 * INSTALL_MS,
);

import { act, screen, waitFor } from '@testing-library/react';
import { api, panelStore, secretAtom } from '@panel/core';
import { makeScenario, siteOfTask } from '@panel/ui/testing';
import { openPage } from '../../testing/open.ts';

const PASSWORD = 'a password for one copy';
const PUBLISH_MS = 60_000;
type Page = Awaited<ReturnType<typeof openPage>>;

afterEach(() => act(() => panelStore.set(secretAtom('create-site.ftp-password'), '')));

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

/** From the choice of the source to the last step. */
async function goToConnection({ user }: Page, source: RegExp, name: string) {
  await user.click(await screen.findByRole('radio', { name: source }));
  await user.click(await button('Continue'));
  await user.type(await screen.findByRole('textbox', { name: /Site Domain Name/ }), name);
  await user.click(await button('Continue'));
  expect(await heading('Select a plan')).toBeVisible();
  await user.click(await button('Continue'));
}

async function fillServer({ user }: Page, host: string) {
  await user.type(await screen.findByRole('textbox', { name: /Host/ }), host);
  await user.type(screen.getByRole('textbox', { name: /User name/ }), 'visitor');
  await user.type(screen.getByLabelText(/^Password/), PASSWORD);
}

test('a later step without the earlier ones redirects to the first incomplete one', async () => {
  const { address } = await openPage({ path: '/create-site/github-connection' });
  expect(await heading('Create a site')).toBeVisible();
  expect(address()).toBe('/create-site');
});

test('the last page of an earlier site does not remove the draft of the next one', async () => {
  const { user, router, scenario } = await openPage({ path: '/create-site' });
  await user.click(await button('Continue'));
  await user.type(await screen.findByRole('textbox', { name: /Site Domain Name/ }), 'next-site');
  const domain = scenario.partner.sitesDomain;
  const { task_id: taskId } = await api.site.create({ fqdn: `earlier-site.${domain}`, domain });
  await siteOfTask(taskId);
  await act(() => router.navigate(`/create-site/github-connection?task=${taskId}`));
  expect(await heading('Your site is ready')).toBeVisible();
  await act(() => router.navigate('/create-site/site-name'));
  expect(await screen.findByRole('textbox', { name: /Site Domain Name/ })).toHaveValue('next-site');
});

test(
  'a site of the site builder is created, and its finish opens the editor',
  async () => {
    const page = await openPage({ path: '/create-site' });
    await page.user.click(await screen.findByRole('radio', { name: /The site builder/ }));
    await page.user.click(await button('Continue'));
    await page.user.type(await screen.findByRole('textbox', { name: /Site Domain Name/ }), 'first-pages');
    await page.user.click(await button('Continue'));
    await page.user.click(await button('Create site'));
    await screen.findByRole('heading', { level: 1, name: 'Your site is ready' }, { timeout: PUBLISH_MS });
    await page.user.click(await button('Edit site'));
    await waitFor(() => expect(page.address()).toMatch(/^\/site-builder\/edit\//));
  },
  PUBLISH_MS,
);

test('a taken name is reported and blocks the step', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery' }] });
  const { user, address } = await openPage({ path: '/create-site', as: mine });
  await user.click(await button('Continue'));
  await user.type(await screen.findByRole('textbox', { name: /Site Domain Name/ }), 'bakery');
  await user.click(await button('Continue'));
  expect(await screen.findByText('This domain has already taken, please enter another domain name!')).toBeVisible();
  expect(address()).toBe('/create-site/site-name');
});

test('an unfinished creation is found on the list of sites, resumed, and discarded', async () => {
  const { user, router } = await openPage({ path: '/create-site' });
  await user.click(await screen.findByRole('radio', { name: /FTP or SFTP/ }));
  await user.click(await button('Continue'));
  await user.type(await screen.findByRole('textbox', { name: /Site Domain Name/ }), 'half-done');
  await act(() => router.navigate('/sites'));
  expect(await screen.findByText(/You started to create half-done\./)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Resume creation' }));
  // The first step that is not complete.
  expect(await heading('Select a plan')).toBeVisible();
  await act(() => router.navigate('/sites'));
  await user.click(await button('Discard'));
  expect(screen.queryByText(/You started to create/)).not.toBeInTheDocument();
  expect(JSON.stringify({ ...localStorage })).not.toContain('half-done');
});

test('the connection to a server is validated, and its password is kept out of browser storage', async () => {
  const page = await openPage({ path: '/create-site' });
  await goToConnection(page, /FTP or SFTP/, 'copied-site');
  expect(await heading('Copy from a server')).toBeVisible();
  await page.user.click(await button('Publish site'));
  expect(screen.getByText('Enter the host.')).toBeVisible();
  expect(screen.getByText('Enter the password.')).toBeVisible();
  await fillServer(page, 'ftp://files.example');
  await page.user.type(screen.getByRole('textbox', { name: /Port/ }), '25');
  await page.user.click(await button('Publish site'));
  expect(screen.getByText(/without ftp:\/\//)).toBeVisible();
  expect(screen.getByText('This port is not for file transfer.')).toBeVisible();
  expect(JSON.stringify({ ...localStorage })).not.toContain(PASSWORD);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(PASSWORD);
});

test(
  'a host that is not public fails with what to do, and the same name can be published again',
  async () => {
    const page = await openPage({ path: '/create-site' });
    await goToConnection(page, /FTP or SFTP/, 'private-host');
    await fillServer(page, '10.0.0.1');
    await page.user.click(await button('Publish site'));
    expect(await screen.findByRole('region', { name: 'Publication' }, { timeout: PUBLISH_MS })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('We couldn’t publish'), {
      timeout: PUBLISH_MS,
    });
    await page.user.click(await button('Try again'));
    expect(await screen.findByRole('textbox', { name: /Host/ })).toHaveValue('10.0.0.1');
    await page.user.click(await button('Publish site'));
    expect(await screen.findByRole('region', { name: 'Publication' }, { timeout: PUBLISH_MS })).toBeVisible();
  },
  2 * PUBLISH_MS,
);

test('without a connected account, GitHub asks for a token; a wrong one is refused and not stored', async () => {
  const page = await openPage({ path: '/create-site' });
  await goToConnection(page, /GitHub repository/, 'from-github');
  expect(await heading('Publish from GitHub')).toBeVisible();
  await page.user.click(await button('Connect'));
  expect(screen.getByText('Enter an access token.')).toBeVisible();
  await page.user.type(screen.getByLabelText(/Access token/), 'ghp_wrong');
  await page.user.click(await button('Connect'));
  expect(await screen.findByText('We couldn’t connect GitHub')).toBeVisible();
  expect(JSON.stringify({ ...localStorage })).not.toContain('ghp_wrong');
});

test(
  'for an upload over SFTP the login is shown once, and the page shows that no file has arrived',
  async () => {
    const page = await openPage({ path: '/create-site' });
    await goToConnection(page, /Your computer/, 'by-hand');
    expect(await heading('Upload over SFTP')).toBeVisible();
    await page.user.selectOptions(screen.getByRole('combobox', { name: /^Open for/ }), '1 hour');
    await page.user.click(await button('Create site'));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Upload your files' }, { timeout: PUBLISH_MS }),
    ).toBeVisible();
    const password = (await screen.findByText('Password')).nextElementSibling?.textContent ?? '';
    expect(password.length).toBeGreaterThan(20);
    expect(await screen.findByText(/^No file yet\./)).toBeVisible();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(password);
    await page.user.click(screen.getByRole('link', { name: 'Manage site' }));
    expect(await screen.findByText('SFTP access')).toBeVisible();
    await act(() => panelStore.set(secretAtom('create-site.sftp-password'), ''));
    await act(() => page.router.navigate(-1));
    expect(await screen.findByText(/The password was shown once/)).toBeVisible();
    await page.user.click(await button('New password'));
    expect(await screen.findByText('Copy the password now. It is not shown again.')).toBeVisible();
    const taskId = new URL(page.address(), 'http://panel.invalid').searchParams.get('task') ?? '';
    const { site_id } = await api.site.check({ taskId });
    const { access } = await api.siteAccess.ftp({ id: site_id ?? '' });
    const period = Date.parse(access?.expires_at ?? '') - Date.parse(access?.created_at ?? '');
    expect(period).toBe(3_600_000);
  },
  2 * PUBLISH_MS,
);

test(
  'a domain that is chosen for a new site is offered once the site exists',
  async () => {
    const domain = `brought-${process.pid}.example`;
    const page = await openPage({ path: '/create-site', licenses: [{ product: 'site_basic' }] });
    await page.user.click(await screen.findByRole('radio', { name: /The site builder/ }));
    await page.user.click(await button('Continue'));
    await page.user.click(await screen.findByRole('link', { name: 'Bring your own domain' }));
    expect(await heading('Bring your own domain')).toBeVisible();
    await page.user.type(await screen.findByRole('textbox', { name: /^Domain/ }), domain);
    await page.user.click(await button('Verify'));
    await page.user.click(await button('Publish'));
    expect(await screen.findByText(new RegExp(`You can add ${domain} once the site is published`))).toBeVisible();
    await page.user.type(await screen.findByRole('textbox', { name: /Site Domain Name/ }), 'brought-pages');
    await page.user.click(await button('Continue'));
    await page.user.click(await button('Create site'));
    await screen.findByRole('heading', { level: 1, name: 'Your site is ready' }, { timeout: PUBLISH_MS });
    await page.user.click(await screen.findByRole('link', { name: 'Add the domain' }));
    expect(await screen.findByText('Domain is available')).toBeVisible();
    await page.user.click(await button('Upgrade'));
    expect(await heading('Congratulations!')).toBeVisible();
  },
  PUBLISH_MS,
);

test('without a licence that has a site left, the step about a domain shows the upgrade card', async () => {
  const page = await openPage({ path: '/create-site', partner: { special: false } });
  await page.user.click(await button('Continue'));
  await page.user.click(await screen.findByRole('link', { name: 'Bring your own domain' }));
  expect(await screen.findByRole('region', { name: 'Upgrade to Premium' })).toBeVisible();
  await page.user.click(screen.getByRole('link', { name: 'Continue without a domain' }));
  expect(await heading('Site name')).toBeVisible();
});

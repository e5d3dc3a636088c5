import { act, screen, waitFor, within } from '@testing-library/react';
import { api } from '@panel/core';
import { hostedSite, openPage } from '../../testing/open.ts';
import { zipFile } from '../../testing/zip-file.ts';

const PATH = '/create-site-with-wordpress';
const CREATE_MS = 60_000;
type Page = Awaited<ReturnType<typeof openPage>>;

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: CREATE_MS });
const stored = (): string => JSON.stringify({ ...localStorage });

/** From the first step to the last, with a name. */
async function create({ user }: Page, name: string) {
  await user.type(await screen.findByRole('textbox', { name: /Site Domain Name/ }), name);
  await user.click(await button('Continue'));
  await heading('Select a plan');
  await user.click(await button('Continue'));
  await heading('Finalize and confirm');
  await user.click(await button('Create site'));
}

async function startFrom({ user }: Page, label: RegExp) {
  await user.click(await screen.findByRole('radio', { name: label }));
}

test(
  'a site is created from a backup that was chosen on the page of its site',
  async () => {
    const { scenario, siteId, fqdn } = await hostedSite();
    const { task_id } = await api.backup.create({ site_fqdn: fqdn, name: 'Before the sale' });
    await waitFor(async () => expect((await api.backup.status({ taskId: task_id })).status).toBe('succeeded'), {
      timeout: CREATE_MS,
    });
    const page = await openPage({ path: `/manage-site/backup/${siteId}`, as: scenario });
    await page.user.click(await button('Actions for Before the sale'));
    await page.user.click(await screen.findByRole('menuitem', { name: 'Create a site from this backup' }));
    expect(await screen.findByRole('radio', { name: /^A backup/ })).toBeChecked();
    expect(await screen.findByRole('combobox', { name: /Backup/ })).toHaveDisplayValue(/Before the sale/);
    expect(screen.queryByLabelText(/^Password/)).not.toBeInTheDocument();
    await create(page, 'copied');
    await heading('Your site is ready');
    expect(await screen.findByRole('link', { name: /Open site/ })).toHaveAttribute(
      'href',
      expect.stringContaining('copied.'),
    );
    await waitFor(() => expect(stored()).not.toContain('Before the sale'));
  },
  3 * CREATE_MS,
);

test(
  'a site is created from a zip; the file is never stored, and has to be chosen again after a reload',
  async () => {
    const page = await openPage({ path: PATH });
    await startFrom(page, /^Your files/);
    expect(await button('Continue')).toHaveAttribute('aria-disabled', 'true');
    await page.user.upload(screen.getByLabelText('Zip file of the site'), zipFile('pages'));
    expect(screen.getByText(/^pages\.zip, \d+ B$/)).toBeVisible();
    const others = screen.getByRole('checkbox', { name: /^Also replace the old address in tables that do not start/ });
    expect(others).not.toBeChecked();
    await page.user.click(others);
    let sent: FormData | null = null;
    const { fetch } = page.bridge;
    page.bridge.fetch = async (input, init) => {
      if (input instanceof Request && input.url.endsWith('/site/import')) sent = await input.clone().formData();
      return fetch(input, init);
    };
    await create(page, 'my-site');
    await heading('Your site is ready');
    expect((sent as FormData | null)?.get('other_tables')).toBe('true');
    expect(stored()).not.toContain('pages.zip');
  },
  2 * CREATE_MS,
);

test(
  'an upload shows its progress, and one that is cancelled can be started again',
  async () => {
    const page = await openPage({ path: PATH });
    await startFrom(page, /^Your files/);
    await page.user.upload(screen.getByLabelText('Zip file of the site'), zipFile('pages'));
    const { promise: sent, resolve: send } = Promise.withResolvers<void>();
    const { fetch } = page.bridge;
    page.bridge.fetch = async (input, init) => {
      if (input instanceof Request && input.url.endsWith('/site/import')) await sent;
      return fetch(input, init);
    };
    await create(page, 'cancelled');
    expect(await screen.findByRole('progressbar', { name: 'Uploading' })).toHaveAttribute('value', '50');
    await page.user.click(await button('Cancel upload'));
    send();
    await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument());
    expect(screen.queryByText(/We couldn’t create the site/)).not.toBeInTheDocument();
    await page.user.click(await button('Create site'));
    await heading('Your site is ready');
  },
  2 * CREATE_MS,
);

test('a zip that cannot be used is refused with the reason, and everything that was entered stays', async () => {
  const page = await openPage({ path: PATH });
  await startFrom(page, /^Your files/);
  await page.user.upload(screen.getByLabelText('Zip file of the site'), zipFile('notes'));
  await create(page, 'pages');
  expect(await screen.findByText(/neither an index\.html nor a WordPress/)).toBeVisible();
  await page.user.click(screen.getByRole('link', { name: 'Back to the details' }));
  expect(await screen.findByText(/^notes\.zip/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: /Site Domain Name/ })).toHaveValue('pages');
});

test('without backups, the wizard shows that there are none; another source keeps the name', async () => {
  const page = await openPage({ path: PATH });
  await page.user.type(await screen.findByRole('textbox', { name: /Site Domain Name/ }), 'kept');
  await startFrom(page, /^A backup/);
  expect(await screen.findByText(/You have no backups yet/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: /Site Domain Name/ })).toHaveValue('kept');
  expect(await button('Continue')).toHaveAttribute('aria-disabled', 'true');
  await startFrom(page, /^A fresh WordPress/);
  expect(screen.getByRole('textbox', { name: /Site Domain Name/ })).toHaveValue('kept');
  expect(screen.getByLabelText(/^Password/)).toBeVisible();
});

test('an unfinished creation is found on the list of sites, resumed, and discarded', async () => {
  const page = await openPage({ path: PATH });
  await page.user.type(await screen.findByRole('textbox', { name: /Site Domain Name/ }), 'unfinished');
  await act(() => page.router.navigate('/sites'));
  expect(await screen.findByText(/You started to create unfinished\./)).toBeVisible();
  await page.user.click(screen.getByRole('link', { name: 'Resume creation' }));
  expect(await screen.findByRole('textbox', { name: /Site Domain Name/ })).toHaveValue('unfinished');
  await act(() => page.router.navigate('/sites'));
  await page.user.click(await button('Discard'));
  expect(screen.queryByText(/You started to create/)).not.toBeInTheDocument();
  expect(stored()).not.toContain('unfinished');
  expect(within(document.body).queryByRole('link', { name: 'Resume creation' })).not.toBeInTheDocument();
});

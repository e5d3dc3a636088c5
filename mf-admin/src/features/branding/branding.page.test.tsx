import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { panelStore, partnerAtom } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

type ScenarioInput = Parameters<typeof renderPage>[0];
const open = (input: Partial<ScenarioInput> = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/admin/branding', role: 'admin', ...input });
const field = (name: string) => screen.findByRole('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Save' });
const pair = (name: string) => screen.getByText(name).closest('li') as HTMLElement;

type Opened = Awaited<ReturnType<typeof open>>;
const choose = async ({ user }: Pick<Opened, 'user'>, tab: RegExp) =>
  user.click(await screen.findByRole('tab', { name: tab }));

async function retype({ user }: Opened, name: string, text: string) {
  const input = await field(name);
  await user.clear(input);
  await user.type(input, text);
}

test('a saved brand is live around the page and appears in the list of versions', async () => {
  const page = await open();
  await retype(page, 'Company name', 'Nova Hosting');
  await retype(page, 'Version note (optional)', 'New name');
  await page.user.click(save());
  await waitFor(() => expect(page.notices).toContainEqual(expect.objectContaining({ message: 'The brand is live.' })));
  await waitFor(() => expect(panelStore.get(partnerAtom)?.attributes.RESELLER_COMPANY_NAME).toBe('Nova Hosting'));
  expect(await screen.findByText('Company name: Scenario Hosting → Nova Hosting')).toBeVisible();
  expect(screen.getByText('“New name”')).toBeVisible();
  expect(save()).toHaveAttribute('aria-disabled', 'true');

  await page.user.click(screen.getByRole('button', { name: 'Go back to the state before the first change' }));
  await page.user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Go back to this version' }),
  );
  await waitFor(async () => expect(await field('Company name')).toHaveValue('Scenario Hosting'));
});

test('the language of visitors is chosen, and told by its own name', async () => {
  const page = await open();
  await page.user.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'العربية');
  await page.user.click(save());
  expect(await screen.findByText('Language: none → العربية')).toBeVisible();
  expect(panelStore.get(partnerAtom)?.attributes.LANGUAGE).toBe('ar');
});

test('an invalid color is rejected at its field, and the input stays', async () => {
  const page = await open();
  await choose(page, /Colors/);
  await retype(page, 'Link', 'blue');
  expect(page.holds()).toBe(true);
  await page.user.click(save());
  expect(await screen.findByText('Enter a hex color, for example #1e1b4b.')).toBeVisible();
  expect(await field('Link')).toHaveFocus();
  expect(await field('Link')).toHaveValue('blue');
  expect(page.bridge.calls).not.toContain('PUT /partner/branding');
});

test('Save opens the part of the brand with an error, and its field has the focus', async () => {
  const page = await open();
  await choose(page, /Colors/);
  await retype(page, 'Link', 'blue');
  await choose(page, /Name/);
  await retype(page, 'Company name', 'Nova Hosting');
  expect(screen.getByRole('tab', { name: 'Colors 1 error' })).toHaveAttribute('aria-selected', 'false');
  await page.user.click(save());
  await waitFor(async () => expect(await field('Link')).toHaveFocus());
  expect(screen.getByText('Enter a hex color, for example #1e1b4b.')).toBeVisible();
  // It stays there once the field is corrected, and other parts keep their input.
  await retype(page, 'Link', '#1e1b4b');
  expect(await screen.findByRole('tab', { name: 'Colors' })).toHaveAttribute('aria-selected', 'true');
  await choose(page, /Name/);
  expect(await field('Company name')).toHaveValue('Nova Hosting');
});

test('an invalid color is reported while it is typed', async () => {
  const page = await open();
  await choose(page, /Colors/);
  await retype(page, 'Link', 'blue');
  expect(await screen.findByText('Enter a hex color, for example #1e1b4b.')).toBeVisible();
  expect(await field('Link')).toBeInvalid();
  await retype(page, 'Link', '#1e1b4b');
  await waitFor(() => expect(screen.queryByText('Enter a hex color, for example #1e1b4b.')).not.toBeInTheDocument());
});

test('an unreadable pair shows its ratio and the correction, which can be applied', async () => {
  const { user } = await open({
    partner: { attributes: { CSS_BTN_BG_COLOR: '#ffff00', CSS_BTN_TEXT_COLOR: '#ffffff' } },
  });
  await choose({ user }, /Colors/);
  await field('Button text');
  expect(pair('Button text on the button')).toHaveTextContent(/1\.0:1\s*Fails\s*repaired to #[\da-f]{6}/);
  await user.click(within(pair('Button text on the button')).getByRole('button'));
  expect(((await field('Button text')) as HTMLInputElement).value).toMatch(/^#[\da-f]{6}$/);
  expect(pair('Button text on the button')).toHaveTextContent('Passes');
  expect(pair('Button text on the button')).toHaveFocus();
  expect(within(pair('Button text on the button')).queryByRole('button')).not.toBeInTheDocument();
});

test('the preview shows real pages with the current input; another origin gets nothing', async () => {
  const page = await open();
  const frame = (await screen.findByTitle('Preview: Sign-in')) as HTMLIFrameElement;
  expect(frame).toHaveAttribute('src', '/login?preview=login');
  expect(frame.closest('[inert]')).not.toBeNull();
  // Browsers warn of one that allows scripts and the page's origin, which this page needs.
  expect(frame).not.toHaveAttribute('sandbox');
  const told: unknown[] = [];
  const within_ = frame.contentWindow as Window;
  jest.spyOn(within_, 'postMessage').mockImplementation((message: unknown) => void told.push(message));
  fireEvent(
    window,
    new MessageEvent('message', {
      data: { type: 'panel.preview.ready' },
      origin: 'https://evil.example',
      source: within_,
    }),
  );
  fireEvent(
    window,
    new MessageEvent('message', {
      data: { type: 'panel.preview.ready' },
      origin: window.location.origin,
      source: window,
    }),
  );
  expect(told).toEqual([]);
  fireEvent(
    window,
    new MessageEvent('message', {
      data: { type: 'panel.preview.ready' },
      origin: window.location.origin,
      source: within_,
    }),
  );
  expect(told).toHaveLength(1);
  await choose(page, /Colors/);
  await retype(page, 'Header', '#123456');
  expect(told.at(-1)).toMatchObject({
    type: 'panel.preview.brand',
    attributes: { CSS_NAV_BG_COLOR: '#123456' },
    scheme: 'light',
  });
  await page.user.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(told.at(-1)).toMatchObject({ scheme: 'dark' });
  await page.user.click(screen.getByRole('radio', { name: 'Sites' }));
  expect(screen.getByTitle('Preview: Sites')).toHaveAttribute('src', '/sites?preview=customer');
  await page.user.click(screen.getByRole('radio', { name: 'Help' }));
  expect(screen.getByTitle('Preview: Help')).toHaveAttribute('src', '/help?preview=brand');
});

test('of two admins the slower one keeps the input, sees who saved first, and decides', async () => {
  const page = await open();
  await retype(page, 'Slogan', 'Mine');
  const other = await fetch(`${window.location.origin}/partner/branding`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      'X-XSRF-TOKEN': decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''),
    },
    body: JSON.stringify({ base: 0, attributes: { RESELLER_COMPANY_SLOGAN: 'Theirs' } }),
  });
  expect(other.status).toBe(200);
  await page.user.click(save());
  expect(await screen.findByText(/What you entered is still here/)).toHaveTextContent(
    `in the meantime by ${page.scenario.user?.email ?? ''}`,
  );
  expect(await field('Slogan')).toHaveValue('Mine');
  await page.user.click(screen.getByRole('button', { name: 'Discard mine' }));
  await waitFor(async () => expect(await field('Slogan')).toHaveValue('Theirs'));
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>';

test('an image is uploaded, shown, and live once saved; one with a script is rejected', async () => {
  const { user, notices } = await open();
  await choose({ user }, /Images/);
  const input = await screen.findByLabelText('File: Logo');
  await user.upload(
    input,
    new File(['<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'], 'bad.svg', {
      type: 'image/svg+xml',
    }),
  );
  await waitFor(() =>
    expect(notices).toContainEqual(
      expect.objectContaining({
        title: 'We couldn’t use this image',
        message: expect.stringMatching(/contains a script/),
      }),
    ),
  );
  await user.upload(input, new File([SVG], 'logo.svg', { type: 'image/svg+xml' }));
  const shown = await screen.findByRole('img', { name: 'Logo now' });
  expect(shown).toHaveAttribute('src', expect.stringMatching(/^\/brand-images\/[\da-f]{64}\.svg$/));
  await user.click(save());
  await waitFor(() => expect(panelStore.get(partnerAtom)?.logo).toBe(shown.getAttribute('src')));
  expect(await screen.findByText('Logo changed')).toBeVisible();
});

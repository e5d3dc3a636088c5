import { screen, waitFor, within } from '@testing-library/react';
import { coreOf, panelStore, partnerAtom, t } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

type ScenarioInput = Parameters<typeof renderPage>[0];
const open = (input: Partial<ScenarioInput> = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/admin/branding/texts', role: 'admin', ...input });
type Opened = Awaited<ReturnType<typeof open>>;

const PANEL = 'Your own text';
const own = () => screen.findByRole('textbox', { name: /^You say/ });

/** Finds a text and opens its panel. */
async function choose({ user }: Opened, search: string, text: string) {
  const field = await screen.findByRole('searchbox', { name: 'Search in all texts' });
  await user.clear(field);
  await user.type(field, `${search}{Enter}`);
  await user.click(await screen.findByRole('button', { name: `Change “${text}”` }));
  await screen.findByRole('dialog', { name: PANEL });
}

async function say({ user }: Opened, text: string) {
  await user.clear(await own());
  // Braces are keys for `type`.
  await user.click(await own());
  await user.paste(text);
}
const save = ({ user }: Opened) => user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));

test('a text is found, replaced, previewed, said by every page from then on, and given back', async () => {
  const page = await open();
  await choose(page, 'SECTIONS', 'Sections');
  await say(page, 'Rooms');
  expect(within(screen.getByRole('region', { name: 'Preview' })).getByText('Rooms')).toBeVisible();
  await save(page);
  const list = await screen.findByRole('list', { name: 'Your texts' });
  expect(await within(list).findByText('Instead of: Sections')).toBeVisible();
  // A remote that was built earlier says it, too.
  const { t: sayOfRemote } = coreOf({ id: 'mf-other', version: '0.9.0' });
  await waitFor(() => expect(sayOfRemote('Sections')).toBe('Rooms'));
  expect(t('Save')).toBe('Save');

  await page.user.click(within(list).getByRole('button', { name: 'Remove “Rooms”' }));
  expect(await screen.findByText(/You say everything as the panel does/)).toBeVisible();
  await waitFor(() => expect(sayOfRemote('Sections')).toBe('Sections'));
  await page.user.click(await screen.findByRole('button', { name: 'Go back to version 1' }));
  await page.user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Go back to this version' }),
  );
  expect(await screen.findByText('Instead of: Sections')).toBeVisible();
  await waitFor(() => expect(t('Sections')).toBe('Rooms'));
  page.unmount();

  const partner = panelStore.get(partnerAtom) ?? page.scenario.partner;
  await renderPage({ remote: { manifest, pages }, path: '/admin/sections', as: { ...page.scenario, partner } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Rooms' })).toBeVisible();
});

test('a text of an email in German: values are filled in, and one that is missing or wrong is refused by its name', async () => {
  const page = await open({ path: '/admin/branding/texts?language=de' });
  await choose(page, 'set your password for', (await germanOf(page, 'Set your password for {company}')) ?? '');
  expect(screen.getByText('The panel fills in {company}. Keep what is in braces.')).toBeVisible();
  await say(page, 'Willkommen bei {company}!');
  expect(screen.getByRole('region', { name: 'Preview' })).toHaveTextContent('Willkommen bei Scenario Hosting!');
  for (const [text, why] of [
    ['Willkommen!', '{company} is missing: the panel fills it in.'],
    ['Willkommen {name} bei {company}', '{name} is not among the values of this text.'],
    ['Willkommen bei {company', /A brace or a quotation mark/],
    ['<b>Willkommen</b> bei {company}', 'The characters < and > are not allowed here.'],
  ] as const) {
    await say(page, text);
    await save(page);
    expect(await screen.findByText(why)).toBeVisible();
    expect(await own()).toBeInvalid();
  }
  expect(page.bridge.calls).not.toContain('PUT /partner/texts');
  await say(page, 'Willkommen bei {company}!');
  await save(page);
  expect(await screen.findByText('Willkommen bei {company}!')).toBeVisible();
  expect(screen.getAllByText('Emails')[0]).toBeVisible();
});

async function germanOf({ bridge }: Opened, text: string): Promise<string | undefined> {
  const answer = await bridge.fetch(
    `${window.location.origin}/partner/texts/search?language=de&search=${encodeURIComponent(text)}`,
  );
  const { texts } = (await answer.json()) as { texts: { text: string; shown: string }[] };
  return texts.find((one) => one.text === text)?.shown;
}

const put = (base: number, texts: { text: string; own: string }[]) =>
  fetch(`${window.location.origin}/partner/texts`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      'X-XSRF-TOKEN': decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''),
    },
    body: JSON.stringify({ base, language: 'en', texts }),
  });

test('of two admins the slower one sees who saved first, and saving again keeps the text of both', async () => {
  const page = await open();
  await choose(page, 'page title', 'Page title');
  await say(page, 'Mine');
  expect((await put(0, [{ text: 'Gone since', own: 'Theirs' }])).status).toBe(200);
  await save(page);
  expect(await screen.findByText(/What you entered is still here/)).toHaveTextContent(page.scenario.user?.email ?? '?');
  const list = await screen.findByRole('list', { name: 'Your texts', hidden: true });
  await within(list).findByText('Theirs');
  await save(page);
  expect(await within(list).findByText('Mine')).toBeVisible();
  const theirs = within(list).getByText('Theirs').closest('li') as HTMLElement;
  expect(within(theirs).getByText('No longer used')).toBeVisible();
});

test('an address of the dictionary is saved for every language, and a script is refused', async () => {
  const page = await open();
  await page.user.click(await screen.findByRole('button', { name: 'Change “Address of your documentation”' }));
  const field = await screen.findByRole('textbox', { name: /^Address of your documentation/ });
  await page.user.type(field, 'javascript:alert(1)');
  await save(page);
  expect(await screen.findByText('Enter an address that begins with http:// or https://.')).toBeVisible();
  await page.user.clear(field);
  await page.user.type(field, 'https://docs.example.com');
  await save(page);
  expect(await screen.findByText('https://docs.example.com')).toBeVisible();
});

test('support sees the texts and cannot change them', async () => {
  await open({ staffRole: 'support' });
  expect(await screen.findByRole('button', { name: 'Change “Text beside the sign-in form”' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

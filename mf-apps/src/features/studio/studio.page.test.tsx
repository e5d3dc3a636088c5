import { act, screen, waitFor, within } from '@testing-library/react';
import { api } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';
import { openNewApp, openPage } from '../../testing/open.ts';

type Opened = Awaited<ReturnType<typeof openNewApp>>;

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const file = (name: string) => screen.findByRole('treeitem', { name: new RegExp(`^${name}`) });
const code = (name: string) => screen.findByRole('textbox', { name: `Code of ${name}` });

/** Replaces the text in an editor as somebody who pastes does. */
async function replaceText({ user }: Pick<Opened, 'user'>, name: string, text: string): Promise<void> {
  const editor = await code(name);
  act(() => editor.focus());
  await user.keyboard('{Control>}a{/Control}');
  await user.paste(text);
  // Who types goes on to type in the same editor.
  expect(editor).toHaveFocus();
}

/** The studio of a new application, with the code of its template. */
async function openStudio(): Promise<Opened> {
  const opened = await openNewApp('studio', 'Studio');
  await opened.user.click(await button('Start with the template'));
  await file('index.html');
  return opened;
}

test('a file is edited, compared, committed and built, and a reload keeps what is not committed', async () => {
  const opened = await openStudio();
  const { user, id } = opened;
  await user.click(await screen.findByText('index.html', { selector: '.p-file-tree-name' }));
  expect(await code('index.html')).toHaveTextContent(/<html/);
  expect(await button('Commit')).toHaveAttribute('aria-disabled', 'true');
  await replaceText(opened, 'index.html', '<h1>Of the studio</h1>');
  expect(await screen.findByRole('tab', { name: 'index.html (not committed)' })).toBeVisible();
  expect(await file('index.html')).toHaveTextContent('Edited');
  expect(opened.holds()).toBe(true);

  await user.click(await button('New file'));
  const made = within(await screen.findByRole('dialog', { name: 'New file' }));
  const path = made.getByRole('textbox', { name: /Path/ });
  await user.type(path, '.git/config');
  await user.click(made.getByRole('button', { name: 'Create' }));
  expect(await made.findByText(/names that every system can have/)).toBeVisible();
  await user.clear(path);
  await user.type(path, 'docs/about.md');
  await user.click(made.getByRole('button', { name: 'Create' }));
  await replaceText(opened, 'about.md', '# About');

  // The same browser tab, loaded anew.
  opened.unmount();
  const again = await renderPage({
    remote: { manifest, pages },
    path: `/manage-app/studio/${id}`,
    as: opened.scenario,
  });
  expect(await code('about.md')).toHaveTextContent('# About');
  await again.user.click(screen.getByRole('tab', { name: /^index.html/ }));
  expect(await code('index.html')).toHaveTextContent('Of the studio');
  await again.user.click(await screen.findByRole('radio', { name: 'Changes' }));
  expect(await screen.findByRole('textbox', { name: 'Changes of index.html' })).toHaveTextContent('Of the studio');

  await again.user.keyboard('{Control>}s{/Control}');
  const commit = within(await screen.findByRole('dialog', { name: 'Commit changes' }));
  expect(commit.getByText('docs/about.md')).toBeVisible();
  await again.user.type(commit.getByRole('textbox', { name: /Message/ }), 'Say hello');
  await again.user.click(commit.getByRole('button', { name: 'Commit' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await screen.findByText(/^Committed [0-9a-f]{7}/)).toBeVisible();
  expect(await screen.findByText('Succeeded')).toBeVisible();
  await waitFor(() => expect(again.holds()).toBe(false));
  expect(await screen.findByRole('tab', { name: 'index.html' })).toBeVisible();
  const { commit: newest, files } = await api.studio.show({ id });
  expect(files.map((one) => one.path)).toContain('docs/about.md');
  const { text } = await api.studio.file({ id, commit: newest ?? '', path: 'index.html' });
  expect(text).toBe('<h1>Of the studio</h1>');
  await again.user.click(screen.getByText('Last commits'));
  expect(await screen.findByText(/Say hello/)).toBeVisible();
});

test('what somebody else has committed meanwhile is compared and kept, or taken', async () => {
  const opened = await openStudio();
  const { user, id } = opened;
  await user.click(await screen.findByText('index.html', { selector: '.p-file-tree-name' }));
  await replaceText(opened, 'index.html', 'mine');
  const { commit: base } = await api.studio.show({ id });
  const put = (path: string) => ({ action: 'put' as const, path, text: 'theirs' });
  await api.studio.commit({
    id,
    branch: 'main',
    base,
    message: 'Theirs',
    changes: [put('index.html'), put('new.txt')],
  });
  await user.keyboard('{Control>}s{/Control}');
  const panel = () => within(screen.getByRole('dialog', { name: 'Commit changes' }));
  await screen.findByRole('dialog', { name: 'Commit changes' });
  await user.type(panel().getByRole('textbox', { name: /Message/ }), 'Mine');
  await user.click(panel().getByRole('button', { name: 'Commit' }));
  expect(await screen.findByText(/Somebody else has committed to main/)).toBeVisible();
  await waitFor(() => expect(panel().getByRole('button', { name: 'Commit' })).toHaveAttribute('aria-disabled', 'true'));
  await user.click(panel().getByRole('button', { name: 'Cancel' }));
  expect(await file('index.html')).toHaveTextContent('Conflict');
  await user.click(await button('Compare'));
  expect(await screen.findByRole('textbox', { name: 'Changes of index.html' })).toHaveTextContent('mine');
  await user.click(await button('Keep my version'));
  await user.keyboard('{Control>}s{/Control}');
  await screen.findByRole('dialog', { name: 'Commit changes' });
  await user.type(panel().getByRole('textbox', { name: /Message/ }), 'Mine');
  await user.click(panel().getByRole('button', { name: 'Commit' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const { commit, files } = await api.studio.show({ id });
  expect(files.map((one) => one.path)).toContain('new.txt');
  expect((await api.studio.file({ id, commit: commit ?? '', path: 'index.html' })).text).toBe('mine');
});

test('code that is elsewhere is edited there', async () => {
  const opened = await openPage({ path: '/apps' });
  const from = { source: 'git' as const, repository: 'https://git.example.com/team/app.git', branch: 'main' };
  const { app_id: id } = await api.app.existingApp({ fqdn: 'imported', from });
  await act(() => opened.router.navigate(`/manage-app/studio/${id}`));
  expect(await screen.findByRole('link', { name: 'Open the repository' })).toHaveAttribute(
    'href',
    'https://git.example.com/team/app',
  );
  expect(screen.queryByRole('button', { name: 'New file' })).not.toBeInTheDocument();
});

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { hostedSite, openPage } from '../../testing/open.ts';

const TASK_MS = 30_000;
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });

async function openFiles(query = '') {
  const { scenario, siteId } = await hostedSite();
  return openPage({ path: `/manage-site/files/${siteId}${query}`, as: scenario });
}

test(
  'a file is created, edited with the keyboard, renamed and deleted',
  async () => {
    const { user } = await openFiles();
    await user.click(await button('New file'));
    const created = within(await dialog('New file'));
    await user.type(created.getByRole('textbox', { name: /Name/ }), 'a/b');
    await user.click(created.getByRole('button', { name: 'Create' }));
    expect(await created.findByText(/Use a name without a slash/)).toBeVisible();
    await user.clear(created.getByRole('textbox', { name: /Name/ }));
    await user.type(created.getByRole('textbox', { name: /Name/ }), '-notes.txt{Enter}');

    const row = await button('-notes.txt');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    act(() => row.focus());
    await user.keyboard('{Enter}');
    const text = await screen.findByRole('textbox', { name: 'Content of -notes.txt' });
    expect(await button('Save')).toHaveAttribute('aria-disabled', 'true');
    await user.type(text, 'first{Enter}second');
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('File saved.')).toBeVisible();
    await waitFor(async () => expect(await button('Save')).toHaveAttribute('aria-disabled', 'true'));
    await user.click(await button('Close'));

    await user.click(await button('Actions for -notes.txt'));
    await user.click(await screen.findByRole('menuitem', { name: /^Rename/ }));
    const renamed = within(await dialog('Rename'));
    const field = renamed.getByRole('textbox', { name: /Name/ });
    await user.clear(field);
    await user.type(field, 'notes.txt');
    await user.click(renamed.getByRole('button', { name: 'Save' }));
    expect(await button('notes.txt')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

    await user.click(await button('Actions for notes.txt'));
    await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }));
    await user.click(within(await dialog('Delete notes.txt?')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'notes.txt' })).not.toBeInTheDocument());
  },
  2 * TASK_MS,
);

test(
  'files are dropped into a folder, and one of the same name is replaced only when that is chosen',
  async () => {
    const { user } = await openFiles();
    await user.click(await button('New folder'));
    const created = within(await dialog('New folder'));
    await user.type(created.getByRole('textbox', { name: /Name/ }), 'docs');
    await user.click(created.getByRole('button', { name: 'Create' }));
    await user.click(await button('docs'));
    expect(await screen.findByRole('heading', { name: 'This folder is empty' })).toBeVisible();

    const drop = (content: string) =>
      fireEvent.drop(screen.getByRole('group', { name: 'Upload by drop' }), {
        dataTransfer: { files: [new File([content], 'ünï "1".txt', { type: 'text/plain' })] },
      });
    drop('one');
    expect(await button('ünï "1".txt')).toBeVisible();
    await waitFor(async () => expect(await button('Upload files')).not.toHaveAttribute('aria-busy', 'true'));
    drop('two');
    const asked = within(await dialog('Replace files?'));
    await user.click(asked.getByRole('button', { name: 'Replace' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(async () => expect(await button('Upload files')).not.toHaveAttribute('aria-busy', 'true'));
    await user.click(await button('ünï "1".txt'));
    await waitFor(async () => expect(await screen.findByRole('textbox', { name: /^Content of/ })).toHaveValue('two'));
    await user.click(await button('All files'));
    expect(await button('docs')).toBeVisible();
  },
  2 * TASK_MS,
);

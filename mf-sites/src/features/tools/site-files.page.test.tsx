import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { api } from '@panel/core';
import { hostedSite, openPage } from '../../testing/open.ts';

const TASK_MS = 30_000;
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });

/** Types letter after letter in an editor, which keeps the focus. */
async function typeIn(editor: HTMLElement, text: string, user: Awaited<ReturnType<typeof openFiles>>['user']) {
  act(() => editor.focus());
  for (const letter of text) {
    await user.paste(letter);
    expect(screen.getByRole('textbox', { name: /^Content of/ })).toBe(editor);
    expect(editor).toHaveFocus();
  }
  expect(editor).toHaveTextContent(text);
}

async function openFiles(query = '') {
  const { scenario, siteId } = await hostedSite();
  const page = await openPage({ path: `/manage-site/files/${siteId}${query}`, as: scenario });
  return { ...page, siteId };
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
    await typeIn(text, 'first', user);
    expect(await screen.findByText('Not saved')).toBeVisible();
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
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
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
    const asked = within(await dialog('Replace the file?'));
    await user.click(asked.getByRole('button', { name: 'Replace' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(async () => expect(await button('Upload files')).not.toHaveAttribute('aria-busy', 'true'));
    await user.click(await button('ünï "1".txt'));
    await waitFor(async () =>
      expect(await screen.findByRole('textbox', { name: /^Content of/ })).toHaveTextContent('two'),
    );
    await user.click(await button('All files'));
    expect(await button('docs')).toBeVisible();
  },
  2 * TASK_MS,
);

test(
  'a file that somebody else has changed is compared, and overwritten only when that is chosen',
  async () => {
    const { user, siteId: id } = await openFiles('?file=index.html');
    const text = await screen.findByRole('textbox', { name: 'Content of index.html' });
    await typeIn(text, 'mine', user);
    const { version } = await api.file.read({ id, path: 'index.html' });
    await api.file.save({ id, path: 'index.html', text: 'theirs', version });
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText(/Somebody else has changed or deleted this file/)).toBeVisible();
    expect(await button('Save')).toHaveAttribute('aria-disabled', 'true');
    await user.click(await button('Compare'));
    expect(await screen.findByRole('textbox', { name: 'Changes of index.html' })).toHaveTextContent(/theirs/);
    expect((await api.file.read({ id, path: 'index.html' })).text).toBe('theirs');
    await user.click(await button('Overwrite with my text'));
    expect(await screen.findByText('File saved.')).toBeVisible();
    expect((await api.file.read({ id, path: 'index.html' })).text).toMatch(/mine/);

    // Deleted meanwhile: what was typed creates it again.
    await typeIn(await screen.findByRole('textbox', { name: 'Content of index.html' }), 'again', user);
    await api.file.remove({ id, path: 'index.html' });
    await user.click(await button('Save'));
    await user.click(await button('Overwrite with my text'));
    await waitFor(async () => expect((await api.file.read({ id, path: 'index.html' })).text).toMatch(/again/));
  },
  2 * TASK_MS,
);

test(
  'a search finds lines and names, and opens the file at the line',
  async () => {
    const { user, siteId: id } = await openFiles();
    await api.file.create({ id, path: 'deep', kind: 'folder' });
    await api.file.save({ id, path: 'deep/notes.php', text: 'one\ntwo Needle\nthree', version: null });
    await user.type(await screen.findByRole('searchbox', { name: 'Search files' }), 'needle{Enter}');
    expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeVisible();
    await user.click(await screen.findByRole('radio', { name: 'Contents' }));
    await user.click(await button(/^deep\/notes\.php ?:2$/));
    const text = await screen.findByRole('textbox', { name: 'Content of notes.php' });
    await waitFor(() => expect(text).toHaveFocus());
    expect(text.querySelector('.cm-activeLine')).toHaveTextContent('two Needle');
  },
  2 * TASK_MS,
);

test(
  'a folder is dropped with its files, names that are taken are kept both, and a lost connection goes on',
  async () => {
    const { user, siteId: id } = await openFiles();
    await button('index.html');
    const fileEntry = (file: File) => ({
      isFile: true,
      name: file.name,
      file: (done: (one: File) => void) => done(file),
    });
    const folderEntry = (name: string, entries: object[]) => ({
      ...{ isFile: false, name },
      createReader: () => {
        const parts = [entries, []];
        return { readEntries: (done: (some: object[]) => void) => done(parts.shift() ?? []) };
      },
    });
    const drop = (...entries: object[]) =>
      fireEvent.drop(screen.getByRole('group', { name: 'Upload by drop' }), {
        dataTransfer: {
          types: ['Files'],
          files: [],
          items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
        },
      });
    const inner = folderEntry('css', [fileEntry(new File(['body {}'], 'a.css'))]);
    drop(
      folderEntry('site', [inner]),
      fileEntry(new File(['mine'], 'index.html')),
      fileEntry(new File(['x'], 'b.txt')),
    );
    const asked = within(await dialog('Replace the file?'));
    expect(asked.getByText('index.html')).toBeVisible();
    await user.click(asked.getByRole('button', { name: 'Keep both' }));
    expect(await button('index (2).html')).toBeVisible();
    expect((await api.file.read({ id, path: 'site/css/a.css' })).text).toBe('body {}');
    expect((await api.file.read({ id, path: 'index (2).html' })).text).toBe('mine');

    // Of a large file the first part arrived before the page was loaded anew.
    const large = new File([new Uint8Array(9 * 1024 * 1024).fill(97)], 'large.txt', { lastModified: 5 });
    const first = {
      key: `${large.size}-5`,
      size: String(large.size),
      from: '0',
      file: new File([large.slice(0, 7)], 'p'),
    };
    await api.file.uploadPart({ id, name: 'large.txt', ...first });
    drop(fileEntry(large));
    expect(await screen.findByText('1 of 1 file uploaded')).toBeVisible();
    const { entries } = await api.file.list({ id });
    expect(entries.find(({ name }) => name === 'large.txt')?.size).toBe(large.size);
    expect(entries.some(({ name }) => name.startsWith('.panel-'))).toBe(false);
  },
  2 * TASK_MS,
);

test(
  'the keyboard selects, cuts, pastes and deletes, the tree shows where, and a zip is made and unpacked',
  async () => {
    const { user, siteId: id } = await openFiles();
    await api.file.create({ id, path: 'deep', kind: 'folder' });
    for (const name of ['a.txt', 'b.txt']) await api.file.create({ id, path: name, kind: 'file' });
    await user.click(await screen.findByRole('button', { name: /^Size/ }));
    // The list may have been read before the second one was there.
    expect(await button('b.txt')).toBeVisible();
    const first = await button('a.txt');
    act(() => first.focus());
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(await screen.findByText('2 selected')).toBeVisible();
    await user.keyboard('{Control>}x{/Control}');
    await user.click(await screen.findByText('deep', { selector: '.p-folder-name' }));
    // Until it is open, Paste means the folder before it.
    expect(await screen.findByRole('heading', { name: 'This folder is empty' })).toBeVisible();
    await user.click(await button('Paste'));
    expect(await button('b.txt')).toBeVisible();
    expect((await api.file.list({ id, folder: 'deep' })).total).toBe(2);

    await user.click(await button('Actions for a.txt'));
    await user.click(await screen.findByRole('menuitem', { name: /^Create a zip/ }));
    await user.click(within(await dialog('Create a zip')).getByRole('button', { name: 'Create' }));
    await user.click(await button('Actions for a.txt.zip'));
    await user.click(await screen.findByRole('menuitem', { name: /^Unpack/ }));
    const unpack = within(await dialog('Unpack a.txt.zip?'));
    await user.click(unpack.getByRole('button', { name: 'Unpack' }));
    await user.click(await unpack.findByRole('button', { name: 'Keep both' }));
    expect(await button('a (2).txt')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

    const last = await button('b.txt');
    act(() => last.focus());
    await user.keyboard('{Control>}a{/Control}{Delete}');
    const asked = within(await dialog('Delete 4 entries?'));
    await user.click(asked.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('heading', { name: 'This folder is empty' })).toBeVisible();
  },
  2 * TASK_MS,
);

test(
  'permissions are set by boxes, for everything in a folder',
  async () => {
    const { user, siteId: id } = await openFiles();
    await api.file.create({ id, path: 'deep', kind: 'folder' });
    await api.file.create({ id, path: 'deep/a.txt', kind: 'file' });
    await user.click(await screen.findByRole('button', { name: /^Size/ }));
    await user.click(await button('Actions for deep'));
    await user.click(await screen.findByRole('menuitem', { name: /^Permissions/ }));
    const panel = within(await dialog('Permissions'));
    const others = within(panel.getByRole('group', { name: 'Everyone else' }));
    expect(others.getByRole('checkbox', { name: 'Write' })).not.toBeChecked();
    await user.click(within(panel.getByRole('group', { name: 'Its group' })).getByRole('checkbox', { name: 'Write' }));
    expect(panel.getByRole('textbox', { name: /Permissions/ })).toHaveValue('775');
    await user.selectOptions(panel.getByRole('combobox', { name: 'Apply to' }), 'all');
    await user.click(panel.getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect((await api.file.list({ id, folder: 'deep' })).entries[0]?.mode).toBe(0o775));
  },
  2 * TASK_MS,
);

test('a text in another encoding is not opened, and a picture is shown', async () => {
  const { user, siteId: id } = await openFiles();
  const bytes = new Uint8Array([0x63, 0x61, 0x66, 0xe9]);
  await api.file.upload({ id, name: 'latin.txt', file: new File([bytes], 'latin.txt') });
  await api.file.upload({ id, name: 'dot.png', file: new File([bytes], 'dot.png') });
  await user.click(await screen.findByRole('button', { name: /^Size/ }));
  await user.click(await button('latin.txt'));
  expect(await screen.findByRole('heading', { name: 'This text is not in UTF-8' })).toBeVisible();
  await user.click(await button('Close'));
  await user.click(await button('dot.png'));
  expect(await screen.findByRole('img', { name: 'Picture dot.png' })).toHaveAttribute(
    'src',
    `/site-file/${id}?path=dot.png`,
  );
});

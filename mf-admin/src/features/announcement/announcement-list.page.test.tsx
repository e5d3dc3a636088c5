import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { api, calls, queryClient } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (path = '/admin/announcements', input: Partial<Parameters<typeof renderPage>[0]> = {}) =>
  renderPage({ remote: { manifest, pages }, path, role: 'admin', ...input });
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

async function write({ user }: Awaited<ReturnType<typeof open>>, title: string) {
  const [link] = await screen.findAllByRole('link', { name: 'Write an announcement' });
  if (link) await user.click(link);
  await user.type(await screen.findByRole('textbox', { name: /^Title/ }), title);
  await user.type(screen.getByRole('textbox', { name: /^Text/ }), 'We **move**. <script>alert(1)</script>');
}

test('staff write an announcement, see a preview, announce it, change it and end it', async () => {
  const page = await open();
  const { user, address } = page;
  expect(await screen.findByRole('heading', { name: 'No announcements yet' })).toBeVisible();
  await write(page, 'New data center');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('move')).toBeVisible();
  expect(document.querySelector('.h-text script')).toBeNull();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Maintenance');
  await user.click(screen.getByRole('checkbox', { name: 'Sites' }));
  await user.click(screen.getByRole('checkbox', { name: 'PRO' }));
  fireEvent.change(screen.getByLabelText(/^Until/), { target: { value: '2099-01-02T03:04' } });
  await user.click(screen.getByRole('button', { name: 'Announce' }));
  await waitFor(() => expect(address()).toBe('/admin/announcements'));
  const written = within(await row('New data center'));
  for (const text of ['Maintenance', 'Current', 'Sites · PRO', 'Jan 02, 2099; 03:04 AM', 'None'])
    expect(written.getByText(text)).toBeVisible();

  await user.click(written.getByRole('link', { name: 'New data center' }));
  const title = await screen.findByRole('textbox', { name: /^Title/ });
  expect(screen.getByLabelText(/^From/)).toHaveAttribute('readonly');
  expect(screen.getByLabelText(/^Until/)).toHaveValue('2099-01-02T03:04');
  await user.clear(title);
  await user.type(title, 'Newer data center');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Newer data center' })).toBeVisible();
});

test('an announcement is ended after a confirmation', async () => {
  const { user } = await open('/admin/announcements', { announcements: [{ title: 'Outage', kind: 'problem' }] });
  await user.click(within(await row('Outage')).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'End' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End “Outage”?' }));
  await user.click(dialog.getByRole('button', { name: 'End announcement' }));
  expect(await within(await row('Outage')).findByText('Ended')).toBeVisible();
  expect(within(await row('Outage')).queryByRole('link')).toBeNull();
});

test('a change by somebody else meanwhile is not overwritten, and what was typed stays', async () => {
  const page = await open('/admin/announcements', { announcements: [{ title: 'Outage', kind: 'problem' }] });
  const { user } = page;
  await user.click(within(await row('Outage')).getByRole('link', { name: 'Outage' }));
  const title = await screen.findByRole('textbox', { name: /^Title/ });
  await user.type(title, ' of mine');
  const id = page.address().split('/').at(-1) ?? '';
  const { markdown, kind, sections, plans, from, until } = await api.announcement.byId({ id });
  await api.announcement.save({
    ...{ id, markdown, kind, sections, plans, from, until },
    title: 'Theirs',
    mail: false,
    version: 1,
  });
  await queryClient.refetchQueries({ queryKey: calls.announcement.key() });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(title).toHaveValue('Outage of mine');
  expect((await api.announcement.byId({ id })).title).toBe('Theirs');
});

test('an end that is over is refused at its field, and the form keeps its input', async () => {
  const page = await open();
  await write(page, 'Too late');
  fireEvent.change(screen.getByLabelText(/^Until/), { target: { value: '2020-01-02T03:04' } });
  await page.user.click(screen.getByRole('button', { name: 'Announce' }));
  expect(await screen.findByText('The end must be after the beginning.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: /^Title/ })).toHaveValue('Too late');
});

test('only the operator can announce to all partners', async () => {
  const page = await open('/admin/announcements/write');
  expect(await screen.findByRole('textbox', { name: /^Title/ })).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: /^To customers of all partners/ })).toBeNull();
  page.unmount();
  await open('/admin/announcements/write', { role: 'superadmin' });
  expect(await screen.findByRole('checkbox', { name: /^To customers of all partners/ })).toBeVisible();
});

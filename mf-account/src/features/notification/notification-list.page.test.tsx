import { act, screen, waitFor, within } from '@testing-library/react';
import contractDe from '@panel/contract/words/de.json';
import { api, loadWords, panelStore, registryAtom, type Registry } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const notification = (number: number, link?: string) => ({
  type: 'site_created',
  description: `Site number ${number} is ready`,
  ...(link && { link }),
});
const many = (count: number) => Array.from({ length: count }, (_, index) => notification(index + 1));
const open = (notifications: ReturnType<typeof many>, path = '/my-account/notifications') =>
  renderPage({ remote: { manifest, pages }, path, notifications });

test('the empty list says what will appear here', async () => {
  await open([]);
  expect(await screen.findByRole('heading', { name: 'No notifications' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Delete all' })).toHaveAttribute('aria-disabled', 'true');
});

test('one is marked as read, and the unread count decreases', async () => {
  const { user } = await open(many(2));
  expect(await screen.findByText('2 unread')).toBeVisible();
  const row = screen.getByRole('row', { name: /Site number 1 / });
  await user.click(within(row).getByRole('button', { name: /Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as read' }));
  expect(await screen.findByText('1 unread')).toBeVisible();
});

test('a notification links to its page while the page exists', async () => {
  await open([notification(1, '/my-account/profile')]);
  const row = await screen.findByRole('row', { name: /Site number 1 / });
  expect(within(row).queryByRole('link')).toBeNull();
  await act(async () =>
    panelStore.set(registryAtom, { buildId: 'test', remotes: [{ manifest }] } as unknown as Registry),
  );
  expect(within(row).getByRole('link', { name: 'Site number 1 is ready' })).toHaveAttribute(
    'href',
    '/my-account/profile',
  );
});

test('following a message marks it as read', async () => {
  const { user, bridge } = await open([notification(1, '/my-account/profile')]);
  const row = await screen.findByRole('row', { name: /Site number 1 / });
  await act(async () =>
    panelStore.set(registryAtom, { buildId: 'test', remotes: [{ manifest }] } as unknown as Registry),
  );
  await user.click(within(row).getByRole('link', { name: 'Site number 1 is ready' }));
  await waitFor(() => expect(bridge.calls.filter((call) => call.startsWith('PUT /notification/'))).toHaveLength(1));
});

test('deleting all says how many there are', async () => {
  const { user } = await open(many(1));
  await user.click(await screen.findByRole('button', { name: 'Delete all' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('1 notification is removed for good.');
});

test('only unread ones are bold', async () => {
  const { user } = await open(many(2));
  const row = await screen.findByRole('row', { name: /Site number 1 / });
  expect(within(row).getByRole('strong')).toHaveTextContent('Site number 1 is ready');
  await user.click(within(row).getByRole('button', { name: /Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as read' }));
  await waitFor(() =>
    expect(within(screen.getByRole('row', { name: /Site number 1 / })).queryByRole('strong')).not.toBeInTheDocument(),
  );
  expect(within(screen.getByRole('row', { name: /Site number 2 / })).getByRole('strong')).toBeVisible();
});

test('several are marked as read or deleted at once', async () => {
  const { user, notices } = await open(many(3));
  await user.click(await screen.findByRole('checkbox', { name: 'Select Site number 1 is ready' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Site number 2 is ready' }));
  await user.click(
    within(screen.getByRole('region', { name: 'Selected rows' })).getByRole('button', { name: 'Mark as read' }),
  );
  expect(await screen.findByText('1 unread')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).not.toBeInTheDocument());
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }));
  await user.click(
    within(screen.getByRole('region', { name: 'Selected rows' })).getByRole('button', { name: 'Delete' }),
  );
  expect(await screen.findByRole('heading', { name: 'No notifications' })).toBeVisible();
  expect(notices.map(({ message }) => message)).toEqual([
    '2 notifications marked as read.',
    '3 notifications deleted.',
  ]);
});

test('one of several that is already deleted elsewhere does not hide what happened to the others', async () => {
  const { user } = await open(many(3));
  await user.click(await screen.findByRole('checkbox', { name: 'Select Site number 1 is ready' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Site number 2 is ready' }));
  const { pageElements } = await api.notification.list({});
  const gone = pageElements.find(({ description }) => description === 'Site number 1 is ready');
  await api.notification.remove({ id: gone?.id ?? '' });
  await user.click(
    within(screen.getByRole('region', { name: 'Selected rows' })).getByRole('button', { name: 'Mark as read' }),
  );
  expect(await screen.findByText('1 unread')).toBeVisible();
  expect(screen.queryByRole('row', { name: /Site number 1 / })).not.toBeInTheDocument();
});

test('all are marked as read', async () => {
  const { user } = await open(many(3));
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  expect(await screen.findByText('You’re all caught up.')).toBeVisible();
});

test('deleting all needs a confirmation, which is in the address', async () => {
  const { user, bridge, address } = await open(many(12));
  await user.click(await screen.findByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('Showing 11–12 of 12')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Delete all' }));
  expect(address()).toBe('/my-account/notifications?page=2&panel=delete-all');
  const dialog = await screen.findByRole('dialog', { name: 'Delete all notifications?' });
  expect(bridge.calls).not.toContain('PUT /notification/status');
  await user.click(within(dialog).getByRole('button', { name: 'Delete all' }));
  expect(await screen.findByRole('heading', { name: 'No notifications' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the page number is in the address, with ten per page', async () => {
  const { user, address } = await open(many(12));
  expect(await screen.findByText('Showing 1–10 of 12')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('Showing 11–12 of 12')).toBeVisible();
  await waitFor(() => expect(address()).toBe('/my-account/notifications?page=2'));
});

test('in German a notification and the reason in it are German, from what the server has stored', async () => {
  document.documentElement.lang = 'de';
  loadWords('de', contractDe);
  try {
    await renderPage({
      remote: { manifest, pages },
      path: '/my-account/notifications',
      notifications: [
        {
          type: 'backup_failed',
          description: 'blog.test.dev could not be backed up. No space is left.',
          template: '{site} could not be backed up. {reason}',
          values: {
            site: 'blog.test.dev',
            reason: [{ template: 'Restore a backup, or contact support.', values: {} }],
          },
        },
      ],
    });
    expect(
      await screen.findByText(
        'blog.test.dev konnte nicht gesichert werden. Stellen Sie ein Backup wieder her oder wenden Sie sich an den Support.',
      ),
    ).toBeVisible();
  } finally {
    document.documentElement.lang = '';
  }
});

import { screen, waitFor, within } from '@testing-library/react';
import type { InstallationBackups, StoredInstallationBackups } from '@panel/core';
import { renderInUi, renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';
import { BackupState } from './backup-state.tsx';
import { StoredList } from './stored-list.tsx';

const open = (role: 'customer' | 'admin' | 'superadmin') =>
  renderPage({ remote: { manifest, pages }, role, path: '/admin/installation-backups' });

const HERE: InstallationBackups = {
  ...{ makes: 'here', place: 'bucket panel at https://s3.example.com', hours: 24, keep: 7, problem: null },
  ...{ last: { at: '2026-01-01T00:00:00.000Z', place: 'folder /mnt', size: 2048 }, dueAt: '2026-01-02T00:00:00.000Z' },
  ...{ overdue: false, failing: null, runningSince: null, requestedAt: null, stopFirst: false },
};
const value = (label: string) => screen.getByText(label).nextElementSibling;

test.each(['customer', 'admin'] as const)('a %s is sent to /forbidden', async (role) => {
  const { address } = await open(role);
  await waitFor(() => expect(address()).toBe('/forbidden'));
});

test('without settings the page says which to set, links the article, and offers the command instead of a button', async () => {
  await open('superadmin');
  expect(await screen.findByRole('heading', { level: 1, name: 'Installation backups' })).toBeVisible();
  expect(screen.getByText(/Set BACKUP_TO to a folder .* BACKUP_KEY_FILE/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'How to back up the installation' })).toHaveAttribute(
    'href',
    '/help/article/installation-backups',
  );
  expect(screen.getByText(/^npm run backup --/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Back up now' })).toBeNull();
});

test('the schedule, and the worst of what is wrong', () => {
  const { unmount } = renderInUi(<BackupState overview={HERE} />);
  expect(value('Where they go')).toHaveTextContent('bucket panel at https://s3.example.com');
  expect(value('Interval')).toHaveTextContent('Every 24 hours');
  expect(value('Next backup')).toHaveTextContent('Due now');
  expect(value('Last backup')).toHaveTextContent(/2(\.0)? KB · folder \/mnt/);
  expect(screen.queryByText(/failed|older than/)).toBeNull();
  unmount();
  const failing = { since: '2026-01-02T00:00:00.000Z', at: '2026-01-03T00:00:00.000Z', reason: 'The bucket is full.' };
  const failed = renderInUi(<BackupState overview={{ ...HERE, overdue: true, failing }} />);
  expect(screen.getByText('The last backup failed')).toBeVisible();
  expect(screen.getByText('The bucket is full.')).toBeVisible();
  expect(screen.queryByText('The last backup is older than twice the interval')).toBeNull();
  failed.unmount();
  const late = renderInUi(<BackupState overview={{ ...HERE, overdue: true }} />);
  expect(screen.getByText('The last backup is older than twice the interval')).toBeVisible();
  late.unmount();
  const elsewhere = renderInUi(<BackupState overview={{ ...HERE, makes: 'elsewhere', requestedAt: HERE.dueAt }} />);
  expect(screen.getByText(/^Another process of this installation/)).toBeVisible();
  expect(value('Next backup')).toHaveTextContent('Within a minute');
  elsewhere.unmount();
  renderInUi(<BackupState overview={{ ...HERE, problem: 'The passphrase has fewer than 12 characters.' }} />);
  expect(screen.getByText('No backup can be made')).toBeVisible();
});

test('each backup with its state; a storage that does not answer can be asked again', async () => {
  const none = { createdAt: null, size: null, panel: null, remarks: null };
  const stored: StoredInstallationBackups = {
    ...{ state: 'read', reason: null, more: 2 },
    backups: [
      { id: 'one', state: 'complete', createdAt: '2026-01-01T00:00:00.000Z', size: 2048, panel: '4.2.0', remarks: 0 },
      { id: 'two', state: 'unfinished', ...none },
      { id: 'three', state: 'removing', ...none },
      // More than a page of the smallest size.
      ...Array.from({ length: 9 }, (_, at) => ({ id: `older-${at}`, state: 'removing' as const, ...none })),
    ],
  };
  const retry = jest.fn();
  const list = renderInUi(<StoredList stored={stored} onRetry={retry} />);
  const row = (name: string | RegExp) => within(screen.getByRole('row', { name }));
  expect(row(/Complete/).getByText('4.2.0')).toBeVisible();
  expect(row(/Complete/).getByText('None')).toBeVisible();
  expect(row(/two/).getByText('Did not end')).toBeVisible();
  expect(row(/three/).getByText('Being removed')).toBeVisible();
  expect(screen.getByText('2 more are not shown.')).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument();
  list.unmount();
  const reason = 'The storage did not answer within 8 s.';
  const away = renderInUi(<StoredList stored={{ state: 'away', reason, backups: [], more: 0 }} onRetry={retry} />);
  expect(screen.getByText(reason)).toBeVisible();
  await away.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledTimes(1);
});

import { screen, waitFor, within } from '@testing-library/react';
import { openNewApp } from '../../testing/open.ts';

const LONG = { timeout: 20_000 };

test('a command runs with its log and exit code, and is cancelled while it runs', async () => {
  const { user } = await openNewApp('commands', 'Commands');
  const command = screen.getByRole('textbox', { name: /Command/ });
  await user.type(command, 'node a.js | node b.js');
  await user.click(screen.getByRole('button', { name: 'Run command' }));
  expect(await screen.findByText(/contains \|, which needs a shell/)).toBeVisible();
  await user.clear(command);
  await user.type(command, 'exit 3');
  await user.click(screen.getByRole('button', { name: 'Run command' }));
  expect(await screen.findByText('running exit 3', undefined, LONG)).toBeVisible();
  expect(await screen.findByText('Exit code 3', undefined, LONG)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'All commands' }));
  await user.type(await screen.findByRole('textbox', { name: /Command/ }), 'hang');
  const run = screen.getByRole('button', { name: 'Run command' });
  // Until the list knows that the first one has ended, there is room for no other.
  await waitFor(() => expect(run).not.toHaveAttribute('aria-disabled'), LONG);
  await user.click(run);
  const cancel = await screen.findByRole('button', { name: 'Cancel command' }, LONG);
  expect(await screen.findByText('Running', undefined, LONG)).toBeVisible();
  await user.click(cancel);
  expect(await screen.findByText('Cancelled', undefined, LONG)).toBeVisible();
});

test('a scheduled command is added, changed and deleted', async () => {
  const { user } = await openNewApp('commands', 'Commands');
  await user.click(screen.getByRole('button', { name: 'Add scheduled command' }));
  const panel = await screen.findByRole('dialog');
  await user.type(within(panel).getByRole('textbox', { name: /Name/ }), 'nightly');
  await user.type(within(panel).getByRole('textbox', { name: /Command/ }), 'node job.js');
  const cron = within(panel).getByRole('textbox', { name: /Schedule/ });
  await user.clear(cron);
  await user.type(cron, 'at night');
  await user.click(within(panel).getByRole('button', { name: 'Save' }));
  expect(await within(panel).findByText(/Enter five fields/)).toBeVisible();
  await user.clear(cron);
  await user.type(cron, '30 4 * * *');
  await user.click(within(panel).getByRole('button', { name: 'Save' }));
  const list = await screen.findByRole('list', { name: 'Scheduled commands' }, LONG);
  expect(within(list).getByText('node job.js')).toBeVisible();
  expect(within(list).getByText(/^Next: .*4:30/)).toBeVisible();
  await user.click(within(list).getByRole('button', { name: 'Edit nightly' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('switch', { name: 'Switched on' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Switched off', undefined, LONG)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Delete nightly' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/No command is scheduled yet/, undefined, LONG)).toBeVisible();
});

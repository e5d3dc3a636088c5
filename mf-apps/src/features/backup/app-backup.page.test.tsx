import { act, screen, waitFor, within } from '@testing-library/react';
import { holdTasks, makeScenario } from '@panel/ui/testing';
import { openNewApp, openPage } from '../../testing/open.ts';

const TASK_MS = 30_000;
const LONG = { timeout: TASK_MS };
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const rows = () =>
  within(screen.getByRole('table', { name: 'Backups of this application' }))
    .getAllByRole('row')
    .slice(1);

test(
  'an application is backed up and restored, with the progress of both',
  async () => {
    const { user, scenario } = await openNewApp('backup', 'Backup');
    expect(await screen.findByRole('heading', { name: 'No backups yet' })).toBeVisible();
    const release = await holdTasks(scenario);
    await user.click(await button('Back up now'));
    expect(await screen.findByRole('heading', { name: 'Backing up the application' })).toBeVisible();
    await release();
    await waitFor(() => expect(within(rows()[0] as HTMLElement).getByText('Done')).toBeVisible(), LONG);
    await waitFor(async () => expect(await button('Back up now')).not.toHaveAttribute('aria-disabled'), LONG);

    await user.click(await button('Actions for Manual backup'));
    expect(screen.queryByRole('menuitem', { name: /^Create a site/ })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('menuitem', { name: /^Restore/ }));
    const asked = within(await screen.findByRole('dialog', { name: /^Restore made/ }));
    expect(asked.getByText(/back up the application as it is now/)).toBeVisible();
    expect(asked.queryByRole('radio')).not.toBeInTheDocument();
    expect(asked.getByText(/This backup has no database/)).toBeVisible();
    const releaseAgain = await holdTasks(scenario);
    await user.click(asked.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByRole('heading', { name: 'Restoring the application' })).toBeVisible();
    await releaseAgain();
    expect(await screen.findByText('Before restoring “Manual backup”', undefined, LONG)).toBeVisible();
    await waitFor(
      () => expect(screen.queryByRole('heading', { name: 'Restoring the application' })).not.toBeInTheDocument(),
      LONG,
    );
    expect(rows()).toHaveLength(2);
  },
  3 * TASK_MS,
);

test(
  'a backup of an application with a database has it, and a restore says what is replaced',
  async () => {
    const { user, router, id } = await openNewApp('database', 'Database');
    await user.click(await button('Create database'));
    await screen.findByRole('region', { name: 'Credentials' }, LONG);
    expect(screen.getByText('Never')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Backups' }));
    await screen.findByRole('heading', { name: 'No backups yet' }, LONG);
    await user.click((await screen.findAllByRole('button', { name: 'Back up now' }))[0] as HTMLElement);
    await waitFor(() => expect(within(rows()[0] as HTMLElement).getByText('Done')).toBeVisible(), LONG);
    expect(within(rows()[0] as HTMLElement).getByText('Files and database')).toBeVisible();
    await waitFor(async () => expect(await button('Back up now')).not.toHaveAttribute('aria-disabled'), LONG);

    await user.click(await button('Actions for Manual backup'));
    const item = await screen.findByRole('menuitem', { name: /^Test restore/ }, LONG);
    await user.click(item);
    await user.click(await screen.findByRole('button', { name: /^Proven/ }, LONG));
    expect(await screen.findByText(/has the tables and rows that were backed up/)).toBeVisible();
    await waitFor(async () => expect(await button('Back up now')).not.toHaveAttribute('aria-disabled'), LONG);
    await user.keyboard('{Escape}');
    await user.click(await button('Actions for Manual backup'));
    await user.click(await screen.findByRole('menuitem', { name: /^Restore/ }));
    const asked = within(await screen.findByRole('dialog', { name: /^Restore made/ }, LONG));
    expect(asked.getByRole('radio', { name: /^Files and database/ })).toBeChecked();
    expect(asked.getByText(/The whole database is replaced/)).toBeVisible();
    await user.click(asked.getByRole('radio', { name: /^Files only/ }));
    expect(asked.queryByText(/The whole database is replaced/)).not.toBeInTheDocument();
    await user.click(asked.getByRole('radio', { name: /^Database only/ }));
    expect(asked.queryByText(/is published/)).not.toBeInTheDocument();
    await user.click(asked.getByRole('button', { name: 'Restore' }));
    await screen.findByText('Before restoring “Manual backup”', undefined, LONG);
    await waitFor(
      () => expect(screen.queryByRole('heading', { name: 'Restoring the application' })).not.toBeInTheDocument(),
      LONG,
    );
    await act(() => router.navigate(`/manage-app/database/${id}`));
    await screen.findByRole('region', { name: 'Credentials' }, LONG);
    await waitFor(() => expect(screen.queryByText('Never')).not.toBeInTheDocument(), LONG);
    await act(() => router.navigate('/db'));
    expect(await screen.findByRole('link', { name: 'Backups' }, LONG)).toHaveAttribute(
      'href',
      `/manage-app/backup/${id}`,
    );
  },
  4 * TASK_MS,
);

test("another customer's application is not found", async () => {
  const theirs = await makeScenario({ partner: { special: true }, appCount: 1 });
  await openPage({ path: `/manage-app/backup/${theirs.apps[0] ?? ''}` });
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeVisible();
});

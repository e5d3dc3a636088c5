import { screen, waitFor, within } from '@testing-library/react';
import { api } from '@panel/core';
import { makeScenario, renderPage, type Scenario } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (input = {}) => renderPage({ remote: { manifest, pages }, path: '/my-account/security', ...input });

/** Signs the same user in with another browser. */
async function elsewhere(scenario: Awaited<ReturnType<typeof makeScenario>>): Promise<void> {
  const other = await open({ as: { ...scenario, cookie: '', user: null } });
  await api.session.login({ email: scenario.user?.email ?? '', password: (scenario as Scenario).password });
  other.unmount();
}

test('this browser is marked and cannot be signed out here', async () => {
  const { user } = await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  const row = (await screen.findByText('This browser')).closest('tr') as HTMLElement;
  await user.click(within(row).getByRole('button', { name: /Actions/ }));
  expect(await screen.findByRole('menuitem', { name: /^Sign out/ })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('button', { name: 'Sign out all others' })).toHaveAttribute('aria-disabled', 'true');
});

test('another browser is signed out after a question', async () => {
  const scenario = await makeScenario();
  await elsewhere(scenario);
  const { user, bridge, notices } = await open({ as: scenario });
  await screen.findByText('This browser');
  const row = screen
    .getAllByRole('row')
    .find((each) => within(each).queryByText('Unknown device') && !within(each).queryByText('This browser'));
  await user.click(within(row as HTMLElement).getByRole('button', { name: /Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Sign out .*\?$/ }));
  await user.click(dialog.getByRole('button', { name: 'Sign out' }));
  await waitFor(() =>
    expect(notices).toContainEqual(expect.objectContaining({ message: expect.stringMatching(/was signed out\.$/) })),
  );
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  expect(bridge.calls.some((call) => call.startsWith('DELETE /security/sessions/'))).toBe(true);
});

test('all others are signed out at once', async () => {
  const scenario = await makeScenario();
  await elsewhere(scenario);
  await elsewhere(scenario);
  const { user, notices } = await open({ as: scenario });
  await user.click(await screen.findByRole('button', { name: 'Sign out all others' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign out all other browsers?' }));
  await user.click(dialog.getByRole('button', { name: 'Sign out all others' }));
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Sign out all others' })).toHaveAttribute('aria-disabled', 'true');
  expect(notices).toContainEqual(expect.objectContaining({ message: '2 sessions ended.' }));
});

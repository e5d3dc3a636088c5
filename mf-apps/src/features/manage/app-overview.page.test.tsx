import { screen, within } from '@testing-library/react';
import { makeScenario, renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const card = async (name: string) => within(await screen.findByRole('region', { name }));

async function open(appsDown: number) {
  const as = await makeScenario({ appCount: 1, appsDown, partner: { special: true } });
  const path = `/manage-app/overview/${as.apps[0]}`;
  return { ...(await renderPage({ remote: { manifest, pages }, path, as })), id: as.apps[0] };
}

test('an application that is down says why, with the evidence and what can be done', async () => {
  const { id } = await open(1);
  const health = await card('Down');
  expect(health.getByRole('listitem')).toHaveTextContent(/^Pages fail.*HTTP 500/);
  expect(health.getByRole('link', { name: 'View builds' })).toHaveAttribute('href', `/manage-app/build/${id}`);
  expect((await card('Checks')).getByText('Failed')).toBeVisible();
  expect((await card('Uptime')).getByText('No data in the last 90 days')).toBeVisible();
});

test('a healthy application shows its checks, and can be checked again', async () => {
  const { user, bridge } = await open(0);
  const checks = await card('Checks');
  expect(checks.getByText('Passed')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Down' })).toBeNull();
  await user.click(checks.getByRole('button', { name: 'Check now' }));
  expect(bridge.calls).toContainEqual(expect.stringMatching(/^GET \/nucal\/app\/[\da-f-]+\/checks/));
});

import { screen, within } from '@testing-library/react';
import type { DeviceStarted } from '@panel/contract';
import { api } from '@panel/core';
import { makeScenario, renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (as: Awaited<ReturnType<typeof makeScenario>>, path = '/activate') =>
  renderPage({ remote: { manifest, pages }, path, as });

/** A page, and a program that waits on the same panel. */
async function waiting() {
  const as = await makeScenario();
  const first = await open(as);
  const started = await api.device.start({ client_name: 'panel', host_name: 'laptop' });
  return { as, first, started };
}

const pollOf = ({ device_code }: DeviceStarted): Promise<unknown> =>
  api.device.token({ device_code }).catch((error: unknown) => error);

test('a code is entered as it comes, what asks is shown, and allowing it gives the program its token', async () => {
  const { as, first, started } = await waiting();
  const { user } = first;
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(/^Enter the eight letters/)).toBeVisible();
  await user.click(screen.getByLabelText(/^Code/));
  await user.paste(started.user_code.replace('-', '').toLowerCase());
  await user.click(screen.getByRole('button', { name: 'Continue' }));

  expect(await screen.findByText('Continue only if you started this yourself')).toBeVisible();
  for (const text of [started.user_code, 'panel', 'laptop']) expect(screen.getByText(text)).toBeVisible();
  expect(first.address()).toBe(`/activate?code=${started.user_code.replace('-', '')}`);
  const reach = within(screen.getByRole('radiogroup', { name: 'Sites' }));
  await user.click(reach.getByRole('radio', { name: 'Read and change' }));
  await user.type(screen.getByLabelText(/^Your password/), 'Wrong-pass-1');
  await user.click(screen.getByRole('button', { name: 'Allow' }));
  expect(await screen.findByText('The current password is wrong.')).toBeVisible();
  expect(await pollOf(started)).toMatchObject({ code: 'AUTHORIZATION_PENDING' });

  await user.clear(screen.getByLabelText(/^Your password/));
  await user.type(screen.getByLabelText(/^Your password/), as.password);
  await user.click(screen.getByRole('button', { name: 'Allow' }));
  expect(await screen.findByRole('heading', { name: 'You can return to your terminal' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Review API tokens' })).toHaveAttribute('href', '/my-account/api-tokens');
});

test('the link of a terminal shows what asks at once; denied, it gets nothing, and the code is used up', async () => {
  const { as, first, started } = await waiting();
  first.unmount();
  const page = await open(as, `/activate?code=${started.user_code}`);
  await page.user.click(await screen.findByRole('button', { name: 'Deny' }));
  expect(await screen.findByRole('heading', { name: 'Access was denied' })).toBeVisible();
  expect(await pollOf(started)).toMatchObject({ code: 'ACCESS_DENIED' });
  expect(page.bridge.calls).not.toContain('POST /api-token/device/approval');
  page.unmount();

  const again = await open(as, `/activate?code=${started.user_code}`);
  expect(await screen.findByRole('heading', { name: 'This code was used already' })).toBeVisible();
  await again.user.click(screen.getByRole('button', { name: 'Enter another code' }));
  expect(await screen.findByLabelText(/^Code/)).toHaveValue('');
});

test('a code that nobody was given is said to be unknown', async () => {
  await open(await makeScenario(), '/activate?code=bbbb-bbbb');
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no such code');
});

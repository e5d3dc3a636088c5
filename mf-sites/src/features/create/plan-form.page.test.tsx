import { act, screen } from '@testing-library/react';
import { api, panelStore } from '@panel/core';
import { buyLicense } from '@panel/ui/testing';
import { openPage } from '../../testing/open.ts';
import { adminPasswordAtom } from './site-draft.ts';

const PATH = '/create-site-with-wordpress';
afterEach(() => act(() => panelStore.set(adminPasswordAtom, '')));

type Page = Awaited<ReturnType<typeof openPage>>;
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

async function toPlan({ user }: Page, name: string) {
  await user.type(await screen.findByRole('textbox', { name: /Site Domain Name/ }), name);
  await user.type(screen.getByRole('textbox', { name: /Site title/ }), 'My bakery');
  await user.type(screen.getByLabelText(/^Password/), 'a-good-password-1');
  await user.click(await button('Continue'));
  expect(await heading('Select a plan')).toBeVisible();
}

test('the free plan and what the partner sells are offered; a plan to buy leads to its checkout and back to this step', async () => {
  const page = await openPage({ path: PATH, sells: true });
  await toPlan(page, 'bakery');
  expect(await screen.findByRole('radio', { name: /^Free/ })).toBeChecked();
  await page.user.click(await screen.findByRole('radio', { name: /^Site Pro/ }));
  expect(screen.getByRole('radio', { name: /^Free/ })).not.toBeChecked();
  await page.user.click(await button('Go to checkout'));
  expect(page.address()).toBe(
    '/upgrade-your-package/finalize-and-confirm?product=site_pro&interval=year&quantity=1&create=wordpress',
  );
});

test('a license that was paid before the site was made is offered first, and the site runs on it', async () => {
  const page = await openPage({ path: PATH, sells: true });
  await toPlan(page, 'bakery');
  await screen.findByRole('radio', { name: /^Site Pro/ });
  const { license } = await buyLicense('site_basic');
  page.unmount();
  const again = await openPage({ path: PATH, as: page.scenario });
  await again.user.type(await screen.findByLabelText(/^Password/), 'a-good-password-1');
  await again.user.click(await button('Continue'));
  expect(await screen.findByText('You have a license that is paid and not in use')).toBeVisible();
  expect(screen.getByRole('radio', { name: /^License: STARTER/ })).toBeChecked();
  await again.user.click(await button('Continue'));
  expect(await heading('Finalize and confirm')).toBeVisible();
  expect(screen.getByText(/Nothing more is charged/)).toBeVisible();
  await again.user.click(await button('Create site'));
  await screen.findByRole('heading', { level: 1, name: /bakery/ }, { timeout: 60_000 });
  const [used] = await api.payment.licenses();
  expect([used?.id, used?.sites.map(({ fqdn }) => fqdn.split('.')[0])]).toEqual([license?.id, ['bakery']]);
});

test('where nothing is sold and there is no license, the free plan says so', async () => {
  const page = await openPage({ path: PATH });
  await toPlan(page, 'bakery');
  expect(await screen.findByText(/^Only the free plan is available at the moment\./)).toBeVisible();
});

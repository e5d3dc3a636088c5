import { screen, waitFor } from '@testing-library/react';
import { api } from '@panel/core';
import {
  buyLicense,
  type makeScenario,
  payWith,
  renderPage,
  tellFromFrame,
  TEST_CARD,
  type ScenarioInput,
} from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const CHECKOUT = '/upgrade-your-package/finalize-and-confirm?product=site_pro&interval=year&quantity=1';
type Input = ScenarioInput & { path?: string; as?: Awaited<ReturnType<typeof makeScenario>> };
const open = ({ path = CHECKOUT, ...input }: Input = {}) =>
  renderPage({ remote: { manifest, pages }, path, sells: true, ...input });
const form = () => screen.findByTitle<HTMLIFrameElement>('Card details');

test('the order says what is bought and what happens when, and a good card makes the license active', async () => {
  const { address, bridge } = await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  expect(
    screen.getByText(
      /^You pay \$132\.00 now for the first year, and the same amount every year from .* until you cancel\.$/,
    ),
  ).toBeVisible();
  expect(screen.getByText('2 sites')).toBeVisible();
  expect(await screen.findByText('This is a test processor: no real money moves.')).toBeVisible();
  expect(screen.getByText('4000 0025 0000 3155')).toBeInTheDocument();
  expect((await form()).src).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/card-form\?client_secret=.+&key=pk_test_/);

  await payWith(TEST_CARD.good);
  expect(await screen.findByRole('heading', { level: 1, name: 'Your license is active' })).toBeVisible();
  expect(address()).toMatch(/^\/success\/checkout\/[\w-]{36}$/);
  expect(screen.getByRole('link', { name: 'Assign to a site' })).toHaveAttribute('href', '/sites?panel=license');
  expect(screen.getByRole('link', { name: 'Create a site' })).toHaveAttribute('href', '/create-new-site');
  expect(bridge.calls.filter((call) => call === 'POST /stripe/payments/set')).toHaveLength(1);
  expect(await api.payment.licenses()).toHaveLength(1);
});

test('with a trial nothing begins before its button, the card is only confirmed, and then the license works', async () => {
  const { user, bridge } = await open({ trialDays: 14, coupons: [{ code: 'SPRING', percent: 50 }] });
  const sentence =
    /^Free for 14 days, then \$132\.00 a year from \w{3} \d\d, \d{4}\. Cancel before then and nothing is charged\.$/;
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getByText('$0.00')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: /^Coupon code/ }), 'spring{Enter}');
  const cheaper =
    /^Free for 14 days, then \$66\.00 on .*, and \$132\.00 a year once the code does not count any more\. Cancel before .* and nothing is charged\.$/;
  expect(await screen.findByText(cheaper)).toBeVisible();
  const start = await screen.findByRole('button', { name: 'Start the trial' });
  expect(bridge.calls).not.toContain('POST /stripe/payments/set');
  await user.click(start);
  await form();
  await payWith(TEST_CARD.declined);
  expect(await api.payment.licenses()).toEqual([]);
  await payWith(TEST_CARD.good);
  expect(await screen.findByText('Your trial has begun. Nothing was charged.')).toBeVisible();
  expect(screen.getByText(/^Trial until \w{3} \d\d, \d{4}, then \$66\.00\.$/)).toBeVisible();
});

test('a trial that was used meanwhile is said before anything is paid', async () => {
  const first = await open({ trialDays: 14 });
  await screen.findByText(/^Free for 14 days/);
  await buyLicense('site_basic');
  await first.user.click(await screen.findByRole('button', { name: 'Start the trial' }));
  expect(await screen.findByText(/^You pay \$132\.00 now for the first year/)).toBeVisible();
  await form();
});

test('a license that is bought for a domain goes on with it', async () => {
  await open({ path: `${CHECKOUT}&site=7&domain=bakery.example` });
  await form();
  await payWith(TEST_CARD.good);
  const link = await screen.findByRole('link', { name: 'Continue with bakery.example' });
  const [license] = await api.payment.licenses();
  expect(link).toHaveAttribute('href', `/manage-site/upgrade/payment/7?domain=bakery.example&license=${license?.id}`);
});

test('a license that is bought while a site is created goes on with its creation', async () => {
  await open({ path: `${CHECKOUT}&create=wordpress` });
  await form();
  await payWith(TEST_CARD.good);
  const link = await screen.findByRole('link', { name: 'Resume creation' });
  expect(link).toHaveAttribute('href', '/create-site-with-wordpress/select-a-plan');
});

test('a declined card leaves the form and makes no license; another card then pays', async () => {
  const { address } = await open();
  await form();
  await payWith(TEST_CARD.declined);
  expect(await form()).toBeVisible();
  expect(address()).toBe(CHECKOUT);
  expect(await api.payment.licenses()).toEqual([]);
  await payWith(TEST_CARD.good);
  expect(await screen.findByRole('heading', { name: 'Your license is active' })).toBeVisible();
  expect(await api.payment.licenses()).toHaveLength(1);
});

test('two messages of the form are one way on, and those of strangers are ignored', async () => {
  const { address } = await open();
  await form();
  await tellFromFrame({ type: 'succeeded' }, 'https://evil.example');
  await tellFromFrame({ type: 'paid' });
  expect(address()).toBe(CHECKOUT);
  await tellFromFrame({ type: 'succeeded' });
  // The form says so, the provider does not: the page waits, and there is no license.
  expect(await screen.findByRole('heading', { level: 1, name: 'Confirming your payment' })).toBeVisible();
  expect(screen.getByText('Waiting for the payment provider')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to the card' })).toHaveAttribute('href', CHECKOUT);
  expect(await api.payment.licenses()).toEqual([]);
});

test('a second tab and a reload go on with the same purchase, so that it is paid once', async () => {
  const first = await open();
  const secret = new URL((await form()).src).searchParams.get('client_secret');
  first.unmount();
  const second = await open({ as: first.scenario });
  expect(new URL((await form()).src).searchParams.get('client_secret')).toBe(secret);
  await payWith(TEST_CARD.good);
  await screen.findByRole('heading', { name: 'Your license is active' });
  second.unmount();
  expect(await api.payment.licenses()).toHaveLength(1);
});

test('interval and quantity change the order, its price and its card form', async () => {
  const { user, address } = await open();
  const before = (await form()).src;
  await user.click(screen.getByRole('radio', { name: 'Monthly' }));
  expect(await screen.findByText(/^You pay \$20\.00 now for the first month/)).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Quantity'), '3');
  expect(await screen.findByText(/^You pay \$60\.00 now for the first month/)).toBeVisible();
  expect(screen.getByText('6 sites')).toBeVisible();
  expect(address()).toMatch(/interval=month&quantity=3$/);
  await waitFor(async () => expect((await form()).src).not.toBe(before));
});

test('a partner that does not sell the plan, a wrong product and a wrong quantity lead elsewhere', async () => {
  const first = await open({ sells: false });
  expect(await screen.findByText('This plan is not sold here')).toBeVisible();
  expect(screen.queryByTitle('Card details')).not.toBeInTheDocument();
  expect(first.bridge.calls).not.toContain('POST /stripe/payments/set');
  first.unmount();
  for (const search of ['product=gold', 'product=site_pro&quantity=0', 'product=site_pro&quantity=1.5', 'quantity=2']) {
    const { address, unmount } = await open({
      path: `/upgrade-your-package/finalize-and-confirm?${search}`,
      as: first.scenario,
    });
    await waitFor(() => expect(address()).toBe('/my-account/plans'));
    unmount();
  }
});

test('while the server is away the payment does not start, and Retry starts it', async () => {
  const page = await open({ path: '/elsewhere' });
  await page.router.navigate(CHECKOUT);
  await form();
  page.unmount();
  const { user, bridge } = await open({ as: page.scenario, path: CHECKOUT.replace('site_pro', 'site_basic') });
  await form();
  bridge.offline = true;
  await user.selectOptions(screen.getByLabelText('Quantity'), '2');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  bridge.offline = false;
  await user.click(retry);
  expect(await form()).toBeVisible();
});

test('an outdated price is replaced by the current one, with and without a coupon code', async () => {
  for (const [search, refusing] of [
    ['', '/stripe/payments/set'],
    ['&coupon=SPRING', '/stripe/coupons/check'],
  ] as const) {
    const page = await open({ path: '/elsewhere', coupons: [{ code: 'SPRING', percent: 25 }] });
    const { fetch } = page.bridge;
    // The first answer has the previous price of the plan.
    let isOld = true;
    window.fetch = async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      if (isOld && pathname === refusing) {
        isOld = false;
        return Response.json({ code: 'PLAN_NOT_OFFERED', title: 'Not sold any more' }, { status: 409 });
      }
      const answer = await fetch(request);
      if (!isOld || pathname !== '/stripe/products/prices') return answer;
      const before = (await answer.text()).replaceAll('"id":"', '"id":"0').replaceAll(':13200,', ':9900,');
      return new Response(before, { headers: { 'content-type': 'application/json' } });
    };
    await page.router.navigate(CHECKOUT + search);
    expect(await form()).toBeVisible();
    expect(screen.getByText(search ? '$99.00' : /^You pay \$132\.00 now/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Retry|Try again/ })).not.toBeInTheDocument();
    expect(page.notices.map(({ title }) => title)).toEqual(['The price has changed']);
    page.unmount();
  }
});

test('a purchase of another customer is not found', async () => {
  const own = await open();
  await form();
  await payWith(TEST_CARD.good);
  await screen.findByRole('heading', { name: 'Your license is active' });
  const path = own.address();
  own.unmount();
  await open({ path });
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeVisible();
});

test('a code shows the price before and after, and what is paid is the smaller one', async () => {
  const { user, address } = await open({ coupons: [{ code: 'SPRING', percent: 25 }] });
  await form();
  await user.type(screen.getByRole('textbox', { name: /^Coupon code/ }), 'nobodys');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText('This code is not valid.')).toBeVisible();
  await user.clear(screen.getByRole('textbox', { name: /^Coupon code/ }));
  await user.type(screen.getByRole('textbox', { name: /^Coupon code/ }), 'spring');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText('-$33.00')).toBeVisible();
  expect(screen.getByText('$99.00')).toBeVisible();
  expect(screen.getByText(/^You pay \$99\.00 now, and \$132\.00 every year from /)).toBeVisible();
  expect(address()).toMatch(/coupon=spring/);
  await form();
  await payWith(TEST_CARD.good);
  expect(await screen.findByRole('heading', { name: 'Your license is active' })).toBeVisible();
  // The invoice of the order without the code is void.
  const { pageElements } = await api.payment.invoices({});
  expect(pageElements.filter(({ status }) => status === 'paid').map(({ total }) => total)).toEqual([9900]);
});

test('while a code does not count nothing is ordered: it is asked about again, or taken out', async () => {
  const { user, bridge } = await open({
    path: `${CHECKOUT}&coupon=nobodys`,
    coupons: [{ code: 'SPRING', percent: 25 }],
  });
  const orders = () => bridge.calls.filter((call) => call === 'POST /stripe/payments/set');
  expect(await screen.findByText('This code is not valid.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(orders()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Remove code' }));
  await form();
  expect(orders()).toHaveLength(1);

  bridge.offline = true;
  await user.type(screen.getByRole('textbox', { name: /^Coupon code/ }), 'spring');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByTitle('Card details')).not.toBeInTheDocument();
  bridge.offline = false;
  await user.click(retry);
  expect(await screen.findByText('-$33.00')).toBeVisible();
  await form();
  expect(orders()).toHaveLength(2);
});

test('the order is in the currency of the address, which can be changed there, and its invoice shows the same', async () => {
  const { user, address, router } = await open({ path: `${CHECKOUT}&currency=jpy`, currencies: ['usd', 'jpy', 'eur'] });
  expect(await screen.findByText(/^You pay ¥132 now for the first year/)).toBeVisible();
  await form();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'EUR, Euro');
  expect(await screen.findByText(/^You pay €132\.00 now for the first year/)).toBeVisible();
  expect(address()).toContain('currency=eur');
  await form();
  await payWith(TEST_CARD.good);
  expect(await screen.findByRole('heading', { level: 1, name: 'Your license is active' })).toBeVisible();
  expect(await api.payment.licenses()).toMatchObject([{ subscription: { currency: 'eur', amount: 13_200 } }]);
  await router.navigate('/my-account/billing');
  expect((await screen.findAllByText(/€132\.00/))[0]).toBeVisible();
});

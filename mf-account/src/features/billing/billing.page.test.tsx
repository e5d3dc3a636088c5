import { act, screen, waitFor, within } from '@testing-library/react';
import { api } from '@panel/core';
import { buyLicense, type makeScenario, payWith, renderPage, TEST_CARD, type ScenarioInput } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const OTHER_CARD = '5555555555554444';
type Input = ScenarioInput & { as?: Awaited<ReturnType<typeof makeScenario>> };
const open = (input: Input = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/my-account/billing', sells: true, ...input });

/** A customer who has bought licenses. */
async function bought(...products: Parameters<typeof buyLicense>[0][]) {
  return boughtIn({}, ...products);
}
async function boughtIn(input: ScenarioInput, ...products: Parameters<typeof buyLicense>[0][]) {
  const { scenario, unmount } = await open(input);
  await screen.findByText('You pay nothing');
  for (const product of products) await buyLicense(product);
  unmount();
  return scenario;
}

const cardOf = async (name: string) => within(await screen.findByRole('region', { name }));

test('without a purchase the page says so, and leads to the plans', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'You pay nothing' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'No invoices yet' })).toBeVisible();
  expect(await screen.findByText(/^No card yet\./)).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'See plans' })[0]).toHaveAttribute('href', '/my-account/plans');
});

test('what is paid, for what, when next, with which card, and its invoice', async () => {
  await open({ as: await bought('site_pro') });
  const license = await cardOf('Site Pro');
  expect(license.getByText('Active')).toBeVisible();
  expect(license.getByText('$132.00 a year')).toBeVisible();
  expect(license.getByText(/^\$132\.00 on \w{3} \d\d, \d{4}$/)).toBeVisible();
  expect(license.getByText('0 of 2 sites')).toBeVisible();
  expect(license.getByText('This license is paid and not in use.')).toBeVisible();
  expect(license.getByRole('link', { name: 'Assign to a site' })).toHaveAttribute('href', '/sites?panel=license');
  expect(await screen.findByText('Visa •••• 4242')).toBeVisible();
  expect(screen.getByText('Expires 12/2040')).toBeVisible();
  const invoice = await screen.findByRole('row', { name: /\$132\.00/ });
  expect(within(invoice).getByText('Paid')).toBeVisible();
  const download = within(invoice).getByRole('link', { name: /^Download / });
  expect(download).toHaveAttribute('href', expect.stringMatching(/^\/invoice-pdf\/[\da-f-]{36}$/));
  expect(download).not.toHaveAttribute('download');
});

test('a license is canceled with its date, and the cancellation is undone', async () => {
  const { user } = await open({ as: await bought('site_basic') });
  await user.click((await cardOf('Site Basic')).getByRole('button', { name: 'Cancel' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Site Basic?' }));
  expect(dialog.getByText(/^It is paid until \w{3} \d\d, \d{4} and works until then\./)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel license' }));
  expect(await (await cardOf('Site Basic')).findByText('Canceled')).toBeVisible();
  expect((await cardOf('Site Basic')).getByText(/^Ends on /)).toBeVisible();
  expect(screen.getByText('No payment is due')).toBeVisible();
  await user.click((await cardOf('Site Basic')).getByRole('button', { name: 'Undo cancellation' }));
  expect(await (await cardOf('Site Basic')).findByText('Active')).toBeVisible();
});

test('a trial says until when it is and what comes next; canceled, nothing is charged, and that is undone', async () => {
  const { user } = await open({ as: await boughtIn({ trialDays: 14 }, 'site_basic') });
  const card = await cardOf('Site Basic');
  expect(card.getByText('Trial')).toBeVisible();
  expect(card.getByText(/^Trial until \w{3} \d\d, \d{4}, then \$66\.00 a year\.$/)).toBeVisible();
  expect(card.getByText('This license is not in use.')).toBeVisible();
  await user.click(card.getByRole('button', { name: 'Cancel' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Site Basic?' }));
  expect(
    dialog.getByText(/^The trial works until .* and ends then\. Nothing is charged, and you can undo this/),
  ).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel license' }));
  const ends = /^Trial until .*\. It ends then, and nothing is charged\.$/;
  expect(await (await cardOf('Site Basic')).findByText(ends)).toBeVisible();
  await user.click((await cardOf('Site Basic')).getByRole('button', { name: 'Undo cancellation' }));
  expect(await (await cardOf('Site Basic')).findByText(/, then \$66\.00 a year\.$/)).toBeVisible();
});

test('the renewal is switched off and on', async () => {
  const { user } = await open({ as: await bought('site_basic') });
  const renewal = async () => (await cardOf('Site Basic')).getByRole('switch', { name: /^Renew automatically/ });
  expect(await renewal()).toBeChecked();
  await user.click(await renewal());
  await waitFor(async () => expect(await renewal()).not.toBeChecked());
  await user.click(await renewal());
  await waitFor(async () => expect(await renewal()).toBeChecked());
});

test('a card is added, made the default, and the other one removed; the one in use is not', async () => {
  const { user, address } = await open({ as: await bought('site_basic') });
  await user.click(await screen.findByRole('link', { name: 'Add a card' }));
  await screen.findByTitle('Card details');
  expect(address()).toBe('/my-account/billing/card');
  await payWith(TEST_CARD.challenged);
  expect(await screen.findByRole('heading', { level: 1, name: 'Add a card' })).toBeVisible();
  await payWith(OTHER_CARD);
  expect(await screen.findByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  const remove = async (name: string) => {
    const button = await screen.findByRole('button', { name: `Remove ${name}` });
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
    await user.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: `Remove ${name}?` }));
    await user.click(dialog.getByRole('button', { name: 'Remove card' }));
    return dialog;
  };
  const dialog = await remove('Visa •••• 4242');
  expect(await dialog.findByText(/^A running subscription is paid with this card\./)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Make default: Mastercard •••• 4444' }));
  expect(await screen.findByText('Default')).toBeVisible();
  await remove('Visa •••• 4242');
  await waitFor(() => expect(screen.queryByText('Visa •••• 4242')).not.toBeInTheDocument());
  expect(screen.getByText('Mastercard •••• 4444')).toBeVisible();
});

test('while a card is made the default nothing else is changed, and the focus stays with the card', async () => {
  const { user, bridge } = await open({ as: await bought('site_basic', 'site_pro') });
  const [first, second] = await screen.findAllByRole('button', { name: 'Make default: Visa •••• 4242' });
  const gate = Promise.withResolvers<void>();
  globalThis.fetch = window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const answer = await bridge.fetch(request);
    if (request.method === 'PUT') await gate.promise;
    return answer;
  };
  await user.click(first as HTMLElement);
  const removes = screen.getAllByRole('button', { name: 'Remove Visa •••• 4242' });
  for (const button of [second, ...removes]) expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.click(second as HTMLElement);
  expect(bridge.calls.filter((one) => one.startsWith('PUT '))).toHaveLength(1);
  act(() => first?.focus());
  gate.resolve();
  expect(await screen.findByText('Default')).toBeVisible();
  await waitFor(() => expect(removes[0]).toHaveFocus());
  expect(removes[0]).not.toHaveAttribute('aria-disabled');
});

test('the address and the tax id for invoices are saved, and what cannot be right is said at its field', async () => {
  const { user } = await open();
  const details = await cardOf('Billing details');
  await user.type(await details.findByRole('textbox', { name: /^Address$/ }), 'Unter den Linden 1');
  await user.click(details.getByRole('button', { name: 'Save' }));
  expect(await details.findByText('Choose a country.')).toBeVisible();
  const country = details.getByRole('combobox', { name: 'Country' });
  expect(details.getByText(/^Choose a country first\./)).toBeVisible();
  await user.selectOptions(country, 'Antarctica');
  expect(details.getByText('The payment provider takes no tax ID for this country. Leave it empty.')).toBeVisible();
  await user.selectOptions(country, 'Germany');
  const taxId = details.getByRole('textbox', { name: /^Tax ID/ });
  await user.type(taxId, '123');
  await user.click(details.getByRole('button', { name: 'Save' }));
  expect(await details.findByText('This is not a valid tax ID of this country.')).toBeVisible();
  await user.clear(taxId);
  await user.type(taxId, 'DE123456789');
  await user.click(details.getByRole('button', { name: 'Save' }));
  await waitFor(async () =>
    expect(await api.payment.billing()).toMatchObject({
      ...{ line1: 'Unter den Linden 1', country: 'DE', tax_id: 'DE123456789' },
    }),
  );
});

import { screen, waitFor, within } from '@testing-library/react';
import { REFUND_NOT_MADE } from '@panel/contract/schemas';
import { api, type Page, type StaffInvoice } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

type ScenarioInput = Parameters<typeof renderPage>[0];

/** Opens the page of Grace Hopper, the customer of the scenario, from the list. */
async function open(input: Partial<ScenarioInput> = {}) {
  const page = await renderPage({ remote: { manifest, pages }, path: '/customers', role: 'admin', ...input });
  const email = page.scenario.customerEmail;
  await page.user.click(await screen.findByRole('link', { name: email }));
  await screen.findByRole('heading', { level: 1, name: 'Grace Hopper' });
  const { customers } = await api.user.customers({ keyword: email });
  return { ...page, id: customers[0]?.id ?? '' };
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('the page shows what a customer has; an address without a customer leads to the list', async () => {
  const { router } = await open({ sites: [{ name: 'shop' }], appCount: 1, licenses: [{ product: 'site_pro' }] });
  const hosted = await region('Sites and applications');
  expect(await hosted.findByText(/^shop\./)).toBeVisible();
  expect(hosted.getByText(/^Application, /)).toBeVisible();
  expect(await (await region('Plan and licenses')).findByText('Site Pro')).toBeVisible();
  expect(await (await region('Sign-ins')).findByText('No sign-ins yet.')).toBeVisible();
  await router.navigate('/customers/customer?id=nobody');
  expect(await screen.findByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
});

test('names, tags and notes are edited; who saves second sees what the first one saved', async () => {
  const { user, id } = await open();
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Edit customer' }));
  const notes = await panel.findByRole('textbox', { name: /^Notes/ });
  await user.type(panel.getByRole('textbox', { name: /^Tags/ }), 'VIP, agency');
  await user.type(notes, 'Prefers calls');
  await api.customer.update({ id, notes: 'Prefers emails' });
  await user.click(panel.getByRole('button', { name: 'Save' }));
  expect(await panel.findByText('Changed elsewhere')).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Keep mine' }));
  await user.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const details = await region('Details');
  expect(await details.findByText('Prefers calls')).toBeVisible();
  expect(details.getByText('agency')).toBeVisible();
  expect(details.getByText('vip')).toBeVisible();
});

test('a site of another customer is assigned, and removed again', async () => {
  const other = `other-${Date.now()}@people.example`;
  const { user, scenario, id } = await open({ sites: [{ name: 'shop', type: 'site_builder', owner: other }] });
  const fqdn = scenario.sites[0]?.fqdn ?? '';
  const hosted = await region('Sites and applications');
  await user.click(hosted.getByRole('button', { name: 'Assign' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Assign a site or an application' }));
  await user.type(await panel.findByRole('combobox', { name: /^Site or application/ }), 'shop');
  await user.click(
    await screen.findByText(`${fqdn} (now of ${other})`, { selector: '.ant-select-item-option-content' }),
  );
  await user.click(panel.getByRole('button', { name: 'Assign' }));
  expect(await hosted.findByText(fqdn)).toBeVisible();
  await user.click(hosted.getByRole('button', { name: `Remove ${fqdn} from this customer` }));
  const dialog = within(await screen.findByRole('dialog', { name: `Remove ${fqdn} from this customer?` }));
  await user.click(await dialog.findByRole('button', { name: 'Remove' }));
  expect(await hosted.findByText('This customer has no sites or applications.')).toBeVisible();
  expect(await api.customer.sites({ id })).toEqual([]);
  expect((await api.site.byId({ id: scenario.sites[0]?.site_id ?? '' })).customer_id).toBeNull();
});

test('staff refund a part of an invoice with a reason, then the rest; more than is left is refused', async () => {
  const { user } = await open({ purchases: ['site_pro'] });
  const invoices = await region('Invoices');
  const row = async () => within((await invoices.findAllByRole('row'))[1] as HTMLElement);
  expect((await row()).getByText('Paid')).toBeVisible();
  const refund = async () => {
    await user.click((await row()).getByRole('button', { name: /^Actions for / }));
    await user.click(await screen.findByRole('menuitem', { name: 'Refund' }));
    return within(await screen.findByRole('dialog', { name: 'Refund invoice' }));
  };
  const dialog = await refund();
  const amount = dialog.getByRole('textbox', { name: /^Amount in USD/ });
  expect(amount).toHaveValue('20.00');
  await user.clear(amount);
  await user.type(amount, '20.01');
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  expect(await dialog.findByText('At most $20.00 can be refunded.')).toBeVisible();
  expect(dialog.getByText('Say why. The reason is kept in the audit log.')).toBeVisible();
  await user.clear(amount);
  await user.type(amount, '5,5');
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Too slow');
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await screen.findByText('Refund requested.')).toBeInTheDocument();
  expect(await invoices.findByText('Partly refunded')).toBeVisible();
  expect((await row()).getByText('$5.50 refunded')).toBeVisible();
  expect((await row()).getByText('Too slow')).toBeVisible();

  const rest = await refund();
  expect(rest.getByRole('textbox', { name: /^Amount in USD/ })).toHaveValue('14.50');
  await user.type(rest.getByRole('textbox', { name: /^Reason/ }), 'Still too slow');
  await user.click(rest.getByRole('button', { name: 'Refund' }));
  expect(await invoices.findByText('$20.00 refunded')).toBeVisible();
  await user.click((await row()).getByRole('button', { name: /^Actions for / }));
  expect(await screen.findByRole('menuitem', { name: /^Refund/ })).toHaveAttribute('aria-disabled', 'true');
});

test('a refund is refused while somebody else has refunded since the dialog was opened', async () => {
  const { user, id } = await open({ purchases: ['site_basic'] });
  const invoices = await region('Invoices');
  await user.click(await invoices.findByRole('button', { name: /^Actions for / }));
  await user.click(await screen.findByRole('menuitem', { name: 'Refund' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund invoice' }));
  const list = { customer_id: id, pageIndex: 0, pageSize: 10 } as const;
  const [invoice] = (await api.payment.partnerInvoices(list)).pageElements;
  const seen = { refunded: 0, refund_pending: 0 };
  await api.payment.refund({ id: invoice?.id ?? '', amount: 100, currency: 'usd', reason: 'First', seen });
  const amount = dialog.getByRole('textbox', { name: /^Amount in USD/ });
  await user.clear(amount);
  await user.type(amount, '1');
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Second');
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  expect(await dialog.findByText(/^Another refund of this invoice was made/)).toBeVisible();
  const reasons = async () =>
    (await api.payment.partnerInvoices(list)).pageElements[0]?.refunds.map(({ reason }) => reason);
  expect(await reasons()).toEqual(['First']);
  expect(await dialog.findByText('$1.00')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await reasons()).toEqual(['Second', 'First']);
});

test('when the answer to a refund is lost, the dialog shows the error and the same refund can be sent again', async () => {
  const { user, bridge } = await open({ purchases: ['site_pro'] });
  const invoices = await region('Invoices');
  await user.click(await invoices.findByRole('button', { name: /^Actions for / }));
  await user.click(await screen.findByRole('menuitem', { name: 'Refund' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund invoice' }));
  const isRefund = (request: Request) => request.method === 'POST' && request.url.endsWith('/refund');
  const silence = 'The payment provider does not answer. Try again in a minute.';
  let lost = 0;
  globalThis.fetch = window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const answer = await bridge.fetch(request);
    if (!isRefund(request) || !answer.ok || lost > 0) return answer;
    lost += 1;
    return Response.json({ code: 'PAYMENT_AWAY', title: 'No answer', message: silence }, { status: 503 });
  };
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Too slow');
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  expect(await dialog.findByText(silence)).toBeVisible();
  expect(await invoices.findByText('$20.00 refunded')).toBeInTheDocument();
  expect(dialog.getByText(silence)).toBeVisible();

  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  expect(await dialog.findByText(/^Another refund of this invoice was made/)).toBeVisible();
  expect(lost).toBe(1);
  expect(bridge.calls.filter((one) => one.startsWith('POST ') && one.endsWith('/refund'))).toHaveLength(2);
  const button = dialog.getByRole('button', { name: /^Refund/ });
  expect(button).toHaveAttribute('aria-disabled', 'true');
});

test('a refund that the provider did not make is shown as failed, with the reason', async () => {
  const page = await open({ purchases: ['site_pro'] });
  const { bridge, id, user } = page;
  const [invoice] = (await api.payment.partnerInvoices({ customer_id: id, pageIndex: 0, pageSize: 10 })).pageElements;
  globalThis.fetch = window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const answer = await bridge.fetch(request);
    if (!new URL(request.url).pathname.endsWith('/partner/invoice')) return answer;
    const found = (await answer.json()) as Page<StaffInvoice>;
    const failed = { ...{ id: 'refund', amount: 500, status: 'failed' as const, reason: 'Too slow' } };
    const refunds = [{ ...failed, failure: REFUND_NOT_MADE, created_at: new Date().toISOString() }];
    return Response.json({ ...found, pageElements: [{ ...invoice, ...found.pageElements[0], refunds }] });
  };
  const invoices = await region('Invoices');
  await user.click(await invoices.findByRole('button', { name: 'Total' }));
  expect(await invoices.findByText('Failed')).toBeVisible();
  expect(invoices.getByText('The payment provider did not make it. Nothing was paid back.')).toBeVisible();
});

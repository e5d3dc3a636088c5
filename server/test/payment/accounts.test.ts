import {
  PAYMENT_KEY_REFUSALS,
  type AuditLine,
  type Page,
  type PaymentAccountState,
  type StaffInvoice,
} from '@panel/contract';
import { and, eq } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { auditLog, notification, paymentAccount, purchase } from '../../src/db/schema.ts';
import { reconcileAll } from '../../src/modules/payment/reconcile.ts';
import { CHECKOUT_PAGE, cardFormOf } from '../../src/platform/web/payment-sources.ts';
import { startTestServer, type Client, type PartnerRow } from '../../src/testing/index.ts';
import { staffOf } from '../license/license-support.ts';
import {
  askOrder,
  bought,
  boughtBy,
  buyer,
  eventOf,
  KEYS,
  order,
  OTHER,
  pay,
  paymentAt,
  refusalOf,
  send,
  sendAll,
  useShop,
  type Buyer,
  type OtherKeys,
} from './payment-support.ts';

const shop = useShop();
const PATH = '/partner/payment-account';
const books = ({ secret }: OtherKeys) => shop.processor.ledgerOf(secret).books;

afterEach(() => {
  shop.processor.failNext(0, 500);
  for (const keys of Object.values(OTHER)) {
    shop.processor.revoke(keys.secret, false);
    books(keys).pending.splice(0);
  }
});

const connect = (staff: Client, { secret, publishable }: OtherKeys, change: Record<string, unknown> = {}) =>
  staff.put<{ data: PaymentAccountState }>(PATH, { secret_key: secret, publishable_key: publishable, ...change });

type Seller = Buyer & { staff: Client; keys: OtherKeys; webhook: { path: string; secret: string } };

/** The webhook of a partner at an account, as the processor has it. */
function webhookOf(keys: OtherKeys, { id }: PartnerRow) {
  const path = `/stripe/webhook/${id}`;
  const made = Object.values(books(keys).webhook_endpoint).find(({ url }) => url.endsWith(path));
  assert.ok(made, 'the panel has made a webhook');
  return { path, secret: books(keys).secretOf[made.id] ?? '' };
}

/** A partner whose customers pay to an account of its own, and one of them. */
async function seller(keys: OtherKeys, partner?: PartnerRow): Promise<Seller> {
  const own = await buyer(shop, partner);
  const staff = await staffOf(shop.server, own.partner);
  const answer = await connect(staff, keys);
  assert.equal(answer.status, 200, answer.text);
  return { ...own, staff, keys, webhook: webhookOf(keys, own.partner) };
}

/** Buys at the partner's own account, to its end. */
async function boughtAt(own: Seller, change: Record<string, unknown> = {}) {
  const started = await order(own, change);
  const confirmed = await pay(shop, started, undefined, own.keys);
  assert.equal(confirmed.status, 'succeeded', JSON.stringify(confirmed));
  for (const event of books(own.keys).pending.splice(0)) assert.equal(await send(shop, event, own.webhook), 200);
  const { license } = await paymentAt(own.client, started.id);
  assert.ok(license);
  return license;
}

const stateOf = async (staff: Client): Promise<PaymentAccountState> =>
  (await staff.get<PaymentAccountState>(PATH)).body;
const countOf = (kept: object): number => Object.keys(kept).length;
const fieldOf = ({ body }: { body: object }, field: string): unknown =>
  (body as { fields?: Record<string, string> }).fields?.[field];

test('a purchase goes to the account of its partner, and to no other', async () => {
  const [one, two] = [await seller(OTHER.first), await seller(OTHER.second)];
  const third = await buyer(shop);
  const key = await one.client.get<{ publishableKey: string }>('/stripe/keys/publishable');
  assert.equal(key.body.publishableKey, OTHER.first.publishable);
  const before = countOf(shop.processor.ledger.books.subscription);
  const license = await boughtAt(one);
  assert.equal(countOf(books(OTHER.first).subscription), 1);
  assert.equal(countOf(books(OTHER.first).customer), 1);
  assert.equal(countOf(books(OTHER.first).price), 1);
  assert.equal(countOf(books(OTHER.second).subscription), 0);
  assert.equal(countOf(shop.processor.ledger.books.subscription), before);
  await boughtAt(two);
  await bought(shop, third);
  assert.equal(countOf(books(OTHER.first).subscription), 1);
  assert.equal(countOf(books(OTHER.second).subscription), 1);
  assert.equal(countOf(shop.processor.ledger.books.subscription), before + 1);

  // What is done later is done there, too: cards, renewal, a refund.
  const cards = await one.client.get<{ last4: string }[]>('/stripe/payment_methods');
  assert.deepEqual([cards.status, cards.body.length], [200, 1]);
  const off = { subscription_id: license.subscription?.subscription_id, renewal_automatically: false };
  assert.equal((await one.client.post('/stripe/licenses/renewal', off)).status, 200);
  assert.equal(Object.values(books(OTHER.first).subscription)[0]?.cancel_at_period_end, true);
  const { body } = await one.staff.get<Page<StaffInvoice>>(`/partner/invoice?customer_id=${one.customer.id}`);
  const [invoice] = body.pageElements;
  assert.ok(invoice);
  const refund = await one.staff.post(`/partner/invoice/${invoice.id}/refund`, {
    ...{ amount: 300, currency: invoice.currency, reason: 'Ordered by mistake' },
    seen: { refunded: 0, refund_pending: 0 },
  });
  assert.equal(refund.status, 200, refund.text);
  assert.equal(countOf(books(OTHER.first).refund), 1);
  assert.equal((await stateOf(one.staff)).account?.running, 1);
  assert.ok((await stateOf(one.staff)).account?.last_event_at);
});

test('an event of another account changes nothing', async () => {
  const [own, other] = [await seller(OTHER.first), await seller(OTHER.second)];
  const started = await order(own);
  await pay(shop, started, undefined, OTHER.first);
  const events = books(OTHER.first).pending.splice(0);
  const event = events.find(({ type }) => type === 'invoice.paid') ?? events[0];
  assert.ok(event);
  // Signed with the secret of the other account, at either address, or of the installation.
  assert.equal(await send(shop, event, { ...own.webhook, secret: other.webhook.secret }), 400);
  assert.equal(await send(shop, event, { ...own.webhook, secret: KEYS.webhook }), 400);
  assert.equal(await send(shop, event, { path: `/stripe/webhook/${crypto.randomUUID()}` }), 400);
  assert.equal(await send(shop, event, { path: '/stripe/webhook/none' }), 400);
  // Signed rightly by another account, about a purchase that is not of it.
  assert.equal(await send(shop, event, other.webhook), 200);
  assert.equal(await send(shop, event), 200);
  assert.equal((await paymentAt(own.client, started.id)).status, 'incomplete');
  const forged = { ...Object.values(books(OTHER.first).subscription).at(-1), id: 'sub_forged', metadata: {} };
  const named = eventOf('customer.subscription.updated', { ...forged, metadata: { purchase: started.id } });
  assert.equal(await send(shop, named, other.webhook), 200);
  const [row] = await shop.server.db.select().from(purchase).where(eq(purchase.id, started.id));
  assert.deepEqual([row?.status, row?.asked], ['incomplete', 0]);
  assert.equal(await send(shop, event, own.webhook), 200);
  assert.equal((await paymentAt(own.client, started.id)).status, 'paid');
});

test('the schedule compares each purchase with its own account, and a refused key holds up no other', async () => {
  const [one, two] = [await seller(OTHER.first), await seller(OTHER.second)];
  const third = await buyer(shop);
  const started = [await order(one), await order(two), await order(third)] as const;
  await pay(shop, started[0], undefined, OTHER.first);
  await pay(shop, started[1], undefined, OTHER.second);
  await pay(shop, started[2]);
  shop.processor.revoke(OTHER.first.secret);
  await reconcileAll(shop.server.app);
  assert.equal((await boughtBy(one.client)).length, 0);
  assert.equal((await boughtBy(two.client)).length, 1);
  assert.equal((await boughtBy(third.client)).length, 1);
  shop.processor.revoke(OTHER.first.secret, false);
  await reconcileAll(shop.server.app);
  assert.equal((await boughtBy(one.client)).length, 1);
});

test('keys are checked before anything is stored', async () => {
  const own = await buyer(shop);
  const staff = await staffOf(shop.server, own.partner);
  const { first, second } = OTHER;
  const unknown = await connect(staff, { ...first, secret: 'sk_test_nobody0123456789' });
  assert.equal(fieldOf(unknown, 'secret_key'), PAYMENT_KEY_REFUSALS.key_refused);
  const other = await connect(staff, { ...first, publishable: second.publishable });
  assert.equal(fieldOf(other, 'publishable_key'), PAYMENT_KEY_REFUSALS.other_account);
  const mode = await connect(staff, { ...first, publishable: 'pk_live_0123456789abcdef' });
  assert.equal(fieldOf(mode, 'publishable_key'), PAYMENT_KEY_REFUSALS.mode);
  const live = { ...first, secret: 'sk_live_0123456789abcdef', publishable: 'pk_live_0123456789abcdef' };
  assert.equal(fieldOf(await connect(staff, live), 'secret_key'), PAYMENT_KEY_REFUSALS.local);
  assert.ok(fieldOf(await connect(staff, { ...first, secret: 'pk_test_0123456789' }), 'secret_key'));
  shop.processor.failNext(9, 403);
  assert.equal(fieldOf(await connect(staff, first), 'secret_key'), PAYMENT_KEY_REFUSALS.permission_missing);
  shop.processor.failNext(9, 500);
  assert.deepEqual(refusalOf(await connect(staff, first)), [503, 'PAYMENT_AWAY']);
  shop.processor.failNext(9, 500, /webhook_endpoints/);
  assert.deepEqual(refusalOf(await connect(staff, first)), [503, 'PAYMENT_AWAY']);
  shop.processor.failNext(0, 500);
  const rows = await shop.server.db.select().from(paymentAccount).where(eq(paymentAccount.partnerId, own.partner.id));
  assert.deepEqual(rows, []);
  assert.deepEqual(await stateOf(staff), { account: null, installation: { sells: true, is_test: true, running: 0 } });
  // Still sold at the installation's account.
  await bought(shop, own);
});

test('keys are sealed, and are in no answer or audit line', async () => {
  const own = await seller(OTHER.second);
  const [row] = await shop.server.db.select().from(paymentAccount).where(eq(paymentAccount.partnerId, own.partner.id));
  const stored = JSON.stringify(row);
  assert.ok(!stored.includes(OTHER.second.secret) && !stored.includes(own.webhook.secret));
  const answer = JSON.stringify(await stateOf(own.staff));
  assert.ok(!answer.includes(OTHER.second.secret) && !answer.includes('whsec_'));
  assert.match(answer, /"key_end":"6789"/);
  const lines = await shop.server.db.select().from(auditLog).where(eq(auditLog.partnerId, own.partner.id));
  const line = lines.find(({ action }) => action === 'payment.account.connect') as unknown as AuditLine | undefined;
  assert.ok(line);
  assert.ok(!JSON.stringify(lines).includes(OTHER.second.secret));
});

test('who pays at the installation’s account stays there until it ends', async () => {
  const old = await buyer(shop);
  const license = await bought(shop, old);
  const staff = await staffOf(shop.server, old.partner);
  assert.equal((await connect(staff, OTHER.first)).status, 200);
  assert.deepEqual((await stateOf(staff)).installation, { sells: true, is_test: true, running: 1 });
  const key = () => old.client.get<{ publishableKey: string }>('/stripe/keys/publishable');
  assert.equal((await key()).body.publishableKey, KEYS.publishable);
  // One more license is paid with the same card, at the same account.
  await bought(shop, old, { quantity: 2 });
  const deactivated = async () => {
    for (const { id } of await boughtBy(old.client))
      assert.equal((await staff.put(`/license/${id}/deactivate`)).status, 200);
  };
  await deactivated();
  assert.ok(license.id);
  assert.equal((await key()).body.publishableKey, OTHER.first.publishable);
  const next = await boughtAt({
    ...old,
    staff,
    keys: OTHER.first,
    webhook: webhookOf(OTHER.first, old.partner),
  });
  assert.ok(next.id);
});

test('an order that waits at the other account is ended first', async () => {
  const own = await buyer(shop);
  const waiting = await order(own);
  const staff = await staffOf(shop.server, own.partner);
  assert.equal((await connect(staff, OTHER.first)).status, 200);
  const seen = { ...own, staff, keys: OTHER.first, webhook: webhookOf(OTHER.first, own.partner) };
  await boughtAt(seen);
  assert.equal((await paymentAt(own.client, waiting.id)).status, 'expired');
  const paid = await pay(shop, waiting);
  assert.ok(paid.error, 'nobody can pay it any more');
  assert.equal((await boughtBy(own.client)).length, 1);
});

test('an account that is in use is not disconnected, and its keys are replaced alone', async () => {
  const own = await seller(OTHER.first);
  await boughtAt(own);
  const refused = await own.staff.delete(PATH);
  assert.deepEqual(refusalOf(refused), [409, 'PAYMENT_ACCOUNT_IN_USE']);
  const other = await connect(own.staff, OTHER.second);
  assert.equal(fieldOf(other, 'secret_key'), PAYMENT_KEY_REFUSALS.not_connected);
  const late = await connect(own.staff, OTHER.first, { expected: { account: '' } });
  assert.deepEqual(refusalOf(late), [409, 'CONFLICT']);
  const again = await connect(own.staff, OTHER.first);
  assert.equal(again.status, 200, again.text);
  assert.equal(webhookOf(OTHER.first, own.partner).secret, own.webhook.secret, 'the webhook stays');
  for (const { id } of await boughtBy(own.client)) await own.staff.put(`/license/${id}/deactivate`);
  const gone = await own.staff.delete<{ data: PaymentAccountState }>(PATH);
  assert.deepEqual([gone.status, gone.body.data.account], [200, null]);
  const [row] = await shop.server.db.select().from(paymentAccount).where(eq(paymentAccount.partnerId, own.partner.id));
  assert.deepEqual([row?.secretKey, row?.webhookSecret], [null, null]);
  assert.ok(!Object.values(books(OTHER.first).webhook_endpoint).some(({ url }) => url.endsWith(own.partner.id)));
  const event = eventOf('customer.subscription.updated', Object.values(books(OTHER.first).subscription).at(-1) ?? {});
  assert.equal(await send(shop, event, own.webhook), 400);
  // Customers pay to the installation again, and to the account again once it is connected again.
  await bought(shop, own);
});

/** What staff were notified of about their account. */
const refusalsTold = ({ partner }: { partner: { id: string } }) =>
  shop.server.db
    .select()
    .from(notification)
    .where(and(eq(notification.partnerId, partner.id), eq(notification.type, 'payment_account_refused')));

test('a check that is the first to find a revoked key notifies the staff too', async () => {
  const own = await seller(OTHER.first);
  shop.processor.revoke(OTHER.first.secret);
  assert.deepEqual(refusalOf(await own.staff.post(`${PATH}/check`)), [200, 'ok']);
  assert.ok((await refusalsTold(own)).length > 0);
  await own.staff.post(`${PATH}/check`);
  assert.equal((await refusalsTold(own)).length, 1, 'once');
  shop.processor.revoke(OTHER.first.secret, false);
});

test('a key that is revoked is reported to staff, and customers are asked to try later', async () => {
  const own = await seller(OTHER.first);
  shop.processor.revoke(OTHER.first.secret);
  assert.deepEqual(refusalOf(await askOrder(own)), [503, 'PAYMENT_UNAVAILABLE']);
  assert.deepEqual(refusalOf(await own.staff.post(`${PATH}/check`)), [200, 'ok']);
  assert.equal((await stateOf(own.staff)).account?.problem, 'key_refused');
  const told = () => refusalsTold(own);
  assert.ok((await told()).length > 0, 'staff are notified');
  const count = (await told()).length;
  await askOrder(own);
  assert.equal((await told()).length, count, 'once');
  shop.processor.revoke(OTHER.first.secret, false);
  const [endpoint] = Object.values(books(OTHER.first).webhook_endpoint).filter(({ url }) =>
    url.endsWith(own.partner.id),
  );
  assert.ok(endpoint);
  delete books(OTHER.first).webhook_endpoint[endpoint.id];
  assert.equal((await own.staff.post(`${PATH}/check`)).status, 200);
  assert.equal((await stateOf(own.staff)).account?.problem, null);
  const webhook = webhookOf(OTHER.first, own.partner);
  assert.notEqual(webhook.secret, own.webhook.secret);
  await boughtAt({ ...own, webhook });
  assert.equal((await sendAll(shop)).length, 0);
});

test('currencies that the account does not take are named', async () => {
  const own = await buyer(shop);
  const staff = await staffOf(shop.server, own.partner);
  const plan = { name: 'Basic', features: [], offered: true, trial_days: 0, version: 0 };
  const saved = await staff.put('/partner/plans/site_basic', {
    ...plan,
    amounts: [
      { currency: 'usd', month: 1000, year: null },
      { currency: 'brl', month: 5000, year: null },
    ],
  });
  assert.equal(saved.status, 200, saved.text);
  const answer = await connect(staff, OTHER.first);
  assert.deepEqual(refusalOf(answer), [409, 'PAYMENT_CURRENCIES']);
  assert.match(String((answer.body as { message?: string }).message), /BRL/);
});

test('where the installation has no account, only partners that have connected one sell', async (t) => {
  const server = await startTestServer({ clock: shop.time, env: { STRIPE_API_BASE: shop.processor.address } });
  t.after(() => server.stop());
  const alone = { ...shop, server };
  const [own, other] = [await buyer(alone), await buyer(alone)];
  assert.deepEqual(refusalOf(await askOrder(own)), [409, 'PAYMENT_OFF']);
  assert.equal((await connect(await staffOf(server, own.partner), OTHER.first)).status, 200);
  const started = await order(own);
  assert.equal((await pay(alone, started, undefined, OTHER.first)).status, 'succeeded');
  await reconcileAll(server.app);
  assert.equal((await boughtBy(own.client)).length, 1);
  assert.deepEqual(refusalOf(await askOrder(other)), [409, 'PAYMENT_OFF']);
  const formOf = cardFormOf(server.app);
  assert.ok((await formOf(own.partner.id, CHECKOUT_PAGE))?.cardForm);
  assert.equal(await formOf(other.partner.id, CHECKOUT_PAGE), null);
});

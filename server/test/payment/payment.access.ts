import { randomUUID } from 'node:crypto';
import {
  at,
  customers,
  NO_ID,
  otherKind,
  row,
  signedIn,
  staff,
  type Outcome,
  type Row,
} from '../contract/access-outcomes.ts';

/** Nothing is sold in the installation of this test: a customer is told so after everything else was checked. */
const off: Outcome = { ...customers, owner: 'PAYMENT_OFF', neighbour: 'PAYMENT_OFF', foreignCustomer: 'PAYMENT_OFF' };
/** Bought licenses have tests of their own (test/payment). */
const none = otherKind;
const sold = { subscription_id: 'sub_none' };

const COUPON = {
  ...{ code: 'SPRING', percent: 25, amount: null, currency: null, duration: 'once', months: null },
  ...{ ends_at: null, max_uses: null, products: [] },
};
const missing: Outcome = { ...customers, owner: 'NOT_FOUND', neighbour: 'NOT_FOUND', foreignCustomer: 'NOT_FOUND' };
const missingToStaff: Outcome = { ...staff, admin: 'NOT_FOUND', foreignAdmin: 'NOT_FOUND', superadmin: 'NOT_FOUND' };
const unsold: Outcome = { ...staff, admin: 'VALIDATION', foreignAdmin: 'VALIDATION', superadmin: 'VALIDATION' };
const outdated: Outcome = { ...staff, admin: 'CONFLICT', foreignAdmin: 'CONFLICT', superadmin: 'CONFLICT' };

/** The calls of payments. */
export const rows: Readonly<Record<string, Row>> = {
  'paymentAccount.get': at(staff, '/partner/payment-account'),
  'paymentAccount.connect': at(unsold, '/partner/payment-account', {
    ...{ secret_key: 'sk_test_0123456789abcdef', publishable_key: 'pk_live_0123456789abcdef' },
  }),
  'paymentAccount.check': at(missingToStaff, '/partner/payment-account/check'),
  'paymentAccount.disconnect': at(missingToStaff, '/partner/payment-account'),
  'payment.prices': at(signedIn, '/stripe/products/prices', { product_types: ['site_basic'] }),
  'payment.currency': at(signedIn, '/stripe/currency'),
  'payment.set': at(off, '/stripe/payments/set', {
    ...{ priceId: NO_ID, quantity: 1, project_type: 'site', plan_type: 'STARTER' },
  }),
  'payment.checkout': at(off, '/stripe/checkout', { priceId: NO_ID }),
  'payment.payment': at(none, `/stripe/payments/${NO_ID}`),
  'payment.confirm': at(none, `/stripe/${NO_ID}`, { status: 'active' }),
  'payment.publishableKey': at(off, '/stripe/keys/publishable'),
  'payment.paymentMethods': at(off, '/stripe/payment_methods'),
  'payment.addCard': at(off, '/stripe/payment_methods/setup'),
  'payment.defaultCard': at(off, '/stripe/payment_methods/pm_none/default'),
  'payment.removeCard': at(off, '/stripe/payment_methods/pm_none'),
  'payment.billing': at(off, '/stripe/billing'),
  'payment.saveBilling': at(off, '/stripe/billing', {
    ...{ name: 'Ada', line1: '1 Main Street', line2: '', postal_code: '10115', city: 'Berlin', state: '' },
    ...{ country: 'DE', tax_id: '' },
  }),
  'payment.licenses': at(customers, '/stripe/licenses/user'),
  'payment.licensesOfSites': at(customers, '/stripe/licenses/user/sites'),
  'payment.renewal': at(off, '/stripe/licenses/renewal', { ...sold, renewal_automatically: true }),
  'payment.cancel': at(off, '/stripe/licenses/cancel', sold),
  'payment.proration': row(off, ({ licenseId }) => ({
    path: '/stripe/subscriptions/proration',
    body: { id: licenseId, product_name: 'site_pro' },
  })),
  'payment.upgrade': at(off, '/stripe/subscriptions/upgrade', { ...sold, price_id: NO_ID, plan_type: 'PRO' }),
  'payment.upgradeInvoice': at(off, '/stripe/invoices/upgrade/create', {
    proration: { subscription_id: 'sub_none', price_id: NO_ID, currency: 'usd', amount_due: 0, proration_date: 0 },
  }),
  'payment.database': row(off, ({ appId }) => ({ path: '/stripe/update/database', body: { app: appId, db: true } })),
  'payment.subscriptions': row({ ...customers, neighbour: 'NOT_FOUND', foreignCustomer: 'NOT_FOUND' }, ({ fqdn }) => ({
    path: `/plan/subscriptions?fqdn=${fqdn}`,
  })),
  'payment.usage': at(customers, '/plan/usage'),
  'payment.buyLinkSettings': at(staff, '/partner/license/buy/settings'),
  'payment.saveBuyLinks': at(staff, '/partner/license/buy/settings', {
    ...{ STARTER: '', PRO: 'https://shop.example/pro', PREMIUM: '', BUSINESS: '' },
  }),
  'payment.invoices': at(customers, '/stripe/invoices'),
  'payment.partnerInvoices': at(staff, '/partner/invoice'),
  'payment.refund': at(
    { ...staff, admin: 'PAYMENT_OFF', foreignAdmin: 'PAYMENT_OFF', superadmin: 'PAYMENT_OFF' },
    `/partner/invoice/${NO_ID}/refund`,
    { amount: 100, currency: 'usd', reason: 'Ordered by mistake', seen: { refunded: 0, refund_pending: 0 } },
  ),
  'catalog.list': at(staff, '/partner/plans'),
  'catalog.currency': at(staff, '/partner/currency'),
  'catalog.saveCurrency': at(unsold, '/partner/currency', { currency: 'usd' }),
  'catalog.save': at(outdated, '/partner/plans/site_basic', {
    ...{ name: 'Bakery', features: [], offered: true, version: 999_999 },
    amounts: [{ currency: 'usd', month: 1000, year: null }],
  }),
  'revenue.get': at(staff, '/partner/revenue'),
  'coupon.list': at(staff, '/partner/coupons'),
  'coupon.create': row(staff, () => ({
    path: '/partner/coupons',
    body: { ...COUPON, code: `C-${randomUUID().slice(0, 8)}` },
  })),
  'coupon.end': at(missingToStaff, `/partner/coupons/${NO_ID}/end`, {}),
  'coupon.check': at(missing, '/stripe/coupons/check', { coupon: 'SPRING', priceId: NO_ID, quantity: 1 }),
  'payment.licenseTypes': at(signedIn, '/partner/license/types'),
  'payment.buyLink': at(signedIn, '/partner/license/buy/link?type=PRO'),
  'payment.buyLinks': at(signedIn, '/partner/license/buy/links'),
};

import * as v from 'valibot';
import { call } from '../call.ts';
import { BillingDetails, BillingInput } from '../schemas/billing.ts';
import { expected } from '../schemas/expected.ts';
import { Id } from '../schemas/fields.ts';
import { License } from '../schemas/license.ts';
import { page } from '../schemas/list.ts';
import {
  BuyLink,
  BuyLinkQuery,
  BuyLinks,
  BuyLinkSettings,
  BuyLinksQuery,
  CancelInput,
  CardInput,
  CardSetup,
  CheckoutInput,
  CheckoutStarted,
  DatabaseEntitlementInput,
  Invoice,
  InvoiceListQuery,
  LicenseType,
  LicenseTypesQuery,
  Payment,
  PaymentCurrency,
  PaymentMethod,
  PaymentStarted,
  PlanSubscriptions,
  PlanUsage,
  PricedProduct,
  PricesInput,
  Proration,
  ProrationInput,
  PublishableKey,
  RefundInput,
  RenewalInput,
  SetPaymentInput,
  StaffInvoice,
  StaffInvoiceListQuery,
  SubscriptionsQuery,
  UpgradeInput,
  UpgradeInvoiceInput,
} from '../schemas/payment.ts';
import { Outcome } from '../schemas/user.ts';

const reading = { method: 'GET', audience: 'customer', scope: 'licenses:read' } as const;
/** What costs money is done by the customer in person: no token opens it, and nobody who acts as the customer. */
const paying = { audience: 'customer', scope: 'closed', neverKept: true, notActing: true } as const;
const refusals = ['PAYMENT_OFF', 'PAYMENT_UNAVAILABLE'] as const;
/** Of calls that buy nothing. */
const silences = ['PAYMENT_OFF', 'PAYMENT_AWAY'] as const;
const changing = [...refusals, 'NOT_FOUND', 'SUBSCRIPTION_ENDED'] as const;
/** Of a change to a price that the client names. */
const moving = [...changing, 'PLAN_NOT_OFFERED', 'PLAN_SAME', 'PLAN_TOO_SMALL', 'CURRENCY_FIXED'] as const;
const Changed = v.object({ status: v.literal(1), data: License });

export const paymentCalls = {
  prices: call({
    noAuditLine: true,
    method: 'POST',
    path: '/stripe/products/prices',
    summary: 'What the partner sells of these products, with monthly and yearly prices',
    audience: 'signed-in',
    staff: 'any',
    scope: 'licenses:read',
    neverKept: true,
  })
    .input(PricesInput)
    .output(v.array(PricedProduct)),
  currency: call({
    method: 'GET',
    path: '/stripe/currency',
    summary: 'The currency in which the caller pays, and those that they can choose from before the first purchase',
    audience: 'signed-in',
    staff: 'any',
    scope: 'licenses:read',
  }).output(PaymentCurrency),
  set: call({
    method: 'POST',
    path: '/stripe/payments/set',
    summary: 'Start to buy a license, or go on with the same purchase that waits for its card',
    ...paying,
    errors: [...refusals, 'NOT_FOUND', 'PLAN_NOT_OFFERED', 'CURRENCY_FIXED', 'VALIDATION'],
    limit: { tries: 60, windowSeconds: 900 },
    everyTryCounts: true,
  })
    .input(SetPaymentInput)
    .output(PaymentStarted),
  checkout: call({
    method: 'POST',
    path: '/stripe/checkout',
    summary: 'Start to buy a license at the provider’s own page, or go on with the same purchase',
    ...paying,
    errors: [...refusals, 'NOT_FOUND', 'PLAN_NOT_OFFERED', 'CURRENCY_FIXED', 'TENANT_MISMATCH', 'VALIDATION'],
    limit: { tries: 60, windowSeconds: 900 },
    everyTryCounts: true,
  })
    .input(CheckoutInput)
    .output(CheckoutStarted),
  payment: call({
    ...reading,
    path: '/stripe/payments/{id}',
    member: 'billing',
    summary: 'A purchase, and its license once it is paid',
    errors: ['NOT_FOUND'],
  })
    .input(v.object({ id: Id }))
    .output(Payment),
  confirm: call({
    method: 'PUT',
    path: '/stripe/{id}',
    summary: 'Ask the payment provider whether a purchase is paid; only its answer makes the license active',
    ...paying,
    errors: [...refusals, 'NOT_FOUND'],
  })
    .input(v.object({ id: Id, status: v.picklist(['active']) }))
    .output(Payment),
  publishableKey: call({
    ...reading,
    path: '/stripe/keys/publishable',
    member: 'billing',
    summary: 'What the browser needs for the provider’s card form',
    errors: ['PAYMENT_OFF'],
  }).output(PublishableKey),
  paymentMethods: call({
    ...reading,
    path: '/stripe/payment_methods',
    member: 'billing',
    summary: 'The caller’s cards at the payment provider',
    scope: 'closed',
    errors: silences,
  }).output(v.array(PaymentMethod)),
  addCard: call({
    noAuditLine: true,
    method: 'POST',
    path: '/stripe/payment_methods/setup',
    summary: 'Start to add a card: the secret with which the provider’s card form keeps it',
    ...paying,
    stepUp: true,
    errors: silences,
    limit: { tries: 30, windowSeconds: 900 },
    everyTryCounts: true,
  }).output(CardSetup),
  defaultCard: call({
    method: 'PUT',
    path: '/stripe/payment_methods/{id}/default',
    summary:
      'Pay all subscriptions that the caller has, also canceled ones that are resumed, with this card from now on',
    ...paying,
    stepUp: true,
    errors: [...silences, 'NOT_FOUND'],
  })
    .input(CardInput)
    .output(v.array(PaymentMethod)),
  removeCard: call({
    method: 'DELETE',
    path: '/stripe/payment_methods/{id}',
    summary: 'Remove a card that no running subscription is paid with',
    ...paying,
    stepUp: true,
    errors: [...silences, 'NOT_FOUND', 'CARD_IN_USE'],
  })
    .input(CardInput)
    .output(v.array(PaymentMethod)),
  billing: call({
    ...reading,
    path: '/stripe/billing',
    member: 'billing',
    summary: 'What is printed on invoices about the caller: name, address and tax id',
    scope: 'closed',
    errors: silences,
  }).output(BillingDetails),
  saveBilling: call({
    method: 'PUT',
    path: '/stripe/billing',
    summary: 'Set what is printed on the next invoices about the caller',
    ...paying,
    errors: [...silences, 'CONFLICT', 'VALIDATION'],
  })
    .input(BillingInput)
    .output(BillingDetails),
  licenses: call({
    ...reading,
    path: '/stripe/licenses/user',
    summary: 'The licenses that the caller bought, the one that ends last first',
  }).output(v.array(License)),
  licensesOfSites: call({
    ...reading,
    path: '/stripe/licenses/user/sites',
    summary: 'The caller’s licenses for sites, the one that ends last first',
    section: 'sites',
  }).output(v.array(License)),
  renewal: call({
    method: 'POST',
    path: '/stripe/licenses/renewal',
    summary: 'Turn the renewal of a subscription off, or on again before it has ended',
    ...paying,
    errors: [...changing, 'CARD_MISSING'],
  })
    .input(RenewalInput)
    .output(Changed),
  cancel: call({
    method: 'POST',
    path: '/stripe/licenses/cancel',
    summary: 'Cancel a subscription at the end of what is paid; until then its renewal can be turned on again',
    ...paying,
    errors: changing,
  })
    .input(CancelInput)
    .output(Changed),
  proration: call({
    noAuditLine: true,
    method: 'POST',
    path: '/stripe/subscriptions/proration',
    summary: 'What another plan would cost now and later; nothing is changed',
    ...paying,
    notActing: false,
    errors: [...changing, 'PLAN_NOT_OFFERED', 'PLAN_SAME', 'PLAN_TOO_SMALL'],
  })
    .input(ProrationInput)
    .output(Proration),
  upgrade: call({
    method: 'POST',
    path: '/stripe/subscriptions/upgrade',
    summary: 'Change the plan of a subscription now; what it costs more is paid with the card of the subscription',
    ...paying,
    errors: [...moving, 'PAYMENT_DECLINED', 'VALIDATION'],
  })
    .input(UpgradeInput)
    .output(Changed),
  upgradeInvoice: call({
    method: 'POST',
    path: '/stripe/invoices/upgrade/create',
    summary: 'Change the plan of a subscription at exactly the price that was previewed, and answer with its invoice',
    ...paying,
    errors: [...moving, 'PAYMENT_DECLINED', 'PRORATION_CHANGED'],
  })
    .input(UpgradeInvoiceInput)
    .output(v.object({ status: v.literal(1), data: Invoice })),
  database: call({
    method: 'POST',
    path: '/stripe/update/database',
    summary: 'Add a database to the license of an application, or take it out; the difference is charged now',
    ...paying,
    section: 'applications',
    errors: [...changing, 'LICENSE_NOT_VALID', 'PLAN_NOT_OFFERED', 'PLAN_TOO_SMALL', 'PAYMENT_DECLINED'],
  })
    .input(DatabaseEntitlementInput)
    .output(Changed),
  subscriptions: call({
    ...reading,
    path: '/plan/subscriptions',
    member: 'any',
    summary: 'The plan of a site, an application, or the account, and what is paid for it',
    errors: ['NOT_FOUND', 'TENANT_MISMATCH'],
  })
    .input(SubscriptionsQuery)
    .output(PlanSubscriptions),
  usage: call({
    ...reading,
    path: '/plan/usage',
    member: 'any',
    summary: 'What the caller uses of the limits of their plans, and of the disk space of the fullest sites',
  }).output(v.array(PlanUsage)),
  invoices: call({
    ...reading,
    path: '/stripe/invoices',
    member: 'billing',
    summary: 'The caller’s invoices, paged',
    scope: 'closed',
  })
    .input(InvoiceListQuery)
    .output(page(Invoice)),
  partnerInvoices: call({
    method: 'GET',
    path: '/partner/invoice',
    summary: 'Invoices of the partner’s customers, or of one of them, with their refunds, paged',
    audience: 'staff',
  })
    .input(StaffInvoiceListQuery)
    .output(page(StaffInvoice)),
  refund: call({
    method: 'POST',
    path: '/partner/invoice/{id}/refund',
    summary: 'Pay an invoice back to its customer, whole or in part; it counts once the payment provider says so',
    audience: 'staff',
    stepUp: true,
    errors: [...silences, 'NOT_FOUND', 'VALIDATION', 'REFUND_CHANGED', 'REFUND_RUNNING', 'REFUND_REFUSED'],
    limit: { tries: 60, windowSeconds: 900 },
    everyTryCounts: true,
  })
    .input(RefundInput)
    .output(v.object({ ...Outcome.entries, data: StaffInvoice })),
  licenseTypes: call({
    method: 'GET',
    path: '/partner/license/types',
    summary: 'The licenses that the partner can give to customers',
    audience: 'signed-in',
    scope: 'licenses:read',
    errors: ['TENANT_MISMATCH'],
  })
    .input(LicenseTypesQuery)
    .output(v.array(LicenseType)),
  buyLink: call({
    method: 'GET',
    path: '/partner/license/buy/link',
    summary: 'Where the partner sells a plan outside of the panel',
    audience: 'signed-in',
    scope: 'licenses:read',
    errors: ['TENANT_MISMATCH'],
  })
    .input(BuyLinkQuery)
    .output(BuyLink),
  buyLinks: call({
    method: 'GET',
    path: '/partner/license/buy/links',
    summary: 'All links at which the partner sells plans outside of the panel',
    audience: 'signed-in',
    scope: 'licenses:read',
    errors: ['TENANT_MISMATCH'],
  })
    .input(BuyLinksQuery)
    .output(BuyLinks),
  buyLinkSettings: call({
    method: 'GET',
    path: '/partner/license/buy/settings',
    summary: 'The links at which the partner sells plans outside of the panel, as staff set them',
    audience: 'staff',
  }).output(BuyLinkSettings),
  saveBuyLinks: call({
    method: 'PUT',
    path: '/partner/license/buy/settings',
    summary: 'Set the links at which the partner sells plans outside of the panel',
    audience: 'staff',
    errors: ['CONFLICT', 'VALIDATION'],
  })
    .input(v.object({ ...BuyLinkSettings.entries, ...expected(BuyLinkSettings.entries) }))
    .output(v.object({ ...Outcome.entries, data: BuyLinkSettings })),
};

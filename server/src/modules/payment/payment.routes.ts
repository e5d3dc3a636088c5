import { sectionOn } from '@panel/contract';
import { signedIn } from '../../context/call-context.ts';
import { said, withMessage } from '../../context/said.ts';
import { calls } from '../../context/implement.ts';
import { scopeOf } from '../../context/scope.ts';
import { checkTenant } from '../../context/tenant.ts';
import { paged } from '../../kernel/paged.ts';
import { showLicenses } from '../license/license.service.ts';
import { answered } from './answered.ts';
import { saveBilling, showBilling } from './billing.service.ts';
import { buyLinksOf, buyLinkSettings, saveBuyLinks } from './buy-link.ts';
import { confirmPayment, paymentsOf, showPayment, startPayment } from './buy.service.ts';
import { removeCard, setDefaultCard, showCards, startCard } from './card.service.ts';
import { startCheckout } from './checkout.service.ts';
import { showCurrency } from './currency.service.ts';
import { pageOfInvoices } from './invoice.repo.ts';
import { licenseTypes, showPrices, showSubscriptions } from './plan.service.ts';
import { publicInvoice } from './public-payment.ts';
import { refundInvoice, staffInvoices } from './refund.service.ts';
import { shownUsage } from './usage.service.ts';
import {
  changePlanOf,
  invoiceUpgrade,
  setDatabase,
  setSubscriptionRenewal,
  showProration,
} from './subscription.service.ts';

const { payment } = calls;
const changed = async <T>(data: Promise<T>) => ({ status: 1 as const, data: await data });

export const paymentRoutes = {
  prices: payment.prices.handler(({ context, input }) => showPrices(context, input.product_types, input.currency)),
  currency: payment.currency.handler(({ context }) => showCurrency(context)),
  set: payment.set.handler(({ context, input }) => startPayment(context, input)),
  checkout: payment.checkout.handler(({ context, input }) => startCheckout(context, input)),
  payment: payment.payment.handler(({ context, input }) => showPayment(context, input.id)),
  confirm: payment.confirm.handler(({ context, input }) => confirmPayment(context, input.id)),
  publishableKey: payment.publishableKey.handler(async ({ context }) => {
    const { publishableKey, isTest, cardForm } = await paymentsOf(context);
    return { publishableKey, isTest, cardForm };
  }),
  paymentMethods: payment.paymentMethods.handler(({ context }) => answered(showCards(context))),
  addCard: payment.addCard.handler(({ context }) => answered(startCard(context))),
  defaultCard: payment.defaultCard.handler(({ context, input }) => answered(setDefaultCard(context, input.id))),
  removeCard: payment.removeCard.handler(({ context, input }) => answered(removeCard(context, input.id))),
  billing: payment.billing.handler(({ context }) => answered(showBilling(context))),
  saveBilling: payment.saveBilling.handler(({ context, input }) => answered(saveBilling(context, input))),
  licenses: payment.licenses.handler(({ context }) => showLicenses(context, undefined, undefined, true)),
  licensesOfSites: payment.licensesOfSites.handler(({ context }) => showLicenses(context, undefined, 'site')),
  renewal: payment.renewal.handler(({ context, input }) =>
    changed(setSubscriptionRenewal(context, input.subscription_id, input.renewal_automatically)),
  ),
  cancel: payment.cancel.handler(({ context, input }) =>
    changed(setSubscriptionRenewal(context, input.subscription_id, false)),
  ),
  proration: payment.proration.handler(({ context, input }) => showProration(context, input.id, input.product_name)),
  upgrade: payment.upgrade.handler(({ context, input }) => changed(changePlanOf(context, input))),
  upgradeInvoice: payment.upgradeInvoice.handler(async ({ context, input }) => ({
    status: 1 as const,
    data: publicInvoice(await invoiceUpgrade(context, input)),
  })),
  database: payment.database.handler(({ context, input }) => changed(setDatabase(context, input.app, input.db))),
  subscriptions: payment.subscriptions.handler(({ context, input }) => showSubscriptions(context, input)),
  usage: payment.usage.handler(({ context }) => {
    const { attributes, isSpecial: is_nucal_partner } = context.partner;
    const withApps = sectionOn({ attributes, is_nucal_partner }, 'applications');
    return shownUsage(context.app, signedIn(context), { withApps, only: context.viewer?.member?.workloadIds ?? null });
  }),
  invoices: payment.invoices.handler(({ context, input }) =>
    paged(input, (slice) => pageOfInvoices(context.app.db, scopeOf(context), slice), publicInvoice),
  ),
  partnerInvoices: payment.partnerInvoices.handler(({ context, input }) =>
    paged(
      input,
      async (slice) => {
        const page = await pageOfInvoices(context.app.db, scopeOf(context), slice, input.customer_id);
        return { ...page, rows: await staffInvoices(context, page.rows) };
      },
      (row) => row,
    ),
  ),
  refund: payment.refund.handler(async ({ context, input }) => ({
    status: true as const,
    data: await refundInvoice(context, input),
  })),
  licenseTypes: payment.licenseTypes.handler(async ({ context, input }) => {
    await checkTenant(context, { partner_id: input.partnerId ?? null });
    return licenseTypes(context, input.category);
  }),
  buyLink: payment.buyLink.handler(async ({ context, input }) => {
    await checkTenant(context, { partner_id: input.partnerId ?? null });
    const link = buyLinksOf(context.partner, input.language).find(({ type }) => type === input.type);
    return { clickToBuyLink: link?.clickToBuyLink ?? null };
  }),
  buyLinkSettings: payment.buyLinkSettings.handler(({ context }) => buyLinkSettings(context.partner)),
  saveBuyLinks: payment.saveBuyLinks.handler(async ({ context, input }) => ({
    status: true as const,
    title: 'Success',
    ...withMessage(said('Buy links saved.')),
    data: await saveBuyLinks(context, input),
  })),
  buyLinks: payment.buyLinks.handler(async ({ context, input }) => {
    await checkTenant(context, { partner_id: input.partnerId ?? null });
    return buyLinksOf(context.partner, input.language);
  }),
};

import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  ApiError,
  api,
  calls,
  notify,
  t,
  useUser,
  type BillingInput,
  type Proration,
  type RefundInput,
} from '@panel/core';
import { LICENSE_CHANGED } from '../license/license.mutations.ts';
import { openInTab } from '../site/open-in-tab.ts';
import { useMarkStale } from '../stale.ts';
import { withBuyer } from './payment-address.ts';
import { billingQuery, buyLinkSettingsQuery, paymentQuery } from './payment.queries.ts';

/** Stale after something was bought, changed or canceled. */
const PAYMENT_CHANGED = [
  ...LICENSE_CHANGED,
  ...[calls.payment.licenses.key(), calls.payment.licensesOfSites.key(), calls.payment.subscriptions.key()],
  ...[calls.payment.invoices.key(), calls.payment.paymentMethods.key(), calls.payment.currency.key()],
];

/** Reloads what shows licenses and what is paid for them. */
export const useRefreshPayments = () => useMarkStale(PAYMENT_CHANGED);

/** Whether a price was refused because it is not offered any more: asking for it again cannot help. */
export const isNotOffered = (error: unknown): boolean => error instanceof ApiError && error.code === 'PLAN_NOT_OFFERED';

/** Whether an order was refused because something is paid in another currency: asking again cannot help. */
export const isOtherCurrency = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'CURRENCY_FIXED';

/** Asks again what plans cost, after a price was not offered any more. */
export function useRefreshPrices(): () => void {
  const refresh = useMarkStale([calls.payment.prices.key(), calls.payment.currency.key()]);
  return () => {
    notify({
      kind: 'warning',
      title: t('The price has changed'),
      message: t('This plan is not offered at the price that you saw. Look at what it costs now.'),
    });
    void refresh();
  };
}

/**
 * Opens the partner's own shop for a plan in a new tab, with the plan and the email of the viewer (spec §7). Answers false where the
 * partner has set no link.
 */
export const useBuyLink = () => {
  const { email } = useUser();
  return useMutation({
    mutationFn: async (plan: string): Promise<boolean> => {
      let found = true;
      await openInTab(async () => {
        const { clickToBuyLink } = await api.payment.buyLink({ type: plan });
        found = clickToBuyLink !== null;
        return { url: clickToBuyLink === null ? null : withBuyer(clickToBuyLink, plan, email) };
      });
      return found;
    },
  });
};

/** Asks the server to ask the provider whether a purchase is paid. */
export function useConfirmPayment(id: string) {
  const cache = useQueryClient();
  const refresh = useRefreshPayments();
  return useMutation({
    mutationFn: () => api.payment.confirm({ id, status: 'active' }),
    onSuccess: async (payment) => {
      cache.setQueryData(paymentQuery(id).queryKey, payment);
      await refresh();
    },
  });
}

/** Makes a card the one that everything is paid with. */
export function useDefaultCard() {
  const refresh = useRefreshPayments();
  return useMutation({
    mutationFn: (id: string) => api.payment.defaultCard({ id }, { context: { failure: 'notice' } }),
    onSuccess: refresh,
  });
}

/** Removes a card. */
export function useRemoveCard(onDone: () => void) {
  const refresh = useRefreshPayments();
  return useMutation({
    mutationFn: (id: string) => api.payment.removeCard({ id }),
    onSuccess: async () => {
      onDone();
      await refresh();
    },
  });
}

/** Saves what is printed on the next invoices. */
export function useSaveBilling() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: BillingInput) => api.payment.saveBilling(input),
    onSuccess: (saved) => {
      cache.setQueryData(billingQuery.queryKey, saved);
      notify({ kind: 'success', title: t('Success'), message: t('Billing details saved.') });
    },
  });
}

/** Turns the renewal of a subscription on or off. */
export function useRenewal() {
  const refresh = useRefreshPayments();
  return useMutation({
    mutationFn: (input: { subscription_id: string; renewal_automatically: boolean }) =>
      api.payment.renewal(input, { context: { failure: 'notice' } }),
    onSuccess: refresh,
  });
}

/** Cancels a subscription at the end of what is paid. */
export function useCancelSubscription(onDone: () => void) {
  const refresh = useRefreshPayments();
  return useMutation({
    mutationFn: (id: string) => api.payment.cancel({ subscription_id: id }),
    onSuccess: async () => {
      onDone();
      await refresh();
    },
  });
}

/**
 * Changes the plan of a subscription to what was previewed, at exactly the price that was shown; otherwise the preview is asked for again.
 * A second click sends the same request.
 */
export function useChangePlan(onDone: () => void) {
  const cache = useQueryClient();
  const refresh = useRefreshPayments();
  return useMutation({
    mutationFn: ({ preview, key }: { preview: Proration; key: string }) => {
      const { subscription_id, price_id, currency, amount_due, proration_date } = preview;
      return api.payment.upgradeInvoice(
        { proration: { subscription_id, price_id, currency, amount_due, proration_date } },
        { context: { idempotencyKey: key } },
      );
    },
    onSuccess: async () => {
      onDone();
      await refresh();
    },
    onError: () => cache.invalidateQueries({ queryKey: calls.payment.proration.key() }),
  });
}

/** Refunds an invoice of a customer. Also after a refusal the list shows what is so now. */
export function useRefundInvoice(onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RefundInput) => api.payment.refund(input),
    onSuccess: () => {
      onDone();
      notify({ kind: 'success', title: t('Success'), message: t('Refund requested.') });
    },
    onSettled: () => cache.invalidateQueries({ queryKey: calls.payment.partnerInvoices.key() }),
  });
}

type BuyLinksInput = Parameters<typeof api.payment.saveBuyLinks>[0];

/** Sets the links at which the partner sells plans outside of the panel. */
export function useSaveBuyLinks() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: BuyLinksInput) => api.payment.saveBuyLinks(input),
    onSuccess: ({ data }) => {
      cache.setQueryData(buyLinkSettingsQuery.queryKey, data);
      return cache.invalidateQueries({ queryKey: calls.payment.buyLinks.key() });
    },
  });
}

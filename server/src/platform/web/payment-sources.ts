import type { AppContext } from '../../context/app-context.ts';
import { connectedAccount } from '../../context/payment-account.repo.ts';

/** What the card form of the payment provider needs of a page's policy. */
export type PaymentSources = { scripts: readonly string[]; frames: readonly string[]; connect: readonly string[] };

const NONE: PaymentSources = { scripts: [], frames: [], connect: [] };

export const CHECKOUT_PAGE = '/upgrade-your-package/finalize-and-confirm';
/** The pages at which cards are entered; mf-account asks for documents of their own there. */
export const CARD_PAGES: readonly (string | undefined)[] = [CHECKOUT_PAGE, '/my-account/billing/card'];

/** As Stripe documents it for its script. */
const STRIPE: PaymentSources = {
  scripts: ['https://js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
};

/**
 * A processor with a page of its own is framed, wherever in the panel. Stripe's script has no hash and runs in the panel's page, so it
 * is let in by documents alone that were opened at such a page.
 * @param page pattern of the page that is opened
 */
export function paymentSources(payments: { cardForm: string | null } | null, page: string | undefined): PaymentSources {
  if (payments === null) return NONE;
  if (payments.cardForm !== null) return { ...NONE, frames: [new URL(payments.cardForm).origin] };
  return CARD_PAGES.includes(page) ? STRIPE : NONE;
}

/**
 * Whose card form pages of a partner may show: that of the provider, if the installation has an account there or the partner has connected
 * one. Stripe's is asked for at its pages alone.
 */
export const cardFormOf =
  ({ db, payments, paymentAccounts: { cardForm } }: Pick<AppContext, 'db' | 'payments' | 'paymentAccounts'>) =>
  async (partnerId: string, page: string | undefined): Promise<{ cardForm: string | null } | null> => {
    if (payments) return payments;
    if (cardForm === null && !CARD_PAGES.includes(page)) return null;
    return (await connectedAccount(db, partnerId)) ? { cardForm } : null;
  };

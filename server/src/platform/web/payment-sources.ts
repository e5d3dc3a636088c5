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

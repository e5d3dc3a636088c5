import Stripe from 'stripe';
import type { PaymentSettings } from '../../config/payments.ts';
import { KeyRefused, type AccountPort } from '../../context/payment-accounts.ts';
import { PanelError } from '../../kernel/errors.ts';
import { stripeClient } from './stripe-client.ts';

/** What the panel learns of: subscriptions, by themselves or by their invoices, and what goes back. */
const EVENTS = [
  ...(['customer.subscription.created', 'customer.subscription.updated', 'customer.subscription.deleted'] as const),
  ...(['customer.subscription.paused', 'customer.subscription.resumed'] as const),
  ...(['customer.subscription.trial_will_end', 'invoice.paid', 'invoice.payment_failed'] as const),
  ...(['invoice.finalized', 'invoice.updated', 'invoice.voided', 'invoice.marked_uncollectible'] as const),
  ...(['charge.refunded', 'refund.created', 'refund.updated', 'refund.failed'] as const),
];
const ENDPOINTS_MAX = 100;

const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** Says what is wrong with the key; everything else is a provider that does not answer. */
async function asked<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) throw new KeyRefused('key_refused', error);
    if (error instanceof Stripe.errors.StripePermissionError) throw new KeyRefused('permission_missing', error);
    if (error instanceof Stripe.errors.StripeError) throw new PanelError('PAYMENT_AWAY', {}, {}, error);
    throw error;
  }
}

/** The account of a key, by Stripe's own client. */
export function createStripeAccount(settings: Pick<PaymentSettings, 'apiBase' | 'secretKey'>): AccountPort {
  const stripe = stripeClient(settings);
  const isTest = settings.secretKey.includes('_test_');
  return {
    async facts() {
      const found = await asked(stripe.accounts.retrieveCurrent());
      const name = found.settings?.dashboard.display_name || found.business_profile?.name || found.id;
      return {
        ...{ account: found.id, name: name.slice(0, 200), country: found.country ?? '', isTest },
        currency: found.default_currency ?? '',
        canCharge: isTest || found.charges_enabled,
      };
    },
    async fits(publishableKey) {
      // What one key has made is shown to the other only if both are of one account and mode. Nothing is charged with it.
      const made = await asked(stripe.setupIntents.create({ usage: 'off_session' }));
      const browser = stripeClient({ ...settings, secretKey: publishableKey });
      try {
        await browser.setupIntents.retrieve(made.id, { client_secret: made.client_secret ?? '' });
        return true;
      } catch (error) {
        if (error instanceof Stripe.errors.StripeAuthenticationError || isMissing(error)) return false;
        throw new PanelError('PAYMENT_AWAY', {}, {}, error);
      } finally {
        await stripe.setupIntents.cancel(made.id).catch(() => undefined);
      }
    },
    async currenciesOf(country) {
      if (country === '') return null;
      try {
        return (await asked(stripe.countrySpecs.retrieve(country))).supported_payment_currencies;
      } catch (error) {
        if (error instanceof KeyRefused && error.problem === 'permission_missing') return null;
        throw error;
      }
    },
    async openWebhook(url) {
      const made = await asked(
        stripe.webhookEndpoints.create({ url, enabled_events: EVENTS, api_version: Stripe.API_VERSION }),
      );
      return { id: made.id, secret: made.secret ?? '' };
    },
    async keepWebhook(id, url) {
      const known = await asked(
        stripe.webhookEndpoints.retrieve(id).catch((error: unknown) => {
          if (isMissing(error)) return null;
          throw error;
        }),
      );
      if (!known) return false;
      if (known.url !== url || known.status !== 'enabled')
        await asked(stripe.webhookEndpoints.update(id, { url, disabled: false }));
      return true;
    },
    async tidyWebhooks(url, keep) {
      const known = await asked(stripe.webhookEndpoints.list({ limit: ENDPOINTS_MAX }));
      for (const { id } of known.data.filter((each) => each.url === url && each.id !== keep))
        await asked(stripe.webhookEndpoints.del(id));
    },
    async closeWebhook(id) {
      await asked(stripe.webhookEndpoints.del(id));
    },
  };
}

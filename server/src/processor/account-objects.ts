import { createHash } from 'node:crypto';
import { newId } from './objects.ts';

/** Of whom a ledger is. */
export type Owner = { id: string; name: string; country: string; currency: string };

/** The id of the account of a publishable key, which stays the same. */
export const accountId = (publishable: string): string =>
  `acct_${createHash('sha256').update(publishable).digest('hex').slice(0, 16)}`;

/** What accounts of this processor take: enough to try one currency of each number of decimals. */
const CURRENCIES = ['aud', 'cad', 'chf', 'eur', 'gbp', 'jpy', 'kwd', 'pln', 'sek', 'try', 'usd'];

export const newAccount = ({ id, name, country, currency }: Owner, created: number) => ({
  id,
  object: 'account' as const,
  business_profile: { name, support_email: null, url: null },
  business_type: null,
  capabilities: { card_payments: 'active', transfers: 'active' },
  charges_enabled: true,
  controller: { type: 'account' },
  country,
  created,
  default_currency: currency,
  details_submitted: true,
  email: null,
  external_accounts: {
    object: 'list' as const,
    data: [],
    has_more: false,
    url: `/v1/accounts/${id}/external_accounts`,
  },
  future_requirements: {},
  metadata: {},
  payouts_enabled: true,
  requirements: {},
  settings: { dashboard: { display_name: name, timezone: 'Etc/UTC' } },
  tos_acceptance: {},
  type: 'standard',
});

export const countrySpec = (country: string) => ({
  id: country,
  object: 'country_spec' as const,
  default_currency: 'usd',
  supported_bank_account_currencies: {},
  supported_payment_currencies: CURRENCIES,
  supported_payment_methods: ['card'],
  supported_transfer_countries: [country],
  verification_fields: {},
});

export const newEndpoint = (given: { url: string; events: string[]; version: string | null }, created: number) => ({
  id: newId('we'),
  object: 'webhook_endpoint' as const,
  api_version: given.version,
  application: null,
  created,
  description: null,
  enabled_events: given.events,
  livemode: false,
  metadata: {},
  status: 'enabled' as 'enabled' | 'disabled',
  url: given.url,
});
export type WebhookEndpoint = ReturnType<typeof newEndpoint>;

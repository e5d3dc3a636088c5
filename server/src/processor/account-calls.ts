import { createHash } from 'node:crypto';
import { list, need, type Route } from './call.ts';
import { find, type Ledger } from './ledger.ts';
import { newId } from './objects.ts';
import { listOf, textOf, type FormFields } from './parse-form.ts';
import { invalid, missing } from './processor-error.ts';

/** Of whom a ledger is. */
export type Owner = { id: string; name: string; country: string; currency: string };

/** The id of the account of a publishable key, which stays the same. */
export const accountId = (publishable: string): string =>
  `acct_${createHash('sha256').update(publishable).digest('hex').slice(0, 16)}`;

/** What accounts of this processor take: enough to try one currency of each number of decimals. */
const CURRENCIES = ['aud', 'cad', 'chf', 'eur', 'gbp', 'jpy', 'kwd', 'pln', 'sek', 'try', 'usd'];

const newAccount = ({ id, name, country, currency }: Owner, created: number) => ({
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
  external_accounts: list([], `/v1/accounts/${id}/external_accounts`),
  future_requirements: {},
  metadata: {},
  payouts_enabled: true,
  requirements: {},
  settings: { dashboard: { display_name: name, timezone: 'Etc/UTC' } },
  tos_acceptance: {},
  type: 'standard',
});

const countrySpec = (country: string) => ({
  id: country,
  object: 'country_spec' as const,
  default_currency: 'usd',
  supported_bank_account_currencies: {},
  supported_payment_currencies: CURRENCIES,
  supported_payment_methods: ['card'],
  supported_transfer_countries: [country],
  verification_fields: {},
});

const newEndpoint = (given: { url: string; events: string[]; version: string | null }, created: number) => ({
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

function openEndpoint(ledger: Ledger, fields: FormFields): object {
  const events = listOf(fields, 'enabled_events').map(String);
  if (events.length === 0) throw invalid('Missing required param: enabled_events.', 'enabled_events');
  const made = newEndpoint(
    { url: need(fields, 'url'), events, version: textOf(fields, 'api_version') ?? null },
    ledger.now(),
  );
  ledger.books.webhook_endpoint[made.id] = made;
  const secret = newId('whsec', 32);
  ledger.books.secretOf[made.id] = secret;
  // As at Stripe, it is answered once.
  return { ...made, secret };
}

function changeEndpoint(ledger: Ledger, id: string, fields: FormFields): WebhookEndpoint {
  const endpoint = find(ledger, 'webhook_endpoint', id);
  endpoint.url = textOf(fields, 'url') ?? endpoint.url;
  const disabled = textOf(fields, 'disabled');
  if (disabled !== undefined) endpoint.status = disabled === 'true' ? 'disabled' : 'enabled';
  return endpoint;
}

/** The account itself, and where its events are sent. */
export const ACCOUNT_CALLS: readonly Route[] = [
  { method: 'GET', path: /^\/v1\/account$/, handle: ({ ledger }) => newAccount(ledger.owner, ledger.now()) },
  {
    method: 'GET',
    path: /^\/v1\/country_specs\/([A-Z]{2})$/,
    handle: ({ id }) => countrySpec(id),
  },
  {
    method: 'GET',
    path: /^\/v1\/webhook_endpoints$/,
    handle: ({ ledger }) => list(Object.values(ledger.books.webhook_endpoint), '/v1/webhook_endpoints'),
  },
  {
    method: 'POST',
    path: /^\/v1\/webhook_endpoints$/,
    handle: ({ ledger, fields }) => openEndpoint(ledger, fields),
  },
  {
    method: 'GET',
    path: /^\/v1\/webhook_endpoints\/(\w+)$/,
    handle: ({ ledger, id }) => find(ledger, 'webhook_endpoint', id),
  },
  {
    method: 'POST',
    path: /^\/v1\/webhook_endpoints\/(\w+)$/,
    handle: ({ ledger, fields, id }) => changeEndpoint(ledger, id, fields),
  },
  {
    method: 'DELETE',
    path: /^\/v1\/webhook_endpoints\/(\w+)$/,
    handle({ ledger, id }) {
      if (!Object.hasOwn(ledger.books.webhook_endpoint, id)) throw missing('webhook endpoint', id);
      delete ledger.books.webhook_endpoint[id];
      delete ledger.books.secretOf[id];
      return { id, object: 'webhook_endpoint', deleted: true };
    },
  },
];

import { countrySpec, newAccount, newEndpoint, type WebhookEndpoint } from './account-objects.ts';
import { list, need, type Route } from './call.ts';
import { find, type Ledger } from './ledger.ts';
import { newId } from './objects.ts';
import { listOf, textOf, type FormFields } from './parse-form.ts';
import { invalid, missing } from './processor-error.ts';

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

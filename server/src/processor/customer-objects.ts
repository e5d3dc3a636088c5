import { newId, type IntentStatus } from './objects.ts';

export const newSetupIntent = (customer: string | null, created: number) => {
  const id = newId('seti');
  return {
    id,
    object: 'setup_intent' as const,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${newId('s').slice(2)}`,
    created,
    customer,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null as Record<string, unknown> | null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null as { type: 'redirect_to_url'; redirect_to_url: { url: string; return_url: null } } | null,
    on_behalf_of: null,
    payment_method: null as string | null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method' as IntentStatus,
    usage: 'off_session',
  };
};
export type SetupIntent = ReturnType<typeof newSetupIntent>;

export const newTaxId = (given: { customer: string; type: string; value: string }, created: number) => ({
  id: newId('txi'),
  object: 'tax_id' as const,
  country: /^[A-Z]{2}/.exec(given.value)?.[0] ?? null,
  created,
  customer: given.customer,
  customer_account: null,
  livemode: false,
  owner: { customer: given.customer, customer_account: null, type: 'customer' },
  type: given.type,
  value: given.value,
  verification: { status: 'pending', verified_address: null, verified_name: null },
});
export type TaxId = ReturnType<typeof newTaxId>;

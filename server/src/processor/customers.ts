import { list, need, type Route } from './call.ts';
import { cardOf } from './customer-card.ts';
import { newTaxId, type TaxId } from './customer-objects.ts';
import { find, type Ledger } from './ledger.ts';
import { newCustomer, type Address, type Customer } from './objects.ts';
import { fieldsOf, flat, textOf, type FormFields } from './parse-form.ts';
import { invalid, missing, ProcessorError } from './processor-error.ts';

/** The form of a tax id, as far as it can be seen without asking an authority. */
const formOf = (type: string): RegExp => (type === 'eu_vat' ? /^[A-Z]{2}[A-Z0-9]{2,12}$/ : /^[A-Za-z0-9 ./-]{5,20}$/);

function addTaxId(ledger: Ledger, customer: string, fields: FormFields): TaxId {
  find(ledger, 'customer', customer);
  const given = { customer, type: need(fields, 'type'), value: need(fields, 'value') };
  if (!formOf(given.type).test(given.value))
    throw new ProcessorError(400, {
      type: 'invalid_request_error',
      code: 'tax_id_invalid',
      message: `Invalid value for ${given.type}.`,
      param: 'value',
    });
  const made = newTaxId(given, ledger.now());
  ledger.books.tax_id[made.id] = made;
  ledger.emit('customer.tax_id.created', made);
  return made;
}

/** The tax ids of a customer. */
export const taxIdsOf = ({ books }: Ledger, customer: string): TaxId[] =>
  Object.values(books.tax_id).filter((one) => one.customer === customer);

function removeTaxId(ledger: Ledger, customer: string, id: string): object {
  const found = find(ledger, 'tax_id', id);
  if (found.customer !== customer) throw missing('tax_id', id);
  delete ledger.books.tax_id[id];
  ledger.emit('customer.tax_id.deleted', found);
  return { id, object: 'tax_id', deleted: true };
}

const PLACES = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'] as const;

/** Changes what was given of a customer; an empty text is none. */
function updateCustomer(ledger: Ledger, id: string, fields: FormFields): Customer {
  const customer = find(ledger, 'customer', id);
  const card = textOf(fieldsOf(fields, 'invoice_settings'), 'default_payment_method');
  if (card !== undefined)
    customer.invoice_settings.default_payment_method = card === '' ? null : cardOf(ledger, id, card).id;
  const name = textOf(fields, 'name');
  if (name !== undefined) customer.name = name || null;
  const email = textOf(fields, 'email');
  if (email !== undefined) customer.email = email || null;
  const address: FormFields = fieldsOf(fields, 'address');
  const country = textOf(address, 'country') ?? '';
  if (!/^(?:[A-Z]{2})?$/.test(country)) throw invalid(`Country '${country}' is unknown.`, 'address[country]');
  for (const place of PLACES) {
    const value = textOf(address, place);
    if (value !== undefined) (customer.address satisfies Address)[place] = value || null;
  }
  ledger.emit('customer.updated', customer);
  return customer;
}

/** Customers, and their tax ids. */
export const CUSTOMER_CALLS: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/v1\/customers$/,
    handle({ ledger, fields }) {
      const given = { email: textOf(fields, 'email') ?? null, name: textOf(fields, 'name') ?? null };
      const customer = newCustomer({ ...given, metadata: flat(fieldsOf(fields, 'metadata')) }, ledger.now());
      ledger.books.customer[customer.id] = customer;
      return customer;
    },
  },
  { method: 'GET', path: /^\/v1\/customers\/(\w+)$/, handle: ({ ledger, id }) => find(ledger, 'customer', id) },
  {
    method: 'POST',
    path: /^\/v1\/customers\/(\w+)$/,
    handle: ({ ledger, fields, id }) => updateCustomer(ledger, id, fields),
  },
  {
    method: 'GET',
    path: /^\/v1\/customers\/(\w+)\/tax_ids$/,
    handle: ({ ledger, id }) => list(taxIdsOf(ledger, id).toReversed(), `/v1/customers/${id}/tax_ids`),
  },
  {
    method: 'POST',
    path: /^\/v1\/customers\/(\w+)\/tax_ids$/,
    handle: ({ ledger, fields, id }) => addTaxId(ledger, id, fields),
  },
  {
    method: 'DELETE',
    path: /^\/v1\/customers\/(\w+)\/tax_ids\/(\w+)$/,
    handle: ({ ledger, id, second }) => removeTaxId(ledger, id, second),
  },
];

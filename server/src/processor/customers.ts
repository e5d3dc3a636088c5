import { cardOf } from './card-calls.ts';
import { find, type Ledger } from './ledger.ts';
import type { Customer } from './objects.ts';
import { fieldsOf, textOf, type FormFields } from './parse-form.ts';

/** Changes what was given of a customer; an empty text is none. */
export function updateCustomer(ledger: Ledger, id: string, fields: FormFields): Customer {
  const customer = find(ledger, 'customer', id);
  const card = textOf(fieldsOf(fields, 'invoice_settings'), 'default_payment_method');
  if (card !== undefined)
    customer.invoice_settings.default_payment_method = card === '' ? null : cardOf(ledger, id, card).id;
  ledger.emit('customer.updated', customer);
  return customer;
}

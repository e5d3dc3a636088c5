import { find, type Ledger } from './ledger.ts';
import type { PaymentMethod } from './objects.ts';
import { invalid } from './processor-error.ts';

/** A card of this customer. @throws ProcessorError 404, 400 */
export function cardOf(ledger: Ledger, customer: string, id: string): PaymentMethod {
  const card = find(ledger, 'payment_method', id);
  if (card.customer !== customer) throw invalid('The customer does not have a payment method with this ID.', 'id');
  return card;
}

import { chargeStep } from '@panel/contract';
import { find, type Ledger } from './ledger.ts';
import type { Customer } from './objects.ts';
import { invalid } from './processor-error.ts';

/** Refuses what Stripe refuses: parts of a currency that no card is charged in. @throws ProcessorError 400 */
export function chargeable(amount: number, currency: string, param: string): number {
  const step = chargeStep(currency);
  if (amount % step !== 0)
    throw invalid(`Invalid ${param}: amounts in ${currency} must be multiples of ${step}.`, param);
  return amount;
}

/** The nearest amount that a card is charged in. */
export const nearest = (amount: number, currency: string): number =>
  Math.round(amount / chargeStep(currency)) * chargeStep(currency);

const ENDED = ['canceled', 'incomplete_expired'];

/** A customer has one currency at a time. @throws ProcessorError 400 as long as a subscription in another one has not ended */
export function oneCurrency({ books }: Ledger, customer: string, currency: string): void {
  const other = Object.values(books.subscription).find(
    (one) => one.customer === customer && one.currency !== currency && !ENDED.includes(one.status),
  );
  if (other)
    throw invalid(
      `You cannot combine currencies on a single customer. This customer has an active subscription with currency ${other.currency}.`,
      'currency',
    );
}

/** A customer with the credit that they have in the currency of an invoice; that in another one is kept. */
export function enterCurrency(ledger: Ledger, id: string, currency: string): Customer {
  const customer = find(ledger, 'customer', id);
  const { currency: before } = customer;
  if (before !== currency) {
    const { creditOf } = ledger.books;
    if (before !== null) creditOf[`${id} ${before}`] = customer.balance;
    customer.balance = creditOf[`${id} ${currency}`] ?? 0;
    customer.currency = currency;
  }
  return customer;
}

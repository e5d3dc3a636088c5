/** What happens to a card number that Stripe documents for tests. */
export type CardFacts = {
  brand: string;
  /** Refused when it is charged; `renewal`: from the second charge on. */
  refusal?: { code: string; declineCode: string | null; message: string; from: 'first' | 'renewal' };
  /** A challenge of the bank before the first charge. */
  challenge?: true;
  /** Its refunds succeed later, or fail later. */
  refund?: 'pending' | 'fails';
};

const declined = (declineCode: string, message: string, from: 'first' | 'renewal' = 'first'): CardFacts => ({
  brand: 'visa',
  refusal: { code: 'card_declined', declineCode, message, from },
});
const wrong = (code: string, message: string): CardFacts => ({
  brand: 'visa',
  refusal: { code, declineCode: null, message, from: 'first' },
});

/** Stripe's test cards that the processor knows; every other number is incorrect. */
const CARDS: Readonly<Record<string, CardFacts>> = {
  '4242424242424242': { brand: 'visa' },
  '5555555555554444': { brand: 'mastercard' },
  '4000000000000002': declined('generic_decline', 'Your card was declined.'),
  '4000000000009995': declined('insufficient_funds', 'Your card has insufficient funds.'),
  '4000000000000341': declined('generic_decline', 'Your card was declined.', 'renewal'),
  '4000000000000069': wrong('expired_card', 'Your card has expired.'),
  '4000000000000127': wrong('incorrect_cvc', "Your card's security code is incorrect."),
  '4000000000000119': wrong(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
  '4000002500003155': { brand: 'visa', challenge: true },
  '4000002760003184': { brand: 'visa', challenge: true },
  '4000000000007726': { brand: 'visa', refund: 'pending' },
  '4000000000005126': { brand: 'visa', refund: 'fails' },
};

/** The facts of a number as it was typed; undefined for one that is no test card. */
export const cardOf = (number: string): CardFacts | undefined => CARDS[number.replace(/\s/g, '')];

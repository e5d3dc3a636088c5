import { t } from '@panel/core';

/** Cards that a test processor knows, as Stripe documents them, and what happens with each. */
export const TEST_CARDS: readonly { number: string; text: string }[] = [
  { number: '4242 4242 4242 4242', text: t('Succeeds') },
  { number: '4000 0025 0000 3155', text: t('Asks for authentication (3-D Secure)') },
  { number: '4000 0000 0000 0002', text: t('Is declined') },
  { number: '4000 0000 0000 9995', text: t('Has insufficient funds') },
  { number: '4000 0000 0000 0069', text: t('Has expired') },
  { number: '4000 0000 0000 0127', text: t('Has a wrong CVC') },
  { number: '4000 0000 0000 0341', text: t('Succeeds once, and is declined at the renewal') },
];

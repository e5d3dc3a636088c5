import { CARD_PATHS } from '@panel/resources/payment';

/** Whether this document itself was opened where cards are entered; one that came here from another page of the panel was not. */
export function isPaymentDocument(): boolean {
  const [opened] = performance.getEntriesByType('navigation');
  return opened !== undefined && CARD_PATHS.includes(new URL(opened.name, window.location.href).pathname);
}

/** The address of the checkout, which the server opens with a policy that lets the provider's script run. */
export const CHECKOUT_PATH = '/upgrade-your-package/finalize-and-confirm';

/** Whether this document itself was opened at the checkout; one that came here from another page of the panel was not. */
export function isPaymentDocument(): boolean {
  const [opened] = performance.getEntriesByType('navigation');
  return opened !== undefined && new URL(opened.name, window.location.href).pathname === CHECKOUT_PATH;
}

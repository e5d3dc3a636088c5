import { needsOwnDocument } from './payment-document.ts';

/** A document that was opened at one address, and shows another one now. */
function at(opened: string | null, now: string): boolean {
  window.history.replaceState(null, '', now);
  performance.getEntriesByType = () =>
    opened === null ? [] : [{ name: `http://localhost${opened}` } as PerformanceEntry];
  return needsOwnDocument();
}
const CARD = '/my-account/billing/card';
const CHECKOUT = '/upgrade-your-package/finalize-and-confirm?product=site_pro';

test.each([
  ['the page itself', CARD, CARD],
  ['the page with a slash at the end', `${CARD}/`, `${CARD}/`],
  ['the page in capitals', '/My-Account/BILLING/card', '/My-Account/BILLING/card'],
  ['the other page at which cards are entered', CHECKOUT, CARD],
  ['the other one with a slash', `${CARD}/`, CHECKOUT],
  // Another reload would bring the same document.
  ['this very address, whatever it is', '/elsewhere', '/elsewhere'],
  ['nothing that is known', null, CARD],
])('a document that was opened at %s stays', (_name, opened, now) => expect(at(opened, now)).toBe(false));

test('a document that was opened at another page is loaded again', () => {
  expect(at('/my-account/billing', CARD)).toBe(true);
  expect(at('/sites', `${CARD}/`)).toBe(true);
  expect(at('/my-account/billing/card/more', CARD)).toBe(true);
});

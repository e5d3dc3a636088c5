import { CLOSED_OFFERS_KEY } from '@panel/frame';

/** Hides the offer of a kind of page, now and on later page views of this device. */
export function closeOffer(page: string): void {
  const { dataset } = document.documentElement;
  const closed = [...new Set([...(dataset['closedOffers'] ?? '').split(' '), page])].filter(Boolean).join(' ');
  dataset['closedOffers'] = closed;
  try {
    localStorage.setItem(CLOSED_OFFERS_KEY, closed);
  } catch {
    // Storage may be full or forbidden: the offer then stays closed as long as the page.
  }
}

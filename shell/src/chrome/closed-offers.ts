import { pageStorage } from '@panel/core';
import { CLOSED_OFFERS_KEY } from '@panel/frame';

/** Hides the offer of a kind of page, now and on later page views of this device. */
export function closeOffer(page: string): void {
  const { dataset } = document.documentElement;
  const closed = [...new Set([...(dataset['closedOffers'] ?? '').split(' '), page])].filter(Boolean).join(' ');
  dataset['closedOffers'] = closed;
  pageStorage.setItem(CLOSED_OFFERS_KEY, closed);
}

import { read } from '@panel/contract/reads';

/** The plans as the partner sells them. */
export const catalogRead = read('catalog.list');

/** The currency that the partner’s customers see prices in first. */
export const catalogCurrencyRead = read('catalog.currency');

import { read } from '@panel/contract/reads';

/** What the partner sells, now and over the last months. */
export const revenueRead = read('revenue.get');

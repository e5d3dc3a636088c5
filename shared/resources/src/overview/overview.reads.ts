import { read } from '@panel/contract/reads';

/** What needs attention, the numbers of the partner and how they grow. */
export const overviewRead = read('overview.get');

import { read } from '@panel/contract/reads';

/** The plans of the last month. */
export const fleetRead = read('fleet.list');

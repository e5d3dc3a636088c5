import { read } from '@panel/contract/reads';

/** Processes of the panel, and when one did not answer or was short of memory. */
export const healthRead = read('health.overview');

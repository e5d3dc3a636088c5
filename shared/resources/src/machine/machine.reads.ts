import { read } from '@panel/contract/reads';

/** The machines of the installation. */
export const machinesRead = read('machine.overview');

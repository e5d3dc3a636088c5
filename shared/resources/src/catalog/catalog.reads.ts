import { read } from '@panel/contract/reads';

/** The plans as the partner sells them. */
export const catalogRead = read('catalog.list');

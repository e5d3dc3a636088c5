import { read } from '@panel/contract/reads';

/** Changes that wait for a second person, and the packages that ask for one. */
export const approvalsRead = read('approval.list');

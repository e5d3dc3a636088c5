import { read } from '@panel/contract/reads';

/** The change of the user's email that waits. */
export const emailChangeRead = read('account.emailChange');

import { read } from '@panel/contract/reads';

/** The account that the partner’s customers pay to. */
export const paymentAccountRead = read('paymentAccount.get');

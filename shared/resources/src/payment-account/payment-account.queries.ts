import { queryOf } from '@panel/core';
import { paymentAccountRead } from './payment-account.reads.ts';

export const paymentAccountQuery = queryOf(paymentAccountRead);

import type { PaymentAccountProblem } from '@panel/contract/schemas';
import { t } from '@panel/core';

const PROBLEMS: Readonly<Record<PaymentAccountProblem, { title: string; text: string }>> = {
  key_refused: {
    title: t('Stripe doesn’t accept the key of your account'),
    text: t('It was probably revoked. Customers can’t pay until you replace the keys.'),
  },
  permission_missing: {
    title: t('The key of your account lacks a permission'),
    text: t('Add the permission at Stripe and check again, or replace the keys.'),
  },
  charges_off: {
    title: t('Stripe doesn’t let your account take payments'),
    text: t('Customers can’t pay until you have finished what Stripe asks for in its dashboard.'),
  },
};

/** What is wrong with a connected account, and what to do. */
export const accountProblem = (problem: PaymentAccountProblem) => PROBLEMS[problem];

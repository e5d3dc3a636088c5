import { t, type CustomerAccount } from '@panel/core';

type State = Pick<CustomerAccount, 'state'>;

/** Why no invitation can be sent to a customer, or nothing. */
export const cannotInvite = ({ state }: State): string | null =>
  state === 'invited' ? null : t('Only customers who have not signed in yet can be invited.');

export const cannotSuspend = ({ state }: State): string | null => {
  if (state === 'deleting') return t('This customer is being deleted.');
  return state === 'suspended' ? t('This customer is suspended already.') : null;
};

/** Why a customer can get no sites, or nothing. */
export const cannotAssignTo = ({ state }: State): string | null =>
  state === 'deleting' ? t('This customer is being deleted.') : null;

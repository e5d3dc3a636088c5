import { t, type Reseller } from '@panel/core';

/** Why no invitation can be sent to a partner’s administrator, or nothing. */
export const cannotInviteAdmin = ({ invited }: Pick<Reseller, 'invited'>): string | null =>
  invited === null ? t('The administrator has signed in already.') : null;

/** Why a partner can be neither suspended nor deleted, or nothing. */
export const cannotClose = ({ is_own: isOwn }: Pick<Reseller, 'is_own'>): string | null =>
  isOwn ? t('You are on this partner’s panel. Use the panel of another partner.') : null;

export const cannotSuspendReseller = (reseller: Pick<Reseller, 'is_own' | 'state'>): string | null =>
  cannotClose(reseller) ?? (reseller.state === 'deleting' ? t('This partner is being deleted.') : null);

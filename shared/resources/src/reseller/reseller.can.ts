import { t, type Reseller } from '@panel/core';

/** Why no invitation can be sent to a partner’s administrator, or nothing. */
export const cannotInviteAdmin = ({ invited, state }: Pick<Reseller, 'invited' | 'state'>): string | null => {
  if (invited === null) return t('The administrator has signed in already.');
  return state === 'active' ? null : t('The panel of this partner is closed.');
};

/** Why the certificate of a panel’s host cannot be requested now, or nothing. */
export const cannotRequestCertificate = ({
  state,
  certificate,
}: Pick<Reseller, 'state' | 'certificate'>): string | null => {
  if (state !== 'active') return t('The panel of this partner is closed.');
  return certificate.task_id === null ? null : t('It is being requested.');
};

/** Why a deletion cannot be undone, or nothing. */
export const cannotRestoreReseller = ({ deletes_at: at }: Pick<Reseller, 'deletes_at'>): string | null =>
  at !== null && Date.parse(at) <= Date.now()
    ? t('The days to undo it are over. Its customers and sites are being deleted now.')
    : null;

/** Why a partner can be neither suspended nor deleted, or nothing. */
export const cannotClose = ({ is_own: isOwn }: Pick<Reseller, 'is_own'>): string | null =>
  isOwn ? t('You are on this partner’s panel. Use the panel of another partner.') : null;

export const cannotSuspendReseller = (reseller: Pick<Reseller, 'is_own' | 'state'>): string | null =>
  cannotClose(reseller) ?? (reseller.state === 'deleting' ? t('This partner is being deleted.') : null);

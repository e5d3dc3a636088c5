import { t } from '@panel/core';
import type { ApiToken } from '@panel/core';

/** Why it cannot be revoked now, or nothing. */
export const cannotRevoke = ({ status }: Pick<ApiToken, 'status'>): string | undefined =>
  ({ active: undefined, expired: t('This token has expired.'), revoked: t('This token is revoked already.') })[status];

/** Why there is nothing to revoke on this page of the list, or nothing. */
export const cannotRevokeAll = ({ totalCount }: { totalCount: number }): string | undefined =>
  totalCount === 0 ? t('There are no tokens to revoke.') : undefined;

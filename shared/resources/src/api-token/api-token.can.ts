import type { ApiToken } from '@panel/core';

/** Why it cannot be revoked now, or nothing. */
export const cannotRevoke = ({ status }: Pick<ApiToken, 'status'>): string | undefined =>
  ({ active: undefined, expired: 'This token has expired.', revoked: 'This token is revoked already.' })[status];

/** Why there is nothing to revoke on this page of the list, or nothing. */
export const cannotRevokeAll = ({ totalCount }: { totalCount: number }): string | undefined =>
  totalCount === 0 ? 'There are no tokens to revoke.' : undefined;

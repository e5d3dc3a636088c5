import type { OwnSession } from '@panel/core';

/** Why it cannot be signed out here, or nothing. */
export const cannotEndSession = ({ is_current }: Pick<OwnSession, 'is_current'>): string | undefined =>
  is_current ? 'This is the browser that you use now. Sign out in the menu instead.' : undefined;

/** Why there is nothing to sign out, or nothing. */
export const cannotEndOthers = ({ totalCount }: { totalCount: number }): string | undefined =>
  totalCount < 2 ? 'You are signed in here only.' : undefined;

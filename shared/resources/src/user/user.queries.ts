import { calls } from '@panel/core';

/** The signed-in user's profile. */
export const profileQuery = calls.user.profile.queryOptions();

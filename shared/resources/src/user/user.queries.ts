import { calls } from '@panel/core';

/** The signed-in person's own profile. */
export const profileQuery = calls.user.profile.queryOptions();

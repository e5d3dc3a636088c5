import { calls } from '@panel/core';

/** What the sign-in that waits in this browser can be finished with. */
export const waitingFactorsQuery = calls.session.waitingFactors.queryOptions();

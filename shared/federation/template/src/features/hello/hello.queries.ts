import { calls } from '@panel/core';

/** The newest notifications of the signed-in user. */
export const latestQuery = calls.notification.list.queryOptions({ input: { pageIndex: 0, pageSize: 5 } });

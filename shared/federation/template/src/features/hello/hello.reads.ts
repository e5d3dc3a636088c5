import { read } from '@panel/contract/reads';

/** The newest notifications of the signed-in user: what the route reads first, and what the page shows. */
export const latestRead = read('notification.list', { pageIndex: 0, pageSize: 5 });

import { queryOptions } from '@tanstack/react-query';
import { api } from '@panel/core';

/** The newest notifications of the signed-in user. */
export const latestQuery = queryOptions({
  queryKey: ['notification', 'list', 'hello'],
  queryFn: ({ signal }) => api.notification.list({ pageIndex: 0, pageSize: 5 }, { signal }),
});

import { queryOptions } from '@tanstack/react-query';
import { api } from '@panel/core';

export const profileQuery = queryOptions({
  queryKey: ['user', 'profile'],
  queryFn: ({ signal }) => api.user.profile(undefined, { signal }),
});

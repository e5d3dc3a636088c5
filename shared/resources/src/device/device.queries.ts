import { queryOf } from '@panel/core';
import { deviceRequestRead } from './device.reads.ts';

/** Asked once: each request is one of the few tries at a code. */
export const deviceRequestQuery = (userCode: string) =>
  queryOf(deviceRequestRead(userCode), {
    ...{ staleTime: Infinity, gcTime: 0, retry: false },
    ...{ refetchOnWindowFocus: false, refetchOnReconnect: false },
  });

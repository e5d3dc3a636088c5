import { useMutation } from '@tanstack/react-query';
import type { DeviceApprovalInput } from '@panel/contract';
import { api, calls } from '@panel/core';
import { useMarkStale } from '../stale.ts';

/** Lets what asks by a code take a token, which the list has once it was taken. */
export function useApproveDevice(onDone: () => void) {
  const refresh = useMarkStale([calls.apiToken.key(), calls.notification.key()]);
  return useMutation({
    mutationFn: (input: DeviceApprovalInput) => api.device.approve(input),
    onSuccess: () => {
      onDone();
      return refresh();
    },
  });
}

export const useDenyDevice = (userCode: string, onDone: () => void) =>
  useMutation({ mutationFn: () => api.device.deny({ user_code: userCode }), onSuccess: onDone });

import { useMutation } from '@tanstack/react-query';
import { api } from '@panel/core';

/**
 * Signs staff in as a customer. The answer's address is opened as a full page: everything that this page has loaded is
 * the staff's.
 */
export const useStartActing = (id: string, open: (address: string) => void) =>
  useMutation({
    mutationFn: ({ reason }: { reason: string }) => api.impersonation.start({ id, reason }),
    onSuccess: ({ redirectUrl }) => open(redirectUrl),
  });

/** Returns to the staff's own session; the answer says where to go. */
export const endActing = () => api.impersonation.end(undefined, { context: { failure: 'notice' } });

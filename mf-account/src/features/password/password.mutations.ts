import { useMutation } from '@tanstack/react-query';
import { ApiError, api, usePartner } from '@panel/core';
import type { ChangePasswordForm } from './change-password.schema.ts';

/** A wrong current password belongs to its field, not to the form as a whole. */
function atItsField(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'PASSWORD_WRONG') return error;
  const { code, message, status, requestId } = error;
  return new ApiError({ code, message, status, requestId, fields: { current_password: message } });
}

/** Changes the own password; every other session of the user ends (decision: Session). */
export function useChangePassword() {
  const partner = usePartner();
  return useMutation({
    mutationFn: async ({ current_password, password }: ChangePasswordForm) => {
      try {
        return await api.session.setPassword(
          { current_password, password, partner_id: partner.id },
          { context: { failure: 'caller' } },
        );
      } catch (error) {
        throw atItsField(error);
      }
    },
  });
}

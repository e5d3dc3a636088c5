import { useMutation } from '@tanstack/react-query';
import { ApiError, api, usePartner } from '@panel/core';
import type { ChangePasswordForm } from './change-password.schema.ts';

/** Shows a wrong current password at its field, not above the form. */
function atItsField(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'PASSWORD_WRONG') return error;
  const { code, message, status, requestId } = error;
  return new ApiError({ code, message, status, requestId, fields: { current_password: message } });
}

/** Changes the user's own password and ends all their other sessions (decision: Session). */
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

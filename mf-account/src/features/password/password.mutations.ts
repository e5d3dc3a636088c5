import { useMutation } from '@tanstack/react-query';
import { api, usePartner } from '@panel/core';
import type { ChangePasswordForm } from './change-password.schema.ts';

/** Changes the user's own password and ends all their other sessions (decision: Session). */
export function useChangePassword() {
  const partner = usePartner();
  return useMutation({
    mutationFn: ({ current_password, password }: ChangePasswordForm) =>
      api.session.setPassword(
        { current_password, password, partner_id: partner.id },
        { context: { failure: 'caller' } },
      ),
  });
}

import { api } from '@panel/core';
import { NewPasswordPage } from './new-password.tsx';

/** Target of the email for a forgotten password. */
export const Component = () => (
  <NewPasswordPage
    title="Reset your password"
    lead="Choose a new password to sign in with."
    button="Save password"
    send={(input) => api.session.resetPassword(input, { context: { failure: 'caller' } })}
  />
);

import { api } from '@panel/core';
import { NewPasswordPage } from './new-password.tsx';

/** Target of the email for a new account. */
export const Component = () => (
  <NewPasswordPage
    title="Set your password"
    lead="Choose a password to open your account."
    button="Set password"
    send={(input) => api.session.setPassword(input, { context: { failure: 'caller' } })}
  />
);

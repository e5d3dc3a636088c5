import { api } from '@panel/core';
import { NewPasswordPage } from './new-password.tsx';

/** Where the mail of a new account leads. */
export const Component = () => (
  <NewPasswordPage
    title="Set your password"
    lead="Choose a password to open your account."
    button="Set password"
    send={(input) => api.session.setPassword(input, { context: { failure: 'caller' } })}
  />
);

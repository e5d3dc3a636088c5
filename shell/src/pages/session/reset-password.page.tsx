import { resetPassword } from '@panel/resources/session';
import { NewPasswordPage, prefetchLink } from './new-password.tsx';

export const prefetch = prefetchLink('reset_password');

/** Target of the email for a forgotten password. */
export const Component = () => (
  <NewPasswordPage
    kind="reset_password"
    title="Reset your password"
    lead="Choose a new password to sign in with."
    button="Save password"
    send={resetPassword}
  />
);

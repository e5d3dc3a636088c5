import { resetPassword } from '@panel/resources/session';
import { NewPasswordPage } from './new-password.tsx';

/** Target of the email for a forgotten password. */
export const Component = () => (
  <NewPasswordPage
    title="Reset your password"
    lead="Choose a new password to sign in with."
    button="Save password"
    send={resetPassword}
  />
);

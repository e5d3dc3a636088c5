import { setPassword } from '@panel/resources/session';
import { NewPasswordPage } from './new-password.tsx';

/** Target of the email for a new account. */
export const Component = () => (
  <NewPasswordPage
    title="Set your password"
    lead="Choose a password to open your account."
    button="Set password"
    send={setPassword}
  />
);

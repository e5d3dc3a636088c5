import { t } from '@panel/core';
import { resetPassword } from '@panel/resources/session';
import { NewPasswordPage, prefetchLink } from './new-password.tsx';

export const prefetch = prefetchLink('reset_password');

/** Target of the email for a forgotten password. */
export const Component = () => (
  <NewPasswordPage
    kind="reset_password"
    title={t('Reset your password')}
    lead={t('Choose a new password to sign in with.')}
    button={t('Save password')}
    send={resetPassword}
  />
);

import { t } from '@panel/core';
import { setPassword } from '@panel/resources/session';
import { NewPasswordPage, prefetchLink } from './new-password.tsx';

export const prefetch = prefetchLink('set_password');

/** Target of the email for a new account; the password signs its owner in. */
export const Component = () => (
  <NewPasswordPage
    kind="set_password"
    title={t('Set your password')}
    lead={t('Choose a password to open your account.')}
    button={t('Set password')}
    send={setPassword}
  />
);

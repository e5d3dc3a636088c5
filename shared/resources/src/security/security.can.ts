import { t, type OwnSession, type SecondFactors } from '@panel/core';

/** Why it cannot be signed out here, or nothing. */
export const cannotEndSession = ({ is_current }: Pick<OwnSession, 'is_current'>): string | undefined =>
  is_current ? t('This is the browser that you use now. Sign out in the menu instead.') : undefined;

/** Why there is nothing to sign out, or nothing. */
export const cannotEndOthers = ({ totalCount }: { totalCount: number }): string | undefined =>
  totalCount < 2 ? t('You are signed in here only.') : undefined;

/** Why the authenticator app cannot be removed, or nothing. */
export function cannotRemoveTotp({ is_required, has_password, passkeys }: SecondFactors): string | undefined {
  if (is_required && passkeys.length === 0) return t('Staff need a second factor here.');
  return has_password ? undefined : t('Set a password first: removing it asks for your password.');
}

/** Why a passkey cannot be removed, or nothing. */
export const cannotRemovePasskey = ({ is_required, totp, passkeys }: SecondFactors): string | undefined =>
  is_required && !totp && passkeys.length === 1 ? t('Staff need a second factor here.') : undefined;

/** Why a second factor cannot be required of all staff, or nothing. */
export const cannotRequire = ({ totp, passkeys }: SecondFactors): string | undefined =>
  totp || passkeys.length > 0 ? undefined : t('Set up a second factor of your own first.');

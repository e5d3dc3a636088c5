import { t } from '@panel/core';

/** The field for the email of an account. */
export const EMAIL_INPUT = {
  label: t('Email'),
  required: true,
  type: 'email',
  autoComplete: 'username',
  inputMode: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

import { t } from '@panel/core';

/** Why a code opens nothing, by the code of the error. */
const WRONG = {
  NOT_FOUND: {
    title: t('There is no such code'),
    text: t('Compare it with the one that your terminal shows, and check that you are on the same panel.'),
  },
  DEVICE_CODE_EXPIRED: {
    title: t('This code has expired'),
    text: t('A code works for ten minutes. Start the sign-in again in your terminal, and enter the new code.'),
  },
  DEVICE_CODE_USED: {
    title: t('This code was used already'),
    text: t('It was allowed or denied before. Start the sign-in again in your terminal if you still need it.'),
  },
} as const;

/** What is wrong with a code; undefined for an error that is not about the code. */
export const wrongCode = (code: string): { title: string; text: string } | undefined =>
  code in WRONG ? WRONG[code as keyof typeof WRONG] : undefined;

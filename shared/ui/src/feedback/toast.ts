import { notify, NOTICE_MS, t } from '@panel/core';

export type ToastOptions = {
  title?: string;
  message: string;
  /** Shown small and copyable, so that support can find the request. */
  requestId?: string | null;
  /** Milliseconds. Default 5 s, errors 8 s, warnings 10 s (spec §9). */
  duration?: number;
};

const say =
  (kind: 'success' | 'error' | 'warning' | 'info', title: string) =>
  (options: ToastOptions): void =>
    notify({ kind, title, duration: NOTICE_MS[kind], ...options });

/** Notifications at the top right. API calls report their own failures (see @panel/core); do not report them again. */
export const toast = {
  success: say('success', t('Success')),
  error: say('error', t('Error')),
  warning: say('warning', t('Warning')),
  info: say('info', t('Info')),
};

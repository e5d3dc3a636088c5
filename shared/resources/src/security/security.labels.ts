import { t, type OwnSession } from '@panel/core';

/** The device of a session, as the browser names itself. */
export function deviceLabel({ browser, system }: Pick<OwnSession, 'browser' | 'system'>): string {
  if (browser && system) return t('{browser} on {system}', { browser, system });
  return browser ?? system ?? t('Unknown device');
}

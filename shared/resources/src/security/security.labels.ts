import type { OwnSession } from '@panel/core';

/** The device of a session, as the browser names itself. */
export function deviceLabel({ browser, system }: Pick<OwnSession, 'browser' | 'system'>): string {
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

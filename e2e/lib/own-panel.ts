import { test } from '@playwright/test';
import { openSessions, type Cookies } from './sign-in.ts';
import { startPanel, type Panel } from './server.ts';

/** A panel for one file; `sessions` holds an open session for each account. */
export type OwnPanel = Panel & { sessions: Record<string, Cookies> };

/**
 * Starts a panel before the tests of the file and removes it afterwards. Read it inside of tests only.
 * @param env further variables of its environment
 */
export function ownPanel(env: Record<string, string> = {}): OwnPanel {
  const own = {} as OwnPanel;
  test.beforeAll(async () => {
    const panel = await startPanel({ env });
    Object.assign(own, panel, { sessions: await openSessions(panel) });
  });
  test.afterAll(async () => {
    await own.stop();
    own.remove();
  });
  return own;
}

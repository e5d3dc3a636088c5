import { test } from '@playwright/test';
import { openSessions, type Cookies } from './sign-in.ts';
import { startPanel, type Panel } from './server.ts';

/** A panel that belongs to one file: `sessions` holds an open one for each account. */
export type OwnPanel = Panel & { sessions: Record<string, Cookies> };

/** Starts one before the tests of the file and takes it away after them. Nothing of it may be read outside of a test. */
export function ownPanel(): OwnPanel {
  const own = {} as OwnPanel;
  test.beforeAll(async () => {
    const panel = await startPanel();
    Object.assign(own, panel, { sessions: await openSessions(panel) });
  });
  test.afterAll(async () => {
    await own.stop();
    own.remove();
  });
  return own;
}

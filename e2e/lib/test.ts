import { test as base } from '@playwright/test';
import { originOf, type Announced } from './server.ts';
import { signIn, type Cookies } from './sign-in.ts';

export { expect } from '@playwright/test';

type Running = Announced & {
  port: number;
  dataDir: string;
  /** Email → a session that stays open for the whole run. A journey that signs out opens its own with `signInAs`. */
  sessions: Record<string, Cookies>;
};

/** The server that this run started. */
export function runningPanel(): Running {
  const text = process.env['PANEL_E2E'];
  if (!text) throw new Error('No server: browser tests run through e2e/playwright.config.ts, which starts one.');
  return JSON.parse(text) as Running;
}

type Fixtures = {
  panel: Running;
  /** Address of a partner's panel: `origin('aurora')`. */
  origin: (partner: string) => string;
  /** Signs in through the page; `customer@aurora.example` by default. */
  signInAs: (email?: string) => Promise<void>;
  /** Errors that the page threw or logged; any of them fails the journey. */
  pageErrors: string[];
};

/** A failed request can be what a journey tests; a thrown error never is. */
const isThrown = (text: string): boolean => !text.startsWith('Failed to load resource');

export const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
  panel: async ({}, use) => use(runningPanel()),
  origin: async ({ panel }, use) => use((partner) => originOf(partner, panel.port)),
  signInAs: async ({ page, panel }, use) => use((email = 'customer@aurora.example') => signIn(page, panel, email)),
  pageErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && isThrown(message.text())) errors.push(message.text());
      });
      await use(errors);
      base.expect(errors, 'errors on the page').toEqual([]);
    },
    { auto: true },
  ],
});

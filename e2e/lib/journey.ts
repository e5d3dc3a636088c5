import type { BrowserContext, Page } from '@playwright/test';
import { contentHeading } from './content.ts';
import { expect, test as base } from './test.ts';

export { expect } from './test.ts';

type Fixtures = {
  /** Signs the context in without the sign-in page. */
  enter: (email?: string, on?: BrowserContext) => Promise<void>;
  /** Content security policy violations on pages of the panel; any of them fails the journey. */
  violations: string[];
};

/** A site's live preview runs none of its scripts, and the browser logs that. This is intended. */
const PICTURE = /^Blocked script execution in 'http:\/\/[^']+-sites\.localhost/;

/** Fixtures for whole journeys: quick sign-in, and a check of the policy on every page. */
export const test = base.extend<Fixtures>({
  enter: async ({ context, panel }, use) =>
    use(async (email = 'customer@aurora.example', on = context) => {
      const session = panel.sessions[email];
      if (!session) throw new Error(`There is no account ${email}.`);
      await on.addCookies(session);
    }),
  violations: [
    async ({ context, pageErrors }, use) => {
      const found: string[] = [];
      await context.exposeBinding('reportPolicyViolation', ({ page, frame }, violation: string) => {
        if (frame === page.mainFrame()) found.push(`${page.url()}: ${violation}`);
      });
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
          (globalThis as unknown as { reportPolicyViolation: (violation: string) => void }).reportPolicyViolation(
            `${effectiveDirective} ${blockedURI}`,
          );
        });
      });
      await use(found);
      expect(found, 'stopped by the content security policy').toEqual([]);
      pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((text) => !PICTURE.test(text)));
    },
    { auto: true },
  ],
});

/** Waits for the page's own content under this heading. */
export const opened = (page: Page, name: string | RegExp): Promise<void> =>
  expect(contentHeading(page, name)).toBeVisible();

/** Navigates inside the panel as Back and Forward do: no page request, no preload by a pointer. */
export async function move(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

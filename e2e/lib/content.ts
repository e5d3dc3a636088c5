import type { Locator, Page } from 'playwright';

/**
 * The page's one heading, once its own content is there. The skeleton in the initial HTML and a page that is on its way
 * have the same heading above a skeleton, and a frame that breaks takes the skeleton away: so it is one look for both.
 */
export const contentHeading = (page: Page, name: string | RegExp): Locator =>
  page
    .getByRole('main')
    .filter({ hasNot: page.getByText('Loading', { exact: true }) })
    .getByRole('heading', { level: 1, name });

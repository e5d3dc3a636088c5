import type { Locator, Page } from 'playwright';

/**
 * The page's only heading, once its content is there. The skeleton in the initial HTML and a loading page have the
 * same heading above a skeleton, and a frame that breaks removes the skeleton, so one check covers both.
 */
export const contentHeading = (page: Page, name: string | RegExp): Locator =>
  page
    .getByRole('main')
    .filter({ hasNot: page.getByText('Loading', { exact: true }) })
    .getByRole('heading', { level: 1, name });

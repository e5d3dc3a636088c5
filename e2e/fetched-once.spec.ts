import type { Page } from '@playwright/test';
import { expect, opened, test } from './lib/journey.ts';

/* A page requests everything it needs once: not by preload and again by code, and not by two sections. */

/**
 * Requests for files and data of the current document by address, as they happen. A page that is left may have preloaded
 * what is under the pointer: that is another document.
 */
function watch(page: Page): Map<string, number> {
  const counts = new Map<string, number>();
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) counts.clear();
    if (!['script', 'stylesheet', 'fetch', 'xhr'].includes(request.resourceType()) || request.method() !== 'GET')
      return;
    const { pathname, search } = new URL(request.url());
    counts.set(pathname + search, (counts.get(pathname + search) ?? 0) + 1);
  });
  return counts;
}

const twice = (counts: Map<string, number>): string[] =>
  [...counts].flatMap(([address, count]) => (count > 1 ? [`${address}: ${count}`] : []));

test('the first view of the sites and two other sections fetch nothing twice, in a new browser and on a reload', async ({
  page,
  origin,
  enter,
}) => {
  await enter();
  const counts = watch(page);
  const open = async (name: string, heading: string) => {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
    await opened(page, heading);
    await page.waitForLoadState('networkidle');
  };
  const warnings: string[] = [];
  page.on(
    'console',
    (message) => message.text().includes('preloaded using link preload') && warnings.push(message.text()),
  );
  const look = async () => {
    await opened(page, 'My Sites');
    await page.waitForLoadState('networkidle');
    expect(counts.size, 'script, style and data were asked for').toBeGreaterThan(5);
    await open('Applications', 'My Applications');
    await open('Dashboard', 'Dashboard');
    expect(twice(counts)).toEqual([]);
  };
  await page.goto(`${origin('aurora')}/sites`);
  await look();
  await page.goto(`${origin('aurora')}/sites`);
  await opened(page, 'My Sites');
  await page.waitForLoadState('networkidle');
  await page.reload();
  await look();
  expect(warnings, 'preloads that nothing used').toEqual([]);
});

import type { FrameLocator, Page } from '@playwright/test';
import { axeFindings } from './lib/axe.ts';
import { expect, opened, test } from './lib/journey.ts';

/* A reseller's branding: previewed on real pages, saved, immediately visible to customers, and reverted. */

const headerOf = (where: Page | FrameLocator) => where.locator('header.f-head').first();
const inBlue = 'rgb(18, 52, 86)';

test('a brand is previewed on real pages, saved, visible to customers immediately, and reverted', async ({
  page,
  browser,
  origin,
  enter,
}) => {
  const borealis = origin('borealis');
  await enter('admin@borealis.example');
  await page.goto(`${borealis}/admin/branding`);
  await opened(page, 'Branding');
  const preview = page.frameLocator('iframe[title^="Preview"]');

  await test.step('the sign-in page appears as a visitor sees it, and follows the input', async () => {
    await expect(preview.getByLabel('Email')).toBeVisible();
    await page.getByLabel('Slogan').fill('Try before you buy');
    await expect(preview.getByText('Try before you buy')).toBeVisible();
    const before = await preview.locator('html').evaluate((root) => getComputedStyle(root).colorScheme);
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect
      .poll(() => preview.locator('html').evaluate((root) => getComputedStyle(root).colorScheme))
      .toBe('dark');
    expect(before).not.toBe('dark');
  });

  await test.step('the list of sites uses the colours, and is inert', async () => {
    await page.getByRole('radio', { name: 'Sites' }).check();
    await expect(
      preview
        .getByRole('main', { includeHidden: true })
        .getByRole('heading', { level: 1, name: 'Sites', includeHidden: true }),
    ).toBeVisible();
    await page.getByRole('tab', { name: 'Colors' }).click();
    await page.getByRole('textbox', { name: 'Header', exact: true }).fill('#123456');
    await expect(headerOf(preview)).toHaveCSS('background-color', inBlue);
    await expect(headerOf(page), 'the panel itself waits for Save').not.toHaveCSS('background-color', inBlue);
    expect(await preview.locator('body').evaluate((body) => body.hasAttribute('inert'))).toBe(true);
    await page.getByRole('radio', { name: 'Phone' }).check();
    await expect.poll(() => preview.locator('html').evaluate((root) => root.clientWidth)).toBe(375);
  });

  await test.step('an unreadable pair is reported, and its correction applied', async () => {
    await page.getByRole('textbox', { name: 'Header text', exact: true }).fill('#334455');
    const pair = page.getByRole('listitem').filter({ hasText: 'Header text on the header' });
    await expect(pair).toContainText('Fails');
    await pair.getByRole('button', { name: /^Use #/ }).click();
    await expect(pair).toContainText('Passes');
  });

  await test.step('leaving does not lose unsaved input', async () => {
    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Sections' }).click();
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Stay on this page' })
      .click();
    await page.getByRole('tab', { name: 'Name and words' }).click();
    await expect(page.getByLabel('Slogan')).toHaveValue('Try before you buy');
  });

  const visitors = await browser.newContext();
  const visitor = await visitors.newPage();
  await visitor.goto(`${borealis}/login`);
  await expect(visitor.getByText('Try before you buy')).toHaveCount(0);

  await test.step('once saved, every new page view shows it', async () => {
    await page.getByLabel('Version note').fill('In blue');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Versions' }).getByText('“In blue”')).toBeVisible();
    await expect(headerOf(page)).toHaveCSS('background-color', inBlue);
    await visitor.reload();
    await expect(visitor.getByText('Try before you buy')).toBeVisible();
    await visitor.goto(`${borealis}/help`);
    await expect(headerOf(visitor)).toHaveCSS('background-color', inBlue);
  });

  await test.step('the previous version can be restored', async () => {
    await page.getByRole('button', { name: 'Go back to the state before the first change' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Go back to this version' }).click();
    await expect(page.getByLabel('Slogan')).toHaveValue('Calm hosting from the north');
    await expect(headerOf(page)).not.toHaveCSS('background-color', inBlue);
    await visitor.goto(`${borealis}/login`);
    await expect(visitor.getByText('Calm hosting from the north')).toBeVisible();
  });
  await visitors.close();
});

test('at a desktop, each part of the brand fits on two screens beside the preview', async ({ page, origin, enter }) => {
  const screenHeight = 900;
  await page.setViewportSize({ width: 1440, height: screenHeight });
  await enter('admin@cobalt.example');
  await page.goto(`${origin('cobalt')}/admin/branding`);
  await opened(page, 'Branding');
  await expect(page.getByRole('region', { name: 'Versions' }).getByText('No changes yet')).toBeVisible();
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThanOrEqual(2 * screenHeight);
    await expect(page.locator('iframe')).toBeInViewport();
  }
});

test('on a phone the preview is one tap away, and the form keeps its scroll position', async ({
  page,
  origin,
  enter,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const previews: string[] = [];
  page.on('request', (request) => request.url().includes('preview=') && previews.push(request.url()));
  await enter('admin@cobalt.example');
  await page.goto(`${origin('cobalt')}/admin/branding`);
  await opened(page, 'Branding');
  const slogan = page.getByLabel('Slogan');
  await slogan.fill('On the way');
  const left = await page.evaluate(() => scrollY);
  expect(previews, 'not asked for before it is wanted').toEqual([]);
  await expect(page.locator('iframe')).toBeHidden();

  const view = page.getByRole('radiogroup', { name: 'View' });
  await view.getByRole('radio', { name: 'Edit' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(view.getByRole('radio', { name: 'Preview' })).toBeChecked();
  await expect(page.frameLocator('iframe').getByText('On the way')).toBeInViewport();
  await expect(slogan).toBeHidden();
  expect(await axeFindings(page)).toEqual([]);

  await page.keyboard.press('ArrowLeft');
  await expect(slogan).toHaveValue('On the way');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(view).toBeHidden();
  await expect(page.locator('iframe')).toBeVisible();
  await expect(slogan).toBeVisible();
});

test('an uploaded image opened directly runs nothing', async ({ page, origin, enter, pageErrors }) => {
  await enter('admin@cobalt.example');
  await page.goto(`${origin('cobalt')}/admin/branding`);
  await opened(page, 'Branding');
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><style>rect{fill:#0a0}</style><rect width="8" height="8"/></svg>';
  await page.getByRole('tab', { name: 'Images' }).click();
  await page
    .getByLabel('File: Favicon')
    .setInputFiles({ name: 'mark.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
  const shown = page.getByRole('img', { name: 'Favicon now' });
  await expect(shown).toHaveAttribute('src', /^\/brand-images\/[\da-f]{64}\.svg$/);
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true);
  const answer = await page.goto(new URL((await shown.getAttribute('src')) ?? '', page.url()).href).catch(() => null);
  expect(answer?.headers()['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  await page.evaluate(() => {
    const script = document.createElementNS('http://www.w3.org/2000/svg', 'script');
    script.textContent = 'globalThis.ranInPicture = true';
    document.documentElement.append(script);
  });
  await expect
    .poll(() => pageErrors)
    .toContainEqual(expect.stringMatching(/^Blocked script execution in .* sandboxed/));
  expect(await page.evaluate(() => 'ranInPicture' in globalThis)).toBe(false);
  // This browser warning is the expected result.
  pageErrors.length = 0;
});

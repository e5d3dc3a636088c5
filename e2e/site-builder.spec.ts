import { expect, opened, test } from './lib/journey.ts';
import { freshName } from './lib/wizard.ts';

/* The site builder in a real browser: its canvas is a frame, which page tests cannot have. */

/** One red pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

test('create a site, add a page, type, choose a picture, publish, and visit the page', async ({
  page,
  context,
  origin,
  enter,
}) => {
  await enter();
  const name = freshName('studio');
  await page.goto(`${origin('aurora')}/create-site`);
  await page.getByRole('radio', { name: /The site builder/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: /Site Domain Name/ }).fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Create site' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your site is ready' })).toBeVisible();
  await page.getByRole('link', { name: 'Manage site' }).click();
  await page.getByRole('button', { name: 'Edit site' }).click();
  await opened(page, name);

  await page.getByRole('button', { name: 'Add page' }).click();
  const settings = page.getByRole('dialog', { name: 'Page settings' });
  await settings.getByRole('textbox', { name: /Title/ }).fill('Work');
  await settings.getByRole('textbox', { name: /Address/ }).fill('work');
  await settings.getByRole('button', { name: 'Save' }).click();

  const canvas = page.frameLocator('iframe[title=Page]');
  await expect(canvas.getByRole('link', { name: 'Work' })).toBeVisible();
  const text = canvas.getByText('Double-click to write your own text.');
  await text.dblclick();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Light, drawn well.');
  // The text is taken over when it is left: until then closing the tab asks first.
  await expect(page.getByRole('status').filter({ hasText: 'Unsaved changes' })).toBeVisible();
  await canvas.locator('body').press('Escape');
  await page.getByRole('tab', { name: 'Add' }).click();
  await page.getByRole('button', { name: /^Contact/ }).click();
  await expect(canvas.getByText('hello@example.com')).toBeVisible();

  await page.getByRole('button', { name: /^Picture/ }).click();
  await canvas.locator('img').click();
  await page.getByRole('button', { name: 'Choose picture' }).click();
  const pictures = page.getByRole('dialog', { name: 'Choose a picture' });
  await pictures
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: PICTURE });
  await pictures.getByRole('button', { name: 'Use lamp.png' }).click();
  await expect(canvas.getByRole('img', { name: 'lamp' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'All changes saved' })).toBeVisible();

  await page.getByRole('button', { name: 'Publish' }).click();
  const live = page.getByRole('dialog', { name: 'Your changes are live' });
  await expect(live).toBeVisible();
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    live.getByRole('link', { name: /^Open site/ }).click(),
  ]);
  await tab.getByRole('link', { name: 'Work' }).click();
  await expect(tab).toHaveTitle('Work');
  await expect(tab.getByText('Light, drawn well.')).toBeVisible();
  await expect(tab.getByText('hello@example.com')).toBeVisible();
  const picture = tab.getByRole('img', { name: 'lamp' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
});

import { expect, opened, test } from './lib/journey.ts';

/* A license is bought in a real browser: the card form is a page of the payment processor in a frame. */

test('choose a plan, a refused card, a challenge of the bank, the license, cancel and undo', async ({
  page,
  origin,
  enter,
}) => {
  await enter();
  const card = page.frameLocator('iframe[title="Card details"]');
  const pay = async (number: string) => {
    await card.getByLabel('Card number').fill(number);
    await card.getByLabel('Expiry date').fill('12 / 40');
    await card.getByLabel('CVC').fill('123');
    await card.getByRole('button', { name: 'Pay' }).click();
  };

  await test.step('a refused card says why, under the card', async () => {
    await page.goto(`${origin('aurora')}/upgrade-your-package/finalize-and-confirm?product=app_starter&interval=year`);
    await opened(page, 'Checkout');
    await pay('4000 0000 0000 0002');
    await expect(card.getByRole('alert')).toHaveText('Your card was declined.');
  });

  await test.step('a card whose bank asks pays after the answer', async () => {
    await pay('4000 0025 0000 3155');
    await card.getByRole('button', { name: 'Complete authentication' }).click();
    await opened(page, 'Your license is active');
  });

  await test.step('billing shows what is paid, and its end and undo', async () => {
    await page.goto(`${origin('aurora')}/my-account/billing`);
    await opened(page, 'Billing');
    const license = page.getByRole('region', { name: 'App Starter' });
    await expect(license).toContainText('Active');
    await expect(page.getByText('Visa •••• 3155')).toBeVisible();
    await expect(page.getByText('•••• 0002')).toHaveCount(0);
    await license.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel license' }).click();
    await expect(license).toContainText('Canceled');
    await license.getByRole('button', { name: 'Undo cancellation' }).click();
    await expect(license).toContainText('Active');
  });
});

import { expect, test } from './lib/journey.ts';
import { ADMIN, AURORA_ADMIN, AURORA_CUSTOMER, CUSTOMER, PUBLIC, visit, type Place } from './lib/places.ts';

/* No page is wider than its window, from the smallest phone to the widest screen (ux: 320 px to 2560 px). */

const WIDTHS = [320, 375, 768, 1440, 2560] as const;
const ROLES: readonly (readonly [string | null, readonly Place[]])[] = [
  [null, PUBLIC],
  ['customer@aurora.example', [...CUSTOMER, ...AURORA_CUSTOMER]],
  ['admin@aurora.example', [...ADMIN, ...AURORA_ADMIN]],
];

for (const [email, places] of ROLES) {
  test(`nothing is wider than the window: ${email ?? 'signed out'}`, async ({ context, enter, origin }) => {
    test.setTimeout(150_000);
    if (email) await enter(email);
    const wide: string[] = [];
    for (const place of places) {
      const page = await context.newPage();
      await page.setViewportSize({ width: 1440, height: 900 });
      await test.step(place.name, async () => {
        await visit(page, origin('aurora'), place);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          const over = await page.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            const dialog = document.querySelector('dialog[open]');
            return Math.max(scrollWidth - clientWidth, dialog ? dialog.getBoundingClientRect().right - clientWidth : 0);
          });
          if (over > 1) wide.push(`${place.name} at ${width}: ${Math.round(over)} px too wide`);
        }
      });
      await page.close();
    }
    expect(wide).toEqual([]);
  });
}

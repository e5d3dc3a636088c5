import { axeFindings } from './lib/axe.ts';
import { expect, test } from './lib/journey.ts';
import { ADMIN, AURORA_ADMIN, AURORA_CUSTOMER, CUSTOMER, PUBLIC, visit, type Place } from './lib/places.ts';
import { tooWide } from './lib/width.ts';

/*
 * axe on every page in every state that can be reached. Aurora is looked at whole in both schemes; for the other brands
 * only colours differ, so each of their pages is looked at in one scheme and width, in turn, and all of them are used.
 * While the pages of Aurora are open, their width is looked at too: none is wider than its window at any width.
 */

test.describe.configure({ mode: 'parallel' });

const WIDTHS = { phone: { width: 375, height: 812 }, desk: { width: 1440, height: 900 } } as const;
type Look = { scheme: 'light' | 'dark'; size: keyof typeof WIDTHS };
const LOOKS: readonly Look[] = [
  { scheme: 'light', size: 'desk' },
  { scheme: 'dark', size: 'phone' },
  { scheme: 'dark', size: 'desk' },
  { scheme: 'light', size: 'phone' },
];

type Row = { partner: string; role: 'public' | 'customer' | 'admin'; look: Look; widths?: true; places: readonly Place[] };

const PLACES = { public: PUBLIC, customer: CUSTOMER, admin: ADMIN } as const;
const ROLES = ['public', 'customer', 'admin'] as const;

const aurora = LOOKS.slice(0, 2).flatMap((look, index): Row[] => [
  { partner: 'aurora', role: 'public', look, ...(index === 0 && { widths: true }), places: PUBLIC },
  { partner: 'aurora', role: 'customer', look, ...(index === 0 && { widths: true }), places: [...CUSTOMER, ...AURORA_CUSTOMER] },
  { partner: 'aurora', role: 'admin', look, ...(index === 0 && { widths: true }), places: [...ADMIN, ...AURORA_ADMIN] },
]);
const others = ['borealis', 'cobalt'].flatMap((partner, shift) =>
  ROLES.flatMap((role) =>
    LOOKS.map((look, index): Row => ({ partner, role, look, places: PLACES[role].filter((_, at) => (at + shift) % LOOKS.length === index) }))),
);

for (const { partner, role, look, widths, places } of [...aurora, ...others].filter((row) => row.places.length > 0)) {
  test(`${partner}, ${role}, ${look.scheme}, ${look.size}`, async ({ browser, enter, origin }) => {
    test.setTimeout(places.length * 15_000);
    const context = await browser.newContext({ viewport: WIDTHS[look.size], colorScheme: look.scheme, reducedMotion: 'reduce' });
    if (role !== 'public') await enter(`${role}@${partner}.example`, context);
    const found: string[] = [];
    for (const place of places) {
      // A fresh page each: what one state left behind is not the next one's.
      const page = await context.newPage();
      await test.step(place.name, async () => {
        await visit(page, origin(partner), place);
        const findings = [...(await axeFindings(page)), ...(widths ? await tooWide(page) : [])];
        found.push(...findings.map((finding) => `${place.name}: ${finding}`));
      });
      await page.close();
    }
    await context.close();
    expect(found).toEqual([]);
  });
}

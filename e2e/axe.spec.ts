import type { Page } from '@playwright/test';
import { axeFindings } from './lib/axe.ts';
import { expect, test } from './lib/journey.ts';
import {
  ADMIN,
  AURORA_ADMIN,
  AURORA_CUSTOMER,
  CUSTOMER,
  OPERATOR,
  PUBLIC,
  visit,
  type PageState,
} from './lib/page-states.ts';
import { tooWide, tooWideElsewhere } from './lib/width.ts';

/*
 * Runs axe on every page in every reachable state, and checks that no page is wider than its window. Aurora's pages
 * run light on a desktop and dark on a phone, and at the other widths. The other brands differ in colours only, which
 * are derived for a contrast that tests of @panel/brand check, so each page runs in one of them, in rotating schemes
 * and widths.
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

/** `email` signs in; by default the partner's user of that role. */
type Row = {
  name: string;
  partner: string;
  role: 'public' | 'customer' | 'admin';
  email?: string;
  states: readonly PageState[];
  looksAt: (index: number) => readonly Look[];
  further?: true;
};

const both = LOOKS.slice(0, 2);
const aurora: readonly Row[] = [
  {
    name: 'aurora, customer, pages',
    partner: 'aurora',
    role: 'customer',
    states: CUSTOMER,
    looksAt: () => both,
    further: true,
  },
  {
    name: 'aurora, customer, sites',
    partner: 'aurora',
    role: 'customer',
    states: AURORA_CUSTOMER,
    looksAt: () => both,
    further: true,
  },
  { name: 'aurora, public', partner: 'aurora', role: 'public', states: PUBLIC, looksAt: () => both, further: true },
  {
    name: 'aurora, admin',
    partner: 'aurora',
    role: 'admin',
    states: [...ADMIN, ...AURORA_ADMIN],
    looksAt: () => both,
    further: true,
  },
  {
    name: 'aurora, operator',
    partner: 'aurora',
    role: 'admin',
    email: 'operator@panel.example',
    states: OPERATOR,
    looksAt: () => both,
    further: true,
  },
];
const PAGE_STATES = { public: PUBLIC, customer: CUSTOMER, admin: ADMIN } as const;
const others = ['borealis', 'cobalt'].flatMap((partner, shift) =>
  (['customer', 'public', 'admin'] as const).map((role): Row => ({
    name: `${partner}, ${role}`,
    partner,
    role,
    states: PAGE_STATES[role].filter((_, index) => index % 2 === shift),
    looksAt: (index) => LOOKS.slice((2 * shift + index) % LOOKS.length).slice(0, 1),
  })),
);

async function wear(page: Page, { scheme, size }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.setViewportSize(WIDTHS[size]);
}

for (const { name, partner, role, email = `${role}@${partner}.example`, states, looksAt, further } of [
  ...aurora,
  ...others,
]) {
  test(name, async ({ page, enter, origin, pageErrors }) => {
    test.setTimeout(states.length * 60_000);
    if (role !== 'public') await enter(email);
    const found: string[] = [];
    for (const [index, state] of states.entries()) {
      await test.step(state.name, async () => {
        const [first, ...rest] = looksAt(index);
        if (first) await wear(page, first);
        await visit(page, origin(partner), state);
        const findings = [...(await axeFindings(page)), ...(await tooWide(page))];
        for (const look of rest) {
          await wear(page, look);
          findings.push(
            ...(await tooWide(page)),
            ...(await axeFindings(page)).map((finding) => `${look.scheme}, ${look.size}: ${finding}`),
          );
        }
        if (further) findings.push(...(await tooWideElsewhere(page)));
        found.push(...findings.map((finding) => `${state.name}: ${finding}`));
        await page.unrouteAll();
      });
    }
    expect(found).toEqual([]);
    // One state shows an error on purpose.
    pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((text) => !/on purpose/.test(text)));
  });
}

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { SCHEMES, type Seen } from './look.ts';

/** Contact sheets: many pages of one brand, width and scheme in one picture, for eyes. */

/** By the width of a page: how wide it is on a sheet, and how many are on one. */
const SCALE: Readonly<Record<number, { wide: number; high: number; columns: number; perSheet: number }>> = {
  375: { wide: 260, high: 620, columns: 7, perSheet: 14 },
  768: { wide: 400, high: 620, columns: 5, perSheet: 10 },
};
const LARGE = { wide: 640, high: 620, columns: 3, perSheet: 9 };

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export async function writeSheets(browser: Browser, folder: string, all: readonly Seen[]): Promise<string[]> {
  const written: string[] = [];
  const page = await browser.newPage();
  const groups = new Map<string, { width: number; shots: { name: string; file: string }[] }>();
  for (const { brand, name, shots } of all)
    for (const { width, scheme, file } of shots) {
      const key = `${brand}.${width}.${SCHEMES.indexOf(scheme) === 0 ? 'light' : 'dark'}`;
      const group = groups.get(key) ?? { width, shots: [] };
      group.shots.push({ name, file });
      groups.set(key, group);
    }
  for (const [key, { width, shots }] of groups) {
    const { wide, high, columns, perSheet } = SCALE[width] ?? LARGE;
    for (let from = 0; from < shots.length; from += perSheet) {
      const figures = shots
        .slice(from, from + perSheet)
        .map(({ name, file }) => `<figure><figcaption>${escaped(name)}</figcaption><img src="${file}"></figure>`);
      const number = String(from / perSheet + 1).padStart(2, '0');
      const html = path.join(folder, `sheet.html`);
      writeFileSync(
        html,
        `<!doctype html><meta charset="utf-8"><style>
          body { margin: 8px; background: #8b919b; font: 13px sans-serif; display: grid; gap: 8px; width: max-content;
            grid-template-columns: repeat(${columns}, ${wide}px); }
          figure { margin: 0; background: #fff; } figcaption { padding: 2px 4px; }
          img { display: block; width: ${wide}px; max-height: ${high}px; object-fit: cover; object-position: top; }
        </style>${figures.join('')}`,
      );
      await page.setViewportSize({ width: columns * (wide + 8) + 8, height: 400 });
      await page.goto(`file://${html}`);
      const file = path.join(folder, `sheet.${key}.${number}.png`);
      await page.screenshot({ path: file, fullPage: true });
      written.push(file);
    }
  }
  await page.close();
  return written;
}

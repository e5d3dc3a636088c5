import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inAudience } from '@panel/contract/access';
import type { Build } from '@panel/contract/release';
import { expect, opened, test } from './lib/journey.ts';

/* The response itself starts what a page reads first, and nothing requests it again. */

const WHO = [
  ['customer', 'customer@aurora.example'],
  ['admin', 'admin@aurora.example'],
  ['superadmin', 'operator@panel.example'],
] as const;

const ROOT = path.join(import.meta.dirname, '..');

/** The remotes' routes as built; browsers get them without `reads`. */
const declared = () =>
  readdirSync(ROOT)
    .filter((name) => name.startsWith('mf-'))
    .flatMap((name) => {
      const text = readFileSync(path.join(ROOT, name, 'dist', 'manifest.json'), 'utf8');
      return (JSON.parse(text) as Build).manifest.routes;
    });

for (const [role, email] of WHO) {
  test(`${role}: the response starts every declared read once, and the page uses it`, async ({
    page,
    origin,
    enter,
  }) => {
    const aurora = origin('aurora');
    await enter(email);
    await page.goto(`${aurora}/help`);
    const ask = <T>(address: string): Promise<T> =>
      page.evaluate(async (from) => (await fetch(from)).json() as Promise<T>, address);
    // A site that no other journey touches and that has no task, so its page does not poll.
    const { pageElements } = await ask<{ pageElements: { site_id: string }[] }>(
      '/site/filter?keyword=studio-lumen&pageIndex=0&pageSize=1&orderBy=created_at&sortOrder=desc',
    );
    const filled = (pattern: string) => pattern.replace(/:id\??/, pageElements[0]?.site_id ?? '');
    const routes = declared().filter(({ audience, reads }) => reads?.length && inAudience(audience, { role }));
    expect(routes.length).toBeGreaterThan(0);
    for (const { path: pattern, reads = [] } of routes) {
      const asked: string[] = [];
      const note = (request: { url: () => string }) => void asked.push(request.url().slice(aurora.length));
      page.on('request', note);
      const html = (await (await page.goto(aurora + filled(pattern)))?.text()) ?? '';
      for (const read of reads)
        expect(html, pattern).toContain(JSON.stringify(filled(read)).replaceAll('&', String.raw`\u0026`));
      await opened(page, /./);
      await expect
        .poll(
          () =>
            page.evaluate(
              () => Object.values((globalThis as { panelReads?: object }).panelReads ?? {}).filter(Boolean).length,
            ),
          `not taken on ${pattern}`,
        )
        .toBe(0);
      page.off('request', note);
      const calls = asked.filter((address) => reads.map(filled).includes(address));
      expect(calls.sort(), pattern).toEqual(reads.map(filled).sort());
    }
  });
}

import { inAudience } from '@panel/contract/access';
import type { Registry } from '@panel/contract/manifest';
import { expect, opened, test } from './lib/journey.ts';

/* What a page reads first is asked for by the answer itself, and by nothing a second time. */

const WHO = [
  ['customer', 'customer@aurora.example'],
  ['admin', 'admin@aurora.example'],
  ['superadmin', 'operator@panel.example'],
] as const;

for (const [role, email] of WHO) {
  test(`${role}: every declared read is asked for by the answer, once, and is used`, async ({
    page,
    origin,
    enter,
  }) => {
    const aurora = origin('aurora');
    await enter(email);
    await page.goto(`${aurora}/help`);
    const ask = <T>(address: string): Promise<T> =>
      page.evaluate(async (from) => (await fetch(from)).json() as Promise<T>, address);
    const { remotes } = await ask<Registry>('/platform/registry');
    // One that no other journey touches, and on which nothing is going on: its page does not ask again by itself.
    const { pageElements } = await ask<{ pageElements: { site_id: string }[] }>(
      '/site/filter?keyword=studio-lumen&pageIndex=0&pageSize=1&orderBy=created_at&sortOrder=desc',
    );
    const filled = (pattern: string) => pattern.replace(/:id\??/, pageElements[0]?.site_id ?? '');
    const routes = remotes
      .flatMap(({ manifest }) => manifest.routes)
      .filter(({ audience, reads }) => reads?.length && inAudience(audience, { role }));
    expect(routes.length).toBeGreaterThan(0);
    for (const { path, reads = [] } of routes) {
      const asked: string[] = [];
      const note = (request: { url: () => string }) => void asked.push(request.url().slice(aurora.length));
      page.on('request', note);
      const html = (await (await page.goto(aurora + filled(path)))?.text()) ?? '';
      for (const read of reads)
        expect(html, path).toContain(JSON.stringify(filled(read)).replaceAll('&', String.raw`\u0026`));
      await opened(page, /./);
      await expect
        .poll(
          () =>
            page.evaluate(
              () => Object.values((globalThis as { panelReads?: object }).panelReads ?? {}).filter(Boolean).length,
            ),
          `not taken on ${path}`,
        )
        .toBe(0);
      page.off('request', note);
      const calls = asked.filter((address) => reads.map(filled).includes(address));
      expect(calls.sort(), path).toEqual(reads.map(filled).sort());
    }
  });
}

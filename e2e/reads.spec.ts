import { expect, opened, test } from './lib/journey.ts';

/* The response itself starts what a page reads first, and nothing requests it again. shell/src/boot/reads.test.ts compares what routes and pages name. */

test('the response starts the reads of the sites page, once, and the page takes both', async ({
  page,
  origin,
  enter,
}) => {
  const aurora = origin('aurora');
  await enter();
  const list = '/site/filter?pageIndex=0&pageSize=10&orderBy=created_at&sortOrder=desc&nested=true';
  const reads = [list, '/site/summary'];
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url().slice(aurora.length)));
  const html = (await (await page.goto(`${aurora}/sites`))?.text()) ?? '';
  for (const read of reads) expect(html).toContain(JSON.stringify(read).replaceAll('&', String.raw`\u0026`));
  await opened(page, 'My Sites');
  const waiting = () =>
    page.evaluate(() => Object.values((globalThis as { panelReads?: object }).panelReads ?? {}).filter(Boolean).length);
  await expect.poll(waiting, 'reads that the page did not take').toBe(0);
  expect(asked.filter((address) => reads.includes(address)).sort()).toEqual(reads);
});

import { chromium } from 'playwright';
import { CHROMIUM_ARGUMENTS, chromiumPath } from '../lib/chromium.ts';
import { startPanel } from '../lib/server.ts';
import { firstView, signIn, type FirstView } from './measure.ts';
import { openComparison } from './unchecked.ts';

/*
 * node e2e/bench/integrity.ts [runs] [port of a running panel]
 * What it costs the first view that every script and style is compared with its signed hash: the panel as it is against
 * the same without hashes, interleaved, cold cache, slow network and processor.
 */

const RUNS = Math.max(5, Number(process.argv[2] ?? 9) || 9);
const running = Number(process.argv[3]) || null;
const LIMIT = 1.03;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const panel = running ? null : await startPanel({ env: { LOG_LEVEL: 'error' } });
const port = running ?? panel?.port ?? 0;
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGUMENTS });
const variants = await Promise.all([true, false].map(async (checked) => ({ checked, front: await openComparison(port, checked), views: [] as FirstView[] })));
try {
  const states = [];
  for (const { front } of variants) states.push(await signIn(browser, `http://aurora.localhost:${front.port}`));
  for (let run = 0; run <= RUNS; run += 1) {
    for (const [index, { front, views }] of variants.entries()) {
      const view = await firstView(browser, `http://aurora.localhost:${front.port}`, states[index] as (typeof states)[number]);
      // The first of each warms the fronts.
      if (run > 0) views.push(view);
    }
  }
  const [checked, unchecked] = variants.map(({ views }) => (name: keyof FirstView) => median(views.map((view) => view[name])));
  for (const name of ['bytes', 'fcp', 'lcp', 'list'] as const) {
    const [a, b] = [checked?.(name) ?? 0, unchecked?.(name) ?? 1];
    console.log(`${name.padEnd(6)} with hashes ${a.toFixed(0).padStart(8)}, without ${b.toFixed(0).padStart(8)}, ratio ${(a / b).toFixed(3)} (wanted at most ${LIMIT})`);
    if (a / b > LIMIT) process.exitCode = 1;
  }
} finally {
  await browser.close();
  for (const { front } of variants) front.close();
  await panel?.stop();
  panel?.remove();
}

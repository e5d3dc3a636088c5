import type { Browser } from 'playwright';
import { firstView, signIn, type FirstView } from './measure.ts';
import { median } from './report.ts';
import { openComparison } from './unchecked.ts';

const LIMIT = 1.03;

/** Compared values; on a busy machine, processor times are more reliable than paint times. */
const MEASURES: readonly (readonly [keyof FirstView, string])[] = [
  ['bytes', 'bytes'],
  ['fcp', 'FCP'],
  ['lcp', 'LCP'],
  ['list', 'list rendered'],
  ['script', 'processor time of scripts'],
  ['task', 'processor time of all tasks'],
];

/**
 * Compares view by view, pairing those that ran within seconds of each other. The limit is missed when the whole 95 %
 * confidence interval of the median (sign test, from order statistics) is above it: one run on a busy machine can't
 * show more.
 */
function compare(title: string, these: readonly number[], those: readonly number[]): boolean {
  const ratios = these.map((value, index) => value / (those[index] ?? 1)).sort((a, b) => a - b);
  const count = ratios.length;
  const below = Math.max(0, Math.floor(count / 2 - 0.98 * Math.sqrt(count)) - 1);
  const [low, high] = [ratios[below] ?? 0, ratios[count - 1 - below] ?? 0];
  const ratio = median(ratios);
  const verdict = ratio <= LIMIT ? 'met' : low <= LIMIT ? 'not told apart from the noise' : 'MISSED';
  console.log(
    `integrity, ${title}: ${median(these).toFixed(0)} with hashes, ${median(those).toFixed(0)} without, ${ratio.toFixed(3)} × (${low.toFixed(3)} to ${high.toFixed(3)}; wanted at most ${LIMIT} ×) ${verdict}`,
  );
  return verdict !== 'MISSED';
}

/**
 * What checking every script and style against its signed hash costs the first view: the panel with and without
 * hashes, interleaved, with a cold cache and a slow network and processor. True when all values are within 3 %.
 */
export async function measureIntegrity(browser: Browser, port: number, views: number): Promise<boolean> {
  const variants = await Promise.all(
    [true, false].map(async (checked) => ({ front: await openComparison(port, checked), views: [] as FirstView[] })),
  );
  try {
    const originOf = ({ front }: (typeof variants)[number]) => `http://aurora.localhost:${front.port}`;
    const states = [];
    for (const variant of variants) states.push(await signIn(browser, originOf(variant)));
    for (let run = 0; run <= views; run += 1) {
      // Alternates the order, because the second request meets a warmer server.
      const order = run % 2 === 0 ? [0, 1] : [1, 0];
      for (const index of order) {
        const variant = variants[index] as (typeof variants)[number];
        const view = await firstView(browser, originOf(variant), states[index] as (typeof states)[number]);
        // The first view of each warms up the fronts.
        if (run > 0) variant.views.push(view);
      }
    }
    const [checked, unchecked] = variants.map((variant) => variant.views) as [FirstView[], FirstView[]];
    return MEASURES.map(([name, title]) =>
      compare(
        title,
        checked.map((view) => view[name]),
        unchecked.map((view) => view[name]),
      ),
    ).every(Boolean);
  } finally {
    for (const { front } of variants) front.close();
  }
}

import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';

/**
 * Bytes as transferred; times in ms. `script` and `task` are processor time of the page's thread, for scripts and in
 * total.
 */
export type FirstView = {
  bytes: number;
  requests: number;
  scriptBytes: number;
  fcp: number;
  lcp: number;
  list: number;
  cls: number;
  script: number;
  task: number;
};

/** 10 Mbit/s both ways, 40 ms, a quarter of the processor. */
const NETWORK = { offline: false, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000, latency: 40 };
const CPU_SLOWDOWN = 4;
const LIST_ROW = 'main table tbody tr a';

/** Logged to the console when the list is rendered; polling the page would cost processor time. */
const LIST_SHOWN = 'the list is shown';

/** Runs in the page before anything else: records paints, layout shifts, and when the list of sites first appeared. */
function observe({ row, shown }: { row: string; shown: string }): void {
  const seen = { fcp: 0, lcp: 0, list: 0, cls: 0 };
  Object.assign(window, { panelSeen: seen });
  const watch = (
    type: string,
    take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
  ) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.cls += entry.value ?? 0;
  });
  const look = new MutationObserver(() => {
    if (seen.list > 0 || !document.querySelector(row)) return;
    look.disconnect();
    // After the frame in which it was painted.
    requestAnimationFrame(() =>
      setTimeout(() => {
        seen.list = performance.now();
        console.debug(shown);
      }),
    );
  });
  look.observe(document, { childList: true, subtree: true });
}

type Seen = Pick<FirstView, 'fcp' | 'lcp' | 'list' | 'cls'>;
const seenIn = (page: Page): Promise<Seen> => page.evaluate(() => (window as unknown as { panelSeen: Seen }).panelSeen);

/** Counts transferred bytes (compressed, with headers). */
async function countTraffic(session: CDPSession): Promise<() => Pick<FirstView, 'bytes' | 'requests' | 'scriptBytes'>> {
  const kinds = new Map<string, string>();
  const total = { bytes: 0, requests: 0, scriptBytes: 0 };
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    total.requests += 1;
    total.bytes += encodedDataLength;
    if (kinds.get(requestId) === 'Script') total.scriptBytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return () => total;
}

/** Processor time of the page's own thread so far, without other load on the machine. */
async function busyIn(session: CDPSession): Promise<Pick<FirstView, 'script' | 'task'>> {
  const { metrics } = await session.send('Performance.getMetrics');
  const ms = (wanted: string) => (metrics.find(({ name }) => name === wanted)?.value ?? 0) * 1000;
  return { script: ms('ScriptDuration'), task: ms('TaskDuration') };
}

/** Signs in once and keeps the cookies; every view then starts with an empty cache. */
export async function signIn(
  browser: Browser,
  origin: string,
): Promise<Awaited<ReturnType<BrowserContext['storageState']>>> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.getByLabel(/e-?mail/i).fill('customer@aurora.example');
  await page.getByLabel('Password', { exact: true }).fill('Demo-panel-1');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/sites');
  const { cookies } = await context.storageState();
  await context.close();
  return { cookies, origins: [] };
}

type State = Awaited<ReturnType<typeof signIn>>;

/** One cold view of /sites under the slow network and processor. */
export async function firstView(browser: Browser, origin: string, storageState: State): Promise<FirstView> {
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(observe, { row: LIST_ROW, shown: LIST_SHOWN });
  const session = await context.newCDPSession(page);
  const traffic = await countTraffic(session);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const shown = page.waitForEvent('console', {
    predicate: (message) => message.text() === LIST_SHOWN,
    timeout: 60_000,
  });
  await page.goto(`${origin}/sites`, { waitUntil: 'commit' });
  await shown;
  await page.waitForLoadState('networkidle');
  const view = { ...(await seenIn(page)), ...(await busyIn(session)), ...traffic() };
  await context.close();
  return view;
}

/** Milliseconds from the click to the painted profile form, after the pointer rested on the link; no throttling. */
export async function sectionSwitch(browser: Browser, origin: string, storageState: State): Promise<number> {
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${origin}/sites`);
  await page.locator(LIST_ROW).first().waitFor();
  await page.getByRole('button', { name: 'Profile menu' }).click();
  const link = page.locator('a[href="/my-account/profile"]').first();
  await link.hover();
  await page.waitForLoadState('networkidle');
  const took = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener(
          'click',
          (event) => {
            const isThere = () => document.querySelector('main form input') !== null;
            const finish = () =>
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - event.timeStamp)));
            const look = new MutationObserver(() => {
              if (!isThere()) return;
              look.disconnect();
              finish();
            });
            look.observe(document, { childList: true, subtree: true });
          },
          { capture: true, once: true },
        );
      }),
  );
  await link.click();
  const milliseconds = await took;
  await context.close();
  return milliseconds;
}

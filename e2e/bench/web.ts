import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { buildMonolith, MONOLITH, ROOT } from '../../shared/federation/src/index.ts';
import { CHROMIUM_ARGUMENTS, chromiumPath } from '../lib/chromium.ts';
import { startPanel, type Panel } from '../lib/server.ts';
import { openPages, type PageForm } from './conventional.ts';
import { firstView, sectionSwitch, signIn, type FirstView } from './measure.ts';
import { judge, median } from './report.ts';

/*
 * pnpm bench:web [runs]
 * The federated product against one bundle of the same sources (webpack, swc, brotli 11, pages as lazy chunks, usual
 * splitting), both by the same server with the same API and demo data, over HTTP/1.1, interleaved, cold cache.
 *   federated              as the product serves it
 *   one bundle             a conventional application: the same data in the page, styles, one script, an empty root
 *   one bundle, helped     the same bundle with the product's initial HTML, for information
 *   typeface at once       the product, with the typeface requested at once instead of after the page (ADR 0049)
 */

const RUNS = Math.max(5, Number(process.argv[2] ?? 5) || 5);

type Variant = { name: string; webDir: string; form: PageForm; localStorage?: { name: string; value: string }[] };
const VARIANTS: readonly Variant[] = [
  { name: 'federated', webDir: ROOT, form: 'as-served' },
  { name: 'one bundle', webDir: MONOLITH, form: 'conventional' },
  { name: 'one bundle, helped', webDir: MONOLITH, form: 'as-served' },
  { name: 'typeface at once', webDir: ROOT, form: 'as-served', localStorage: [{ name: 'panel.font', value: '1' }] },
];

type Row = Record<Exclude<keyof FirstView, 'script' | 'task'> | 'switched', number>;

function rowOf(views: readonly FirstView[], switches: readonly number[]): Row {
  const of = (name: keyof FirstView) => median(views.map((view) => view[name]));
  return {
    bytes: of('bytes'),
    scriptBytes: of('scriptBytes'),
    requests: of('requests'),
    fcp: of('fcp'),
    lcp: of('lcp'),
    list: of('list'),
    cls: of('cls'),
    switched: median(switches),
  };
}

function print(rows: readonly (readonly [string, Row])[]): void {
  const head = ['', 'bytes', 'scripts', 'requests', 'FCP ms', 'LCP ms', 'list ms', 'CLS', 'switch ms'];
  const lines = rows.map(([name, row]) => [
    name,
    ...[row.bytes, row.scriptBytes, row.requests, row.fcp, row.lcp, row.list].map((value) => value.toFixed(0)),
    row.cls.toFixed(4),
    row.switched.toFixed(0),
  ]);
  for (const line of [head, ...lines])
    console.log(line.map((cell, index) => (index === 0 ? cell.padEnd(20) : cell.padStart(10))).join(''));
}

const built = spawnSync(process.execPath, [join(ROOT, 'scripts', 'build.ts')], { stdio: 'inherit' });
if (built.status !== 0) process.exit(1);
console.log('One bundle of the same sources is being built');
await buildMonolith();

const panels = new Map<string, Panel>();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGUMENTS });
const closers: (() => void)[] = [];
try {
  const ready = [];
  for (const variant of VARIANTS) {
    const panel =
      panels.get(variant.webDir) ?? (await startPanel({ env: { WEB_DIR: variant.webDir, LOG_LEVEL: 'error' } }));
    panels.set(variant.webDir, panel);
    const front = await openPages(panel.port, variant.form);
    closers.push(front.close);
    const origin = `http://aurora.localhost:${front.port}`;
    ready.push({
      ...variant,
      origin,
      state: { ...(await signIn(browser, origin)), origins: [{ origin, localStorage: variant.localStorage ?? [] }] },
      views: [] as FirstView[],
      switches: [] as number[],
    });
  }
  for (let run = 1; run <= RUNS; run += 1) {
    for (const variant of ready) {
      variant.views.push(await firstView(browser, variant.origin, variant.state));
      variant.switches.push(await sectionSwitch(browser, variant.origin, variant.state));
    }
    console.log(`run ${run} of ${RUNS}`);
  }
  const rows = ready.map(({ name, views, switches }) => [name, rowOf(views, switches)] as const);
  print(rows);
  const [federated, one, helped, atOnce] = rows.map(([, row]) => row) as [Row, Row, Row, Row];
  const verdicts = [
    judge('bytes', federated.bytes / one.bytes, 1.05, '×'),
    judge('LCP', federated.lcp / one.lcp, 1.05, '×'),
    judge('FCP', federated.fcp / one.fcp, 0.6, '×'),
    judge('switch after hover', federated.switched, 120, 'ms'),
    judge('layout shift', federated.cls, 0.01, ''),
  ];
  console.log(
    `list rendered: ${(federated.list / one.list).toFixed(2)} ×; against the helped bundle: LCP ${(federated.lcp / helped.lcp).toFixed(2)} ×, FCP ${(federated.fcp / helped.fcp).toFixed(2)} ×, list ${(federated.list / helped.list).toFixed(2)} ×`,
  );
  console.log(
    `typeface after the page against at once: LCP ${(federated.lcp / atOnce.lcp).toFixed(2)} ×, FCP ${(federated.fcp / atOnce.fcp).toFixed(2)} ×`,
  );
  if (verdicts.includes(false)) process.exitCode = 1;
} finally {
  await browser.close();
  for (const close of closers) close();
  for (const panel of panels.values()) {
    await panel.stop();
    panel.remove();
  }
}

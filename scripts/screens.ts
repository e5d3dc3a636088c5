import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, chromiumPath } from '../e2e/lib/chromium.ts';
import { startPanel, type Panel } from '../e2e/lib/server.ts';
import { makeObjects, type Objects } from '../e2e/screens/objects.ts';
import { speakPseudo } from './lib/pseudo-texts.ts';
import { report } from '../e2e/screens/report.ts';
import { lookAtAll } from '../e2e/screens/run.ts';
import { writeSheets } from '../e2e/screens/sheets.ts';
import { environment, NODE_24, ROOT } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';

/*
 * npm run screens -- [--pages text] [--widths 375,768,1280] [--brands aurora,borealis,cobalt] [--locale de] [--no-axe] [--resume]
 * Opens every page of every manifest as everyone who has it, in the built product with demo data, and looks at it in
 * all widths, both schemes and all brands: axe, overflow, cut text, messages of the console, failed requests. Pictures
 * and contact sheets are in .cache/screens. `--locale pseudo` shows every text a third longer; de, tr and ar are the
 * panel's own languages.
 */
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '' },
    widths: { type: 'string', default: '1280,768,375' },
    brands: { type: 'string', default: 'aurora,borealis,cobalt' },
    locale: { type: 'string', default: 'en-GB' },
    axe: { type: 'boolean', default: true },
    resume: { type: 'boolean', default: false },
  },
  allowNegative: true,
});
const isPseudo = values.locale === 'pseudo';
const brands = values.brands.split(',');
const folder = path.join(ROOT, '.cache', 'screens', values.locale);
if (!values.resume) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const { code, output } = await run(NODE_24, ['scripts/build.ts'], { cwd: ROOT, env: environment() });
if (code !== 0) throw new Error(`The build failed.\n${output}`);

const env = { LOG_LEVEL: 'error' };
let panel: Panel = await startPanel({ env });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGUMENTS });
try {
  const made = await Promise.all(brands.map(async (brand) => [brand, await makeObjects(panel, brand)] as const));
  const objects: Record<string, Objects> = Object.fromEntries(made);
  console.log('The brands have what their pages show.');
  if (isPseudo) {
    await panel.stop();
    await speakPseudo(panel.dataDir);
    panel = await startPanel({ env, dataDir: panel.dataDir });
  }
  const outcome = await lookAtAll({ browser, panel }, objects, {
    ...{ folder, brands, pages: values.pages, axe: values.axe, resume: values.resume },
    widths: values.widths.split(',').map(Number),
    locale: isPseudo ? 'en-GB' : values.locale,
  });
  const sheets = await writeSheets(browser, folder, outcome.seen);
  process.exitCode = report(folder, outcome) ? 0 : 1;
  console.log(`${sheets.length} contact sheets in ${path.relative(ROOT, folder)}`);
} finally {
  await browser.close();
  await panel.stop();
  panel.remove();
}

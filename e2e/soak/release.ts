import { chromium } from 'playwright';
import { setTimeout } from 'node:timers/promises';
import { NODE_24, ROOT } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/processes.mjs';
import { CHROMIUM_ARGUMENTS, chromiumPath } from '../lib/chromium.ts';
import { operatorOf } from '../lib/releases.ts';
import { originOf, startPanel } from '../lib/server.ts';
import { openSessions, partnerOf } from '../lib/sign-in.ts';
import { browse, customerAt, stay } from './customer.ts';
import { newTally, report, watch } from './tally.ts';

/*
 * pnpm soak:release [customers] [releases] [seconds between releases]
 * Releases of one remote, each with another content, while customers of all partners click through all sections and type
 * into forms. Ends with 1 when a navigation failed, an input was lost, or a page met an error.
 */

const given = (index: number, otherwise: number): number =>
  Math.max(1, Number(process.argv[index] ?? otherwise) || otherwise);
const [CUSTOMERS, RELEASES, EVERY_SECONDS] = [given(2, 20), given(3, 10), given(4, 12)];
/** By then, every open tab has heard of the last release. */
const AFTER_SECONDS = 30;
const REMOTE = 'mf-account';
const LINE = 'Your name and how we reach you.';
const PEOPLE = ['customer', 'second'].flatMap((who) =>
  ['aurora', 'borealis', 'cobalt'].map((partner) => `${who}@${partner}.example`),
);

const built = await run(NODE_24, ['scripts/build.ts'], { cwd: ROOT, onLine: console.log });
if (built.code !== 0) process.exit(1);
const panel = await startPanel({ env: { LOG_LEVEL: 'error' } });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGUMENTS });
try {
  const tally = newTally();
  const operator = operatorOf(panel);
  let over = false;
  const customers = [];
  for (let index = 0; index < CUSTOMERS; index += 1) {
    const email = PEOPLE[index % PEOPLE.length] as string;
    // A separate session for each, as for people on different devices.
    const { [email]: cookies } = await openSessions({
      ...panel,
      accounts: panel.accounts.filter((one) => one.email === email),
    });
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      timezoneId: 'UTC',
    });
    context.setDefaultTimeout(30_000);
    await context.addCookies(cookies ?? []);
    const page = await context.newPage();
    watch(page, `customer ${index + 1}`, tally);
    await page.goto(`${originOf(partnerOf(email), panel.port)}/dashboard`);
    customers.push(customerAt(page, index, tally, () => over));
  }
  console.log(`${customers.length} customers are there`);

  const releases = (async () => {
    for (let number = 1; number <= RELEASES; number += 1) {
      await setTimeout(EVERY_SECONDS * 1000);
      const version = `soak-${number}`;
      await operator.release(REMOTE, { version, text: (text) => text.replace(LINE, `${version}: ${LINE}`) });
      console.log(
        `${version} is released; so far ${tally.navigations.length} navigations, ${tally.failed.length} failed, ${tally.lost.length} inputs lost`,
      );
    }
    await setTimeout(AFTER_SECONDS * 1000);
    over = true;
  })();
  await Promise.all([
    releases,
    ...customers.map((who, index) =>
      (index === 0 ? stay(who, releases) : browse(who)).catch((error: unknown) =>
        tally.failed.push(`${who.name} gave up: ${String(error).split('\n')[0]}`),
      ),
    ),
  ]);
  if (!tally.opened.has(`soak-${RELEASES}`)) tally.failed.push(`Nobody got the last release, soak-${RELEASES}.`);
  if (!report(tally, CUSTOMERS)) process.exitCode = 1;
} finally {
  await browser.close();
  await panel.stop();
  panel.remove();
}

import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { NODE_24, ROOT } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/processes.mjs';
import { CHROMIUM_ARGUMENTS, chromiumPath } from '../lib/chromium.ts';
import { contentHeading } from '../lib/content.ts';
import { startPanel, type Panel } from '../lib/server.ts';
import { operatorCommand } from './commands.ts';
import { measureIntegrity } from './integrity.ts';
import { signIn } from './measure.ts';
import { judge, median } from './report.ts';

/*
 * pnpm bench:release [rounds] [views]
 *   release      `release help --promote` with the build done, from its start until a customer's new page view runs it
 *   roll-back    `registry rollback mf-help`, from its start until a new page view runs the release before
 *   integrity    what it costs the first view that every script and style is compared with its hash
 * Page views are new ones of a browser that has used the panel before, and so has what is rolled back to.
 */

const ROUNDS = Math.max(3, Number(process.argv[2] ?? 5) || 5);
const VIEWS = Math.max(5, Number(process.argv[3] ?? 15) || 15);
const LIMIT = { release: 5000, rollback: 1000 } as const;
const REMOTE = 'mf-help';

/** Milliseconds since the command began. */
type Round = { command: number; answered: number; shown: number };

type View = { version: string; answered: number; shown: number };

/**
 * Opens the remote's page in a fresh tab. Returns the release that runs, when the response began, and when the
 * content appeared.
 */
async function view(tab: Page, origin: string): Promise<View> {
  await tab.goto(`${origin}/help`, { waitUntil: 'commit' });
  const answered = performance.now();
  await contentHeading(tab, 'Help center').waitFor();
  const shown = performance.now();
  const loaded = await tab.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const versions = loaded.flatMap((path) => (path.startsWith('/remotes/mf-help/') ? [path.split('/')[3] ?? ''] : []));
  return { version: [...new Set(versions)].join(' and '), answered, shown };
}

/**
 * Runs a command, then the page view that has to show its effect.
 * @throws Error when that view runs another release
 */
async function timed(
  context: BrowserContext,
  origin: string,
  version: string,
  command: () => Promise<string>,
): Promise<Round> {
  const tab = await context.newPage();
  const began = performance.now();
  await command();
  const ended = performance.now();
  const seen = await view(tab, origin);
  await tab.close();
  if (seen.version !== version)
    throw new Error(`The page view after the command runs ${seen.version}, not ${version}.`);
  return { command: ended - began, answered: seen.answered - began, shown: seen.shown - began };
}

const described = ({ command, answered, shown }: Round): string =>
  `${shown.toFixed(0)} ms (command ${command.toFixed(0)}, answer ${answered.toFixed(0)})`;

async function measureReleases(browser: Browser, panel: Panel): Promise<boolean> {
  const origin = `http://aurora.localhost:${panel.port}`;
  const context = await browser.newContext({ storageState: await signIn(browser, origin) });
  const releases: Round[] = [];
  const rollbacks: Round[] = [];
  let { version: before } = await view(await context.newPage(), origin);
  for (let round = 0; round <= ROUNDS; round += 1) {
    const version = `bench-${round}`;
    const release = await timed(context, origin, version, () =>
      operatorCommand(panel, 'release', 'help', '--version', version, '--promote'),
    );
    const rollback = await timed(context, origin, before, () => operatorCommand(panel, 'registry', 'rollback', REMOTE));
    // The first round warms up files and browser; the next one starts from this release.
    await operatorCommand(panel, 'registry', 'promote', REMOTE, version);
    before = version;
    if (round === 0) continue;
    releases.push(release);
    rollbacks.push(rollback);
    console.log(`round ${round}: release ${described(release)}; roll-back ${described(rollback)}`);
  }
  await context.close();
  const of = (rounds: readonly Round[], name: keyof Round) => median(rounds.map((round) => round[name]));
  console.log(
    `medians of the commands alone: release ${of(releases, 'command').toFixed(0)} ms, roll-back ${of(rollbacks, 'command').toFixed(0)} ms; until a page view is answered: ${of(releases, 'answered').toFixed(0)} and ${of(rollbacks, 'answered').toFixed(0)} ms`,
  );
  return [
    judge('release, until a new page view runs it', of(releases, 'shown'), LIMIT.release, 'ms'),
    judge('roll-back, until a new page view runs the release before', of(rollbacks, 'shown'), LIMIT.rollback, 'ms'),
  ].every(Boolean);
}

const built = await run(NODE_24, ['scripts/build.ts'], { cwd: ROOT, onLine: console.log });
if (built.code !== 0) process.exit(1);
const panel = await startPanel({ env: { LOG_LEVEL: 'error' } });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGUMENTS });
try {
  const verdicts = [await measureReleases(browser, panel), await measureIntegrity(browser, panel.port, VIEWS)];
  if (verdicts.includes(false)) process.exitCode = 1;
} finally {
  await browser.close();
  await panel.stop();
  panel.remove();
}

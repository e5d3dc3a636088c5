import type { Command } from 'commander';
import { setTimeout as later } from 'node:timers/promises';
import { EXIT, Fault } from '../fault.ts';
import type { CommonOptions } from '../generated/add-call.ts';
import type { Page } from '../generated/pages.ts';
import { oneLine } from '../output/plain-text.ts';
import { printAnswer, say } from '../output/print.ts';
import { read } from '../session/ask.ts';
import { choosePanel, type Panel } from '../session/choose-panel.ts';
import { printBuildLog } from './follow-build.ts';
import { linesSince } from './new-lines.ts';
import { resolveApp, type App, type Build } from './resolve.ts';

type Options = CommonOptions & { follow?: boolean; build?: string | true };
type Logs = { lines: string[]; bytes: number };

const INTERVAL_MS = 1_000;

const logsOf = (panel: Panel, app: App): Promise<Logs> => read<Logs>(panel, `/nucal/app/${app.id}/logs`);

async function followServer(panel: Panel, app: App): Promise<void> {
  let before: readonly string[] = [];
  for (;;) {
    const { lines } = await logsOf(panel, app);
    for (const line of linesSince(before, lines)) say(oneLine(line));
    before = lines;
    await later(INTERVAL_MS);
  }
}

/** The newest build, or the one of a number. */
async function chosenBuild(panel: Panel, app: App, number: string | true): Promise<Build> {
  const query = { pageSize: 100 };
  const { pageElements } = await read<Page<Build>>(panel, `/nucal/user/apps/siteid/${app.id}/builds`, query);
  const found = number === true ? pageElements[0] : pageElements.find((build) => String(build.number) === number);
  if (!found)
    throw new Fault(number === true ? 'There is no build yet.' : `There is no build ${number}.`, EXIT.notFound);
  return found;
}

async function act(typed: string, options: Options): Promise<void> {
  const panel = choosePanel(options);
  const app = await resolveApp(panel, typed);
  if (options.build) {
    const { id } = await chosenBuild(panel, app, options.build);
    return printBuildLog(panel, id, options);
  }
  if (options.follow) return followServer(panel, app);
  const logs = await logsOf(panel, app);
  if (options.json) return printAnswer(logs, options);
  for (const line of logs.lines) say(oneLine(line));
}

/** `panel apps logs`: what the server of an application wrote, or a build. */
export function addLogs(group: Command): void {
  const command = group
    .command('logs')
    .description('what the server of an application wrote, or a build (scope applications:read)')
    .argument('<app>', 'its address, name or id')
    .option('-f, --follow', 'print new lines as they come')
    .option('--build [number]', 'the log of the newest build, or of the one with this number');
  command.action((typed: string) => act(typed, command.optsWithGlobals<Options>()));
}

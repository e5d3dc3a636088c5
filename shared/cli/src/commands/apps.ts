import type { Command } from 'commander';
import { EXIT, Fault, usage } from '../fault.ts';
import type { CommonOptions } from '../generated/add-call.ts';
import { readPages, type Page, type PageOptions } from '../generated/pages.ts';
import { printAnswer, say } from '../output/print.ts';
import { ask, read } from '../session/ask.ts';
import { choosePanel } from '../session/choose-panel.ts';
import { addEnv } from './app-env.ts';
import { addLogs } from './app-logs.ts';
import { buildOf, followBuild } from './follow-build.ts';
import { needSuccess, waitForTask } from '../tasks/follow-task.ts';
import { resolveApp, type App, type Build } from './resolve.ts';
import { pagedOptions, printPage } from './sites.ts';

type Started = { build_id: string; task_id: string | null };
type WaitOptions = CommonOptions & { wait?: boolean };
type ListOptions = CommonOptions & PageOptions & { search?: string };

const buildRow = (build: Build | null): string => (build ? `${build.number} ${build.status}` : '-');

function addList(group: Command): void {
  const command = pagedOptions(
    group.command('list').alias('ls').description('your applications (scope applications:read)'),
  ).option('--search <text>', 'part of the address or the name');
  command.action(async () => {
    const options = command.optsWithGlobals<ListOptions>();
    const panel = choosePanel(options);
    const page = await readPages<App & Record<string, unknown>>(options, (query) =>
      read(panel, '/nucal/user/apps', { ...query, searchKey: options.search }),
    );
    const rows = options.json
      ? page.pageElements
      : page.pageElements.map((app) => ({ ...app, live: buildRow(app.live_build), last: buildRow(app.last_build) }));
    printPage({ ...page, pageElements: rows }, ['fqdn', 'framework', 'status', 'live', 'last', 'id'], options);
  });
}

/** What has been started: its end, or its id. */
async function started(
  app: App,
  { build_id, task_id }: Started,
  { json }: CommonOptions,
  end: (() => Promise<Build>) | null,
): Promise<void> {
  if (!end) {
    if (json) return printAnswer({ app_id: app.id, build_id, task_id }, { json });
    return say(`Started for ${app.fqdn}: build ${build_id}. "panel apps get ${app.id}" shows what is live.`);
  }
  const build = await end();
  if (json) return printAnswer(build, { json });
  say(`Build ${build.number} is live at ${app.url}`);
}

const waits = (command: Command): Command =>
  command.option('--wait', 'wait until the build has ended; the exit code is that of the build');

function addDeploy(group: Command): void {
  const command = waits(
    group
      .command('deploy')
      .description('build and publish the newest commit, or a chosen one (scope applications:write)')
      .argument('<app>', 'its address, name or id')
      .option('--commit <sha>', 'the commit, if not the newest'),
  );
  command.action(async (typed: string) => {
    const options = command.optsWithGlobals<WaitOptions & { commit?: string }>();
    const panel = choosePanel(options);
    const app = await resolveApp(panel, typed);
    const answer = await read<Started>(panel, `/nucal/app/${app.id}/deploy`, { commit: options.commit });
    await started(app, answer, options, options.wait ? () => followBuild(panel, answer.build_id) : null);
  });
}

/** The kept release that a roll-back goes to: a chosen one, or the newest before the one that is live. */
export function releaseBefore(builds: readonly Build[], number: number | undefined): Build {
  const kept = builds.filter(({ is_kept, status }) => is_kept && status === 'success');
  if (number !== undefined) {
    const chosen = kept.find((build) => build.number === number);
    if (!chosen) throw new Fault(`There is no kept release of build ${number}.`, EXIT.notFound);
    return chosen;
  }
  const live = builds.find(({ is_live }) => is_live);
  const before = kept.filter((build) => !build.is_live && (!live || build.number < live.number));
  const [newest] = before.sort((one, other) => other.number - one.number);
  if (!newest) throw new Fault('There is no earlier release to go back to.', EXIT.notFound);
  return newest;
}

function addRollback(group: Command): void {
  const command = waits(
    group
      .command('rollback')
      .description(
        'publish an earlier release again, without building it (scope applications:write; to wait also sites:read)',
      )
      .argument('<app>', 'its address, name or id')
      .argument('[build]', 'number of the build, if not the one before'),
  );
  command.action(async (typed: string, build?: string) => {
    if (build !== undefined && !/^\d{1,9}$/.test(build)) throw usage(`"${build}" is not the number of a build.`);
    const options = command.optsWithGlobals<WaitOptions>();
    const panel = choosePanel(options);
    const app = await resolveApp(panel, typed);
    const { pageElements } = await readPages<Build>({ all: true }, (query) =>
      read<Page<Build>>(panel, `/nucal/user/apps/siteid/${app.id}/builds`, query),
    );
    const release = releaseBefore(pageElements, build === undefined ? undefined : Number(build));
    const path = `/nucal/app/build/${release.id}/publish`;
    const answer = await ask<Started>(panel, { method: 'POST', path });
    const { build_id, task_id } = answer;
    const published = async (task: string): Promise<Build> => {
      needSuccess(await waitForTask(panel, task, 'applications:write'));
      return buildOf(panel, build_id);
    };
    const end = options.wait && task_id ? () => published(task_id) : null;
    await started(app, answer, options, end);
  });
}

export const APPS = { list: addList, deploy: addDeploy, logs: addLogs, rollback: addRollback, env: addEnv };

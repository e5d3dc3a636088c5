import { existsSync } from 'node:fs';
import path from 'node:path';
import own from '../package.json' with { type: 'json' };
import { ConfigError, isLocal, readConfig, type Config } from './config/config.ts';
import { DataFolderError } from './db/folder-lock.ts';
import { DatabaseUnreachable } from './db/open-postgres.ts';
import { HostingError } from './hosting/index.ts';
import { MachineError } from './machine/mark.ts';
import { isMember, startMember, type Member } from './machine/member.ts';
import { StartError } from './listen/http-server.ts';
import { installLastResort } from './process/last-resort.ts';
import { createLog, loggedError } from './process/log.ts';
import { startPanel, type Panel } from './panel.ts';
import { demoAccounts, demoAddresses } from './seed/demo-data.ts';
import { FIRST_LINK_FILE } from './start/first-operator.ts';
import { ReleaseError } from './platform/web/index.ts';

/** Errors that the operator can fix take one line; anything else is a bug and keeps its stack. */
const PLAIN = [ConfigError, DataFolderError, DatabaseUnreachable, StartError, ReleaseError, HostingError, MachineError];
const launched = process.env['PANEL_LAUNCHER'] === '1';

/** The launcher reads marked lines; people read the text. */
function tell(text: string): void {
  process.stdout.write(launched ? `@progress ${text}\n` : `${text}\n`);
}

function announce(config: Config): void {
  const demo = config.seed === 'demo';
  const addresses = demo ? demoAddresses(config) : [{ label: 'Panel', url: config.publicUrl }];
  const accounts = demo ? demoAccounts() : [];
  const firstLink = path.join(config.dataDir, FIRST_LINK_FILE);
  const notes =
    demo && !isLocal(config)
      ? [
          'Other machines can reach the panel, and the password of its demo accounts, the operator among them, is known. Use SEED=none for anything but a demo.',
        ]
      : existsSync(firstLink)
        ? [`The link to set the password of the first operator is in ${firstLink}.`]
        : [];
  if (launched) return void process.stdout.write(`@ready ${JSON.stringify({ addresses, accounts, notes })}\n`);
  tell(`Ready (${config.roles.join(', ')}) on port ${config.port}`);
  for (const { label, url } of addresses) tell(`  ${label}: ${url}`);
  notes.forEach(tell);
}

function fail(error: unknown): void {
  process.exitCode = 1;
  console.error(
    error instanceof Error && PLAIN.some((kind) => error instanceof kind)
      ? error.message.replaceAll('\n', ' ')
      : loggedError(error),
  );
}

let panel: Promise<Panel | Member> | undefined;
let stopping = false;

/** Shuts down in order; a second signal ends the process immediately. */
function stop(): void {
  if (stopping) process.exit(1);
  stopping = true;
  const running = panel?.catch(() => undefined) ?? Promise.resolve(undefined);
  running
    .then((started) => started?.stop())
    .catch(fail)
    .finally(() => process.exit());
}

installLastResort({
  report: (error) =>
    createLog('error').fatal({ err: error }, 'Unhandled error. The process ends once its running requests have ended.'),
  stop: async () => (await panel)?.stop(),
});
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

/** A machine that joined has no panel to show. */
function announceMember(config: Config): void {
  const note = 'This machine has joined. Its state is on the page Machines of the panel.';
  if (launched) process.stdout.write(`@ready ${JSON.stringify({ addresses: [], accounts: [], notes: [note] })}\n`);
  else tell(note);
  tell(`Ready (member) on port ${config.port}`);
}

try {
  const config = readConfig(process.env);
  const member = isMember(config);
  if (member) panel = startMember(config, own.version, createLog(config.logLevel));
  else panel = startPanel(config, { onProgress: tell });
  const started = await panel;
  void started.refused.then((why) => {
    fail(why);
    stop();
  });
  if (!stopping && 'app' in started) announce(started.app.config);
  else if (!stopping) announceMember(config);
} catch (error) {
  fail(error);
  if (!stopping) process.exit();
}

import panel from '../../package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import type { MachinePort } from '../context/app-context.ts';
import type { Database, OpenDatabase } from '../db/database.ts';
import { workloadOf, type HostingDriver } from '../hosting/index.ts';
import type { Clock, Logger } from '../kernel/clock-and-log.ts';
import type { MachineError } from '../machine/mark.ts';
import { kindsOf } from '../machine/node.repo.ts';
import { ownCapabilities } from '../machine/own-load.ts';
import { openPresence } from '../machine/presence.ts';
import type { SecretBox } from '../security/secret-box.ts';

/** Carries the id of a machine whose row has changed. */
const CHANNEL = 'panel_machines';

type Deps = {
  config: Config;
  database: OpenDatabase;
  clock: Clock;
  log: Logger;
  secrets: SecretBox;
  hosting: HostingDriver;
};

type Machine = MachinePort & { isRefused(): boolean; close(): Promise<void> };

/** Takes part in the installation as this machine, and listens for those that joined where the settings say so. */
export async function openMachine(
  { config, database, clock, log, secrets, hosting }: Deps,
  onRefused: (why: MachineError) => void,
): Promise<Machine> {
  const { db } = database;
  let refused = false;
  const presence = await openPresence({
    ...{ db, clock, log, dataDir: config.dataDir, roles: config.roles, version: panel.version },
    capabilities: ownCapabilities(hosting.capabilities()),
    awake: () => kindsOf(db, [...new Set(hosting.running().map(workloadOf))]),
    onRefused(why) {
      refused = true;
      log.fatal(why.message);
      onRefused(why);
    },
  });
  const leaveChannel = await database.listen(CHANNEL, (id) => {
    if (id === presence.id) void presence.look();
  });
  const leave = async (): Promise<void> => {
    await leaveChannel();
    await presence.close();
  };
  const listener = await openListener({ config, db, secrets, log }).catch(async (error: unknown) => {
    await leave();
    throw error;
  });
  return {
    ...{ id: presence.id, joinPort: listener?.port ?? null, isRefused: () => refused },
    look: (id) =>
      database.notify(CHANNEL, id).catch((error: unknown) => log.debug({ err: error }, 'a machine was not told')),
    async close() {
      await listener?.close();
      await leave();
    },
  };
}

/** Where machines that joined report; null where none can. */
async function openListener({ config, ...deps }: Pick<Deps, 'config' | 'secrets' | 'log'> & { db: Database }) {
  const { machinesPort, hosts } = config;
  if (machinesPort === null) return null;
  const { openMembersPort } = await import('../machine/members-port.ts');
  return openMembersPort({ ...deps, config: { machinesPort, hosts } });
}

import panel from '../../package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import type { MachinePort } from '../context/app-context.ts';
import type { OpenDatabase } from '../db/database.ts';
import { workloadOf, type HostingDriver } from '../hosting/index.ts';
import type { Clock, Logger } from '../kernel/clock-and-log.ts';
import type { MachineError } from '../machine/mark.ts';
import { kindsOf } from '../machine/node.repo.ts';
import { ownCapabilities } from '../machine/own-load.ts';
import { openPresence } from '../machine/presence.ts';
import type { SecretBox } from '../security/secret-box.ts';

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
  { config, database: { db }, clock, log, secrets, hosting }: Deps,
  onRefused: (why: MachineError) => void,
): Promise<Machine> {
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
  const { machinesPort, hosts } = config;
  const listener =
    machinesPort === null
      ? null
      : await (
          await import('../machine/members-port.ts')
        ).openMembersPort({
          ...{ config: { machinesPort, hosts }, db, secrets, log },
        });
  return {
    ...{ id: presence.id, joinPort: listener?.port ?? null, isRefused: () => refused },
    async close() {
      await listener?.close();
      await presence.close();
    },
  };
}

import { hostname } from 'node:os';
import panel from '../../package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import type { MachinePort } from '../context/app-context.ts';
import type { Database, OpenDatabase } from '../db/database.ts';
import { workloadOf, type HostingDriver } from '../hosting/index.ts';
import type { Clock, Logger } from '../kernel/clock-and-log.ts';
import type { Handler, Listener } from '../listen/http-server.ts';
import { claimWorkloads } from '../machine/placed.repo.ts';
import { ElsewhereError } from '../kernel/elsewhere-error.ts';
import { createReceiver } from '../machine/move/receive.ts';
import { createMachines, type Machines } from '../machine/machines.ts';
import { createLease, type Lease } from '../machine/lease.ts';
import type { MachineError } from '../machine/mark.ts';
import { kindsOf } from '../machine/node.repo.ts';
import { ownCapabilities } from '../machine/own-load.ts';
import { openPresence } from '../machine/presence.ts';
import { createRelay, type Relay } from '../machine/relay.ts';
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
  /** Replace how long it serves without the database, and how often it reports, for tests. */
  leaseMs?: number | undefined;
  beatMs?: number | undefined;
};

type Machine = MachinePort &
  Pick<Relay, 'visit'> & { isRefused(): boolean; onLease: Lease['onChange']; close(): Promise<void> };

/**
 * Takes part in the installation as this machine, and listens for others where the settings say so.
 * @param serve answers what another machine passes on
 */
export async function openMachine(
  { config, database, clock, log, secrets, hosting, leaseMs, beatMs }: Deps,
  { onRefused, serve }: { onRefused(why: MachineError): void; serve: Handler },
): Promise<Machine> {
  const { db } = database;
  let refused = false;
  let machines: Machines | undefined;
  let listed: Parameters<Machines['learn']>[0] = null;
  let listener: Listener | null = null;
  const lease = createLease(() => machines?.hasPeers() ?? false, leaseMs);
  const presence = await openPresence({
    ...{ lease, beatMs },
    ...{ db, clock, log, dataDir: config.dataDir, roles: config.roles, version: panel.version },
    capabilities: ownCapabilities(hosting.capabilities()),
    reach: () => listener && { host: config.machineHost ?? hostname(), port: listener.port },
    onMachines(now) {
      listed = now;
      machines?.learn(now);
    },
    awake: () => kindsOf(db, [...new Set(hosting.running().map(workloadOf))]),
    onRefused(why) {
      refused = true;
      log.fatal(why.message);
      onRefused(why);
    },
  });
  const { id } = presence;
  const known = (machines = createMachines(id));
  known.learn(listed);
  const tell = (about: string): Promise<void> =>
    database.notify(CHANNEL, about).catch((error: unknown) => log.debug({ err: error }, 'a machine was not told'));
  const leaveChannel = await database.listen(CHANNEL, () => void presence.look());
  const leave = async (): Promise<void> => {
    lease.close();
    await leaveChannel();
    await presence.close();
  };
  try {
    const isEmbedded = database.kind === 'pglite';
    const claim = { id, dataDir: config.dataDir, hasOthers: known.hasOthers(), isEmbedded };
    if (presence.isKept) await claimWorkloads(db, claim);
    const receive = createReceiver({ id, config, db, driver: hosting, log });
    listener = await openListener({ config, db, secrets, log, id, mayRelay: known.mayRelay, serve, receive });
    // The others pass nothing on before they know where.
    if (listener) await presence.look();
    if (known.hasOthers()) await tell(id);
  } catch (error) {
    await listener?.close();
    await leave();
    throw error;
  }
  const relay = createRelay({ db, secrets, own: id, reach: known.reach });
  return {
    ...{ id, ask: relay.ask, visit: relay.visit, isHere: known.isHere, hasOthers: known.hasOthers },
    joinPort: listener?.port ?? null,
    isRefused: () => refused,
    mayServe: () => !lease.isOver(),
    onLease: lease.onChange,
    place: () => (presence.isKept ? known.place() : null),
    here: () => (presence.isKept ? id : null),
    needHere(nodeId) {
      if (nodeId !== null && !known.isHere(nodeId)) throw new ElsewhereError(nodeId);
    },
    isReached: (nodeId) => known.reach(nodeId) !== null,
    placeBeside: known.placeBeside,
    own: hosting,
    isAway: (nodeId) => nodeId !== null && !known.isHere(nodeId) && known.reach(nodeId) === null,
    look: tell,
    async close() {
      relay.close();
      await listener?.close();
      await leave();
    },
  };
}

type ListenerDeps = Pick<Deps, 'config' | 'secrets' | 'log'> & {
  db: Database;
  id: string;
  mayRelay(id: string): boolean;
  serve: Handler;
  receive: ReturnType<typeof createReceiver>;
};

/** Where other machines reach this one; null where none can. */
async function openListener({ config, ...deps }: ListenerDeps): Promise<Listener | null> {
  const { machinesPort, hosts } = config;
  if (machinesPort === null) return null;
  const { openMembersPort } = await import('../machine/members-port.ts');
  return openMembersPort({ ...deps, config: { machinesPort, hosts } });
}

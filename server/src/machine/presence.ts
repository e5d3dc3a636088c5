import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { MachineCapabilities, MachineRole } from '@panel/contract';
import type { Database } from '../db/database.ts';
import { isDiskError } from '../db/folder-lock.ts';
import type { Clock, Logger } from '../kernel/clock-and-log.ts';
import { INSTANCE, isMarkedIn } from '../kernel/process-mark.ts';
import type { NodeReach } from '../db/schema/node.table.ts';
import type { ListedMachine } from './machines.ts';
import type { Lease } from './lease.ts';
import { MachineError, machineMark } from './mark.ts';
import {
  addSample,
  beat,
  findNode,
  leave,
  olderOnes,
  registerProcess,
  type Arrival,
  type Beaten,
} from './node.repo.ts';
import { ownLoad } from './own-load.ts';

const BEAT_MS = 5_000;
/** What runs is counted once in so many beats. */
const COUNT_BEATS = 6;

export type Presence = {
  /** The mark of this machine. */
  id: string;
  /** Whether it is written in the data folder, so that the next start has it too. */
  isKept: boolean;
  /** Reports now. @throws MachineError when this machine may no longer take part */
  beat(): Promise<void>;
  /** Reports now, as the timer does. */
  look(): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  db: Database;
  clock: Clock;
  log: Logger;
  dataDir: string;
  version: string;
  roles: readonly MachineRole[];
  capabilities: MachineCapabilities;
  /** Where other machines reach this process; null while they cannot. */
  reach?(): NodeReach | null;
  /** Renewed by each report. */
  lease?: Pick<Lease, 'startedReport'>;
  /** What each report has read of the machines. */
  onMachines?(listed: readonly ListedMachine[] | null): void;
  /** How many workloads of each kind this process runs. */
  awake(): Promise<Record<string, number>>;
  /** Called once, when this machine may no longer take part. */
  onRefused(why: MachineError): void;
  /** How often it reports; for tests. */
  beatMs?: number | undefined;
  /** Names the run of this process; for tests. */
  instance?: string;
};

/** Why a machine is refused, in one line. */
async function whyRefused(db: Database, id: string, dataDir: string): Promise<MachineError> {
  const row = await findNode(db, id);
  if (row?.joinedAt && row.state !== 'revoked')
    return new MachineError(
      `The data folder ${dataDir} belongs to a machine that joined by a token. Remove DATABASE_URL, or set DATA_DIR to another folder.`,
    );
  return new MachineError(
    `This machine was revoked${row?.revokedBy ? ` by ${row.revokedBy}` : ''} on the page Machines, so the panel serves nothing here. To start as a new machine, set DATA_DIR to an empty folder.`,
  );
}

/** On a full disk that has no mark yet, one for this run alone: the panel serves on. */
function markFor(dataDir: string, log: Logger): { id: string; isKept: boolean } {
  try {
    return { id: machineMark(dataDir), isKept: true };
  } catch (error) {
    if (!isDiskError(error)) throw error;
    log.warn({ err: error }, 'the mark of this machine could not be written; it counts as a new one until it can');
    return { id: randomUUID(), isKept: false };
  }
}

/**
 * Registers this process as one of its machine, and reports every few seconds. A copy of the data folder on another machine has
 * the same mark: of two that report, the one that began later is refused.
 * @throws MachineError when this machine may not take part
 */
export async function openPresence(options: Options): Promise<Presence> {
  const { db, clock, log, dataDir, roles, instance = INSTANCE, version, capabilities } = options;
  const { id, isKept } = markFor(dataDir, log);
  let awake = await options.awake();
  const report = async (): Promise<Arrival> => ({
    ...(await ownLoad(dataDir)),
    ...{ id, name: hostname(), version, capabilities, process: instance, roles },
    ...{ marked: isMarkedIn(dataDir, instance) === true, awake, clock: clock.now() },
    reach: options.reach?.() ?? null,
  });
  let started = '';
  const register = async (): Promise<Beaten> => {
    const renew = options.lease?.startedReport();
    const arrival = await report();
    const row = await registerProcess(db, arrival);
    if (!row) throw await whyRefused(db, id, dataDir);
    started = row.processes[instance]?.startedAt ?? '';
    options.onMachines?.(row.machines);
    await renew?.();
    await addSample(db, id, arrival, row.seenAt);
    return row;
  };
  const checkOthers = (row: Beaten): void => {
    if (olderOnes(row, instance).some(([name, { marked }]) => marked && isMarkedIn(dataDir, name) === null))
      throw new MachineError(
        `Another machine runs with a copy of the data folder ${dataDir}. Start this one with a folder of its own.`,
      );
  };
  let beats = 0;
  const beatOnce = async (): Promise<void> => {
    beats += 1;
    if (beats % COUNT_BEATS === 0) awake = await options.awake();
    const renew = options.lease?.startedReport();
    const now = await report();
    // A row that is not there was removed after a long sleep.
    const row = (await beat(db, now, started)) ?? (await register());
    checkOthers(row);
    options.onMachines?.(row.machines);
    await renew?.();
    await addSampleOf(row, now);
  };
  let sampled = 0;
  const addSampleOf = async ({ seenAt }: Beaten, now: Arrival): Promise<void> => {
    if (seenAt.getTime() - sampled < 60_000) return;
    sampled = seenAt.getTime();
    await addSample(db, id, now, seenAt);
  };

  await register();
  let refused = false;
  const quietly = async (): Promise<void> => {
    if (refused) return;
    await beatOnce().catch((error: unknown) => {
      if (!(error instanceof MachineError)) return log.debug({ err: error }, 'this machine could not be reported');
      refused = true;
      clearInterval(timer);
      options.onRefused(error);
    });
  };
  let beating = Promise.resolve();
  const look = (): Promise<void> => (beating = beating.then(quietly));
  const timer = setInterval(look, options.beatMs ?? BEAT_MS).unref();
  return {
    ...{ id, isKept },
    beat: beatOnce,
    look,
    async close() {
      clearInterval(timer);
      await beating;
      await leave(db, id, instance).catch((error: unknown) =>
        log.debug({ err: error }, 'this machine is still listed'),
      );
    },
  };
}

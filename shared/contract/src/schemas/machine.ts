import * as v from 'valibot';
import { list } from './bounded.ts';
import { Id, Timestamp } from './fields.ts';
import { listQuery, page } from './list.ts';
import { TaskStatus } from './status.ts';
import { TaskFailure } from './task.ts';
import { Outcome } from './user.ts';

/**
 * `stopped`: its processes ended in order. `lost`: it has not reported for longer than `MACHINE_LOST_SECONDS`. `revoked`: it may
 * no longer take part.
 */
export const MACHINE_STATES = ['ready', 'stopped', 'lost', 'revoked'] as const;
export type MachineState = (typeof MACHINE_STATES)[number];

/** `member`: it joined by a token, reports, and has no access to the database. */
export const MACHINE_ROLES = ['api', 'worker', 'edge', 'member'] as const;
export type MachineRole = (typeof MACHINE_ROLES)[number];

/** How long a machine may be silent before it counts as lost, by the clock of the database. */
export const MACHINE_LOST_SECONDS = 30;
/** How long a machine serves without having reported to the database, by its own monotonic clock. */
export const MACHINE_LEASE_SECONDS = 120;
/** How long a machine must be silent before others may take over what is on it, by the clock of the database; longer than its lease. */
export const MACHINE_TAKE_OVER_SECONDS = 180;
/** A clock that is off by more is shown: codes of second factors and certificates depend on it. */
export const MACHINE_CLOCK_MS = 5_000;
/** How long a join token works. */
export const JOIN_TOKEN_MINUTES = 60;

const Name = v.pipe(v.string(), v.maxLength(40));
const amount = v.pipe(v.number(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));

/** What a machine can do; it says so itself, so nothing of it is trusted beyond this form. */
export const MachineCapabilities = v.object({
  /** Release series of PHP, the default first. */
  php: list(Name, { max: 20 }),
  /** Where WordPress can keep its tables. */
  databases: list(Name, { max: 10 }),
  cpus: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)),
});
export type MachineCapabilities = v.InferOutput<typeof MachineCapabilities>;

/** How busy a machine is. `load`: processes that run or wait, on average over a minute. */
export const MachineLoad = v.object({
  memoryFree: amount,
  memoryTotal: amount,
  diskFree: amount,
  diskTotal: amount,
  load: v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000)),
});
export type MachineLoad = v.InferOutput<typeof MachineLoad>;

/** Sites and applications of a kind: how many there are, and how many of them run now. */
export const MachineWorkloads = v.object({ kind: v.string(), total: v.number(), awake: v.number() });
export type MachineWorkloads = v.InferOutput<typeof MachineWorkloads>;

export const Machine = v.object({
  id: v.string(),
  name: v.string(),
  /** Where it was seen from when it joined; null for machines that know the database. */
  address: v.nullable(v.string()),
  roles: v.array(v.picklist(MACHINE_ROLES)),
  state: v.picklist(MACHINE_STATES),
  /** Whether the answering process runs on it. */
  isThis: v.boolean(),
  capabilities: v.object({ php: v.array(v.string()), databases: v.array(v.string()), cpus: v.number() }),
  now: v.object({
    memoryFree: v.number(),
    memoryTotal: v.number(),
    diskFree: v.number(),
    diskTotal: v.number(),
    load: v.number(),
  }),
  /** Sites and applications that are placed on it, without those in the bin. */
  workloads: v.array(MachineWorkloads),
  /** Whether nothing new is placed on it. */
  isDrained: v.boolean(),
  /** Whether everything on it moves to other machines, and what of it could not be moved. */
  emptying: v.nullable(v.object({ since: Timestamp, moving: v.number(), failed: v.number(), left: v.number() })),
  /** Whether it has been silent for so long that what is on it can be restored elsewhere. */
  isGone: v.boolean(),
  /** What was on it and is restored elsewhere: how many wait or are being restored, are restored, and could not be. */
  recovery: v.nullable(v.object({ open: v.number(), restored: v.number(), failed: v.number() })),
  /** Whether other machines reach it, so that they place workloads on it and pass visits on. */
  isReached: v.boolean(),
  /** Of the panel. */
  version: v.string(),
  /** How far its clock is ahead of the database's, in milliseconds; negative: behind. */
  clockOffMs: v.number(),
  seenAt: Timestamp,
  since: Timestamp,
  /** When it joined by a token; null for machines that know the database. */
  joinedAt: v.nullable(Timestamp),
  revoked: v.nullable(v.object({ at: Timestamp, by: v.string() })),
});
export type Machine = v.InferOutput<typeof Machine>;

/** Less would restore what an update of the system brings back by itself. */
export const RESTORE_AFTER_MINUTES = { min: 5, max: 1_440 } as const;
/** All machines; `joinPort` is null where none can join, because MACHINES_PORT is off. */
export const Machines = v.object({
  machines: v.array(Machine),
  joinPort: v.nullable(v.number()),
  /** After how many minutes of silence what is on a machine is restored elsewhere by itself; null: only on request. */
  restoreAfterMinutes: v.nullable(v.number()),
});
export type Machines = v.InferOutput<typeof Machines>;

export const MachineById = v.object({ id: Id });
export const MachineDrainInput = v.object({ id: Id, is_drained: v.boolean() });

export const MachineWorkloadsInput = v.object({ id: Id, ...listQuery(['created_at']) });
/** A site or an application that is placed on a machine. */
export const PlacedWorkload = v.object({
  id: v.string(),
  fqdn: v.string(),
  kind: v.string(),
  partner: v.string(),
  isStage: v.boolean(),
  isInBin: v.boolean(),
  /** In bytes, when it was last measured. */
  size: v.nullable(v.number()),
  /** Its newest move; `error` says why it failed. */
  move: v.nullable(v.object({ taskId: v.string(), status: TaskStatus, error: v.nullable(TaskFailure), at: Timestamp })),
});
export type PlacedWorkload = v.InferOutput<typeof PlacedWorkload>;

/** `machine_id` null: the machine with the most room. */
export const MoveInput = v.object({ id: Id, workload_id: Id, machine_id: v.nullable(Id) });
export const MoveStarted = v.object({ ...Outcome.entries, task_id: v.string() });
export const MachineEmptyInput = v.object({ id: Id, is_on: v.boolean() });

export const RecoverySettingInput = v.object({
  after_minutes: v.nullable(
    v.pipe(v.number(), v.integer(), v.minValue(RESTORE_AFTER_MINUTES.min), v.maxValue(RESTORE_AFTER_MINUTES.max)),
  ),
});
export const RecoveryPlanInput = v.object({ id: Id, ...listQuery(['created_at']) });
/** A site or an application of a machine, and the newest backup of it that was restored on trial and worked. */
export const RecoverableWorkload = v.object({
  id: v.string(),
  fqdn: v.string(),
  kind: v.string(),
  partner: v.string(),
  isStage: v.boolean(),
  /** Null: there is none, so it stays unavailable until the machine is back. */
  backupAt: v.nullable(Timestamp),
});
export type RecoverableWorkload = v.InferOutput<typeof RecoverableWorkload>;
/** By page, those without a backup first. `restorable` and `oldestAt` are about all pages. */
export const RecoveryPlan = v.object({
  ...page(RecoverableWorkload).entries,
  restorable: v.number(),
  oldestAt: v.nullable(Timestamp),
});
export type RecoveryPlan = v.InferOutput<typeof RecoveryPlan>;

export const LeftoversInput = v.object({ id: Id, ...listQuery(['created_at']) });
/** What a workload that is elsewhere now has left in the data folder of a machine. */
export const Leftover = v.object({
  id: v.string(),
  fqdn: v.nullable(v.string()),
  bytes: v.number(),
  changedAt: Timestamp,
});
export type Leftover = v.InferOutput<typeof Leftover>;

/** One measurement every five minutes, of the last 24 hours. */
export const MachineHistory = v.object({
  samples: v.array(v.object({ at: Timestamp, memoryFree: v.number(), diskFree: v.number(), load: v.number() })),
});
export type MachineHistory = v.InferOutput<typeof MachineHistory>;

/** The token is in this answer and nowhere else. */
export const JoinTokenCreated = v.object({ token: v.string(), url: v.string(), expiresAt: Timestamp });
export type JoinTokenCreated = v.InferOutput<typeof JoinTokenCreated>;

/** What a machine sends to join. */
export const MachineJoinInput = v.object({
  token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
  /** Its certificate request (PKCS #10, PEM): its public key, and the proof that it has the private one. */
  csr: v.pipe(v.string(), v.nonEmpty(), v.maxLength(4_000)),
  /** The mark of its data folder. */
  id: Id,
  name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(63), v.regex(/^[\w.-]+$/)),
});
export type MachineJoinInput = v.InferOutput<typeof MachineJoinInput>;

/** Its certificate, the authority of the installation, and the port where it reports from now on. */
export const MachineJoined = v.object({ certificate: v.string(), authority: v.string(), port: v.number() });
export type MachineJoined = v.InferOutput<typeof MachineJoined>;

/** What a joined machine reports every few seconds. */
export const MachineBeat = v.object({
  /** The name of the run of its process. */
  run: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/)),
  /** It ends in order: this is its last report. */
  ends: v.boolean(),
  clock: Timestamp,
  version: v.pipe(v.string(), v.maxLength(40)),
  capabilities: MachineCapabilities,
  ...MachineLoad.entries,
});
export type MachineBeat = v.InferOutput<typeof MachineBeat>;

import { and, asc, eq, gt, isNull, lt, sql, type SQL } from 'drizzle-orm';
import {
  MACHINE_LOST_SECONDS,
  type MachineCapabilities,
  type MachineLoad,
  type MachineRole,
  type MachineState,
} from '@panel/contract';
import type { Database } from '../db/database.ts';
import { node, nodeSample, workload } from '../db/schema.ts';
import type { NodeProcess, NodeReach } from '../db/schema/node.table.ts';
import type { ListedMachine } from './machines.ts';

export type NodeRow = typeof node.$inferSelect;

/** What a process reports of its machine and of itself. */
export type Report = MachineLoad & {
  id: string;
  /** The name of its run. */
  process: string;
  roles: readonly MachineRole[];
  marked: boolean;
  awake: Readonly<Record<string, number>>;
  /** Where other machines reach the process. */
  reach: NodeReach | null;
  /** Its own clock. */
  clock: Date;
};

/** A process that joins its machine, or begins one. */
export type Arrival = Report & { name: string; version: string; capabilities: MachineCapabilities };

export type Beaten = Pick<NodeRow, 'processes'> & {
  seenAt: Date;
  /** All machines with the database; null where the one that reports is the only one. */
  machines: ListedMachine[] | null;
};

const SAMPLE_MS = 5 * 60_000;
const KEPT_HOURS = 24;
const NODES_MAX = 200;

/** Its processes without those that have not reported for too long. */
const FRESH = sql`(select coalesce(jsonb_object_agg(p.key, p.value), '{}'::jsonb) from jsonb_each(${node.processes}) p
  where (p.value ->> 'at')::timestamptz > now() - make_interval(secs => ${sql.raw(String(MACHINE_LOST_SECONDS))}))`;

function entryOf({ process, roles, marked, awake, reach }: Report, startedAt: SQL): SQL {
  const facts = JSON.stringify({ roles, marked, awake, ...(reach && { reach }) });
  return sql`jsonb_build_object(${process}::text,
    ${facts}::jsonb || jsonb_build_object('at', now(), 'startedAt', ${startedAt}))`;
}

const measured = ({ memoryFree, memoryTotal, diskFree, diskTotal, load, clock }: Report) => ({
  ...{ memoryFree, memoryTotal, diskFree, diskTotal, load },
  clockOffMs: sql<number>`round(extract(epoch from (${clock.toISOString()}::timestamptz - now())) * 1000)::bigint`,
  seenAt: sql<Date>`now()`,
});

/** As they were before the statement, which counts for the others alone. */
const MACHINES = sql<ListedMachine[] | null>`case when exists
  (select 1 from node other where other.joined_at is null and other.id <> node.id) then
  (select jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'state', m.state, 'isDrained', m.drained_at is not null,
    'silentSeconds', extract(epoch from now() - m.seen_at), 'cpus', coalesce((m.capabilities ->> 'cpus')::int, 0),
    'php', coalesce(m.capabilities -> 'php', '[]'::jsonb),
    'memoryFree', m.memory_free, 'memoryTotal', m.memory_total, 'diskFree', m.disk_free, 'diskTotal', m.disk_total,
    'load', m.load, 'processes', m.processes,
    'workloads', (select count(*)::int from workload w where w.node_id = m.id)))
  from node m where m.joined_at is null) end`;
const RETURNED = { processes: node.processes, seenAt: node.seenAt, machines: MACHINES };
/** Neither revoked nor one that joined by a token: that one has no access to the database. */
const mayReport = (id: string) => and(eq(node.id, id), eq(node.state, 'ready'), isNull(node.joinedAt));

/** Registers a process of a machine that knows the database; undefined when the machine may not take part. */
export async function registerProcess(db: Database, arrival: Arrival): Promise<Beaten | undefined> {
  const { id, name, version, capabilities } = arrival;
  const entry = entryOf(arrival, sql`now()`);
  const values = { name, version, capabilities, ...measured(arrival) };
  const [row] = await db
    .insert(node)
    .values({ id, ...values, processes: entry })
    .onConflictDoUpdate({
      target: node.id,
      set: { ...values, processes: sql`${FRESH} || ${entry}` },
      setWhere: sql`${node.state} = 'ready' and ${node.joinedAt} is null`,
    })
    .returning(RETURNED);
  return row;
}

/** Stores that a process runs, and how its machine is; undefined when the machine may no longer take part. */
export async function beat(db: Database, report: Report, startedAt: string): Promise<Beaten | undefined> {
  const entry = entryOf(report, sql`${startedAt}::text`);
  const [row] = await db
    .update(node)
    .set({ ...measured(report), processes: sql`${FRESH} || ${entry}` })
    .where(mayReport(report.id))
    .returning(RETURNED);
  return row;
}

/** The same for a machine that joined by a token, which is known by its certificate. */
export async function beatOfMember(
  db: Database,
  fingerprint: string,
  report: Omit<Arrival, 'id' | 'name'>,
): Promise<(Beaten & Pick<NodeRow, 'id'>) | undefined> {
  const { version, capabilities, process } = report;
  const startedAt = sql`coalesce(${node.processes} -> ${process}::text ->> 'startedAt', now()::text)`;
  const entry = entryOf({ ...report, id: '' }, startedAt);
  const [row] = await db
    .update(node)
    .set({ ...measured({ ...report, id: '' }), version, capabilities, processes: sql`${FRESH} || ${entry}` })
    .where(and(eq(node.fingerprint, fingerprint), eq(node.state, 'ready')))
    .returning({ ...RETURNED, id: node.id });
  return row;
}

/**
 * Processes of a machine that began before `own` and have reported since: they are alive, and one that was killed is not heard of
 * again.
 */
export function olderOnes({ processes }: Pick<NodeRow, 'processes'>, own: string): [string, NodeProcess][] {
  const since = Date.parse(processes[own]?.startedAt ?? '');
  return Object.entries(processes).filter(
    ([name, { at, startedAt }]) => name !== own && Date.parse(at) > since && Date.parse(startedAt) <= since,
  );
}

/** A process has ended in order. */
export async function leave(db: Database, id: string, process: string): Promise<void> {
  await db
    .update(node)
    .set({ processes: sql`${node.processes} - ${process}::text` })
    .where(eq(node.id, id));
}

/** The machine of a certificate. */
export async function findByFingerprint(db: Database, fingerprint: string): Promise<NodeRow | undefined> {
  return (await db.select().from(node).where(eq(node.fingerprint, fingerprint)))[0];
}

export async function findNode(db: Database, id: string): Promise<NodeRow | undefined> {
  return (await db.select().from(node).where(eq(node.id, id)))[0];
}

/** Stores a measurement, one in five minutes, and removes those of yesterday. */
export async function addSample(db: Database, id: string, { memoryFree, diskFree, load }: MachineLoad, now: Date) {
  const at = new Date(Math.floor(now.getTime() / SAMPLE_MS) * SAMPLE_MS);
  const added = await db
    .insert(nodeSample)
    .values({ nodeId: id, at, memoryFree, diskFree, load })
    .onConflictDoNothing()
    .returning({ at: nodeSample.at });
  if (added.length === 0) return;
  await db.delete(nodeSample).where(and(eq(nodeSample.nodeId, id), lt(nodeSample.at, dayBefore(now))));
}

const dayBefore = (now: Date): Date => new Date(now.getTime() - KEPT_HOURS * 3_600_000);

export const samplesOf = (db: Database, id: string, now: Date) =>
  db
    .select()
    .from(nodeSample)
    .where(and(eq(nodeSample.nodeId, id), gt(nodeSample.at, dayBefore(now))))
    .orderBy(asc(nodeSample.at));

/** The machines, the oldest first, with how long each has been silent by the clock of the database. */
export const listNodes = (db: Database) =>
  db
    .select({
      row: node,
      silentSeconds: sql<number>`extract(epoch from (now() - ${node.seenAt}))::float8`,
    })
    .from(node)
    .orderBy(asc(node.createdAt), asc(node.id))
    .limit(NODES_MAX);

/** What a machine is, from its row. */
export function stateOf(
  { state, processes }: Pick<NodeRow, 'state' | 'processes'>,
  silentSeconds: number,
): MachineState {
  if (state === 'revoked') return 'revoked';
  if (Object.keys(processes).length === 0) return 'stopped';
  return silentSeconds > MACHINE_LOST_SECONDS ? 'lost' : 'ready';
}

/** The processes of a row that reported within the bound before its last report. */
export function liveProcesses({ processes, seenAt }: Pick<NodeRow, 'processes' | 'seenAt'>): NodeProcess[] {
  const from = seenAt.getTime() - MACHINE_LOST_SECONDS * 1000;
  return Object.values(processes).filter(({ at }) => Date.parse(at) > from);
}

/** How many sites and applications each machine has of each kind, without what is in the bin. */
export const countWorkloads = (db: Database) =>
  db
    .select({ nodeId: workload.nodeId, kind: workload.kind, total: sql<number>`count(*)::int` })
    .from(workload)
    .where(isNull(workload.binnedAt))
    .groupBy(workload.nodeId, workload.kind)
    .orderBy(workload.kind);

/** Of some hosted sites, how many there are of each kind. */
export async function kindsOf(db: Database, ids: readonly string[]): Promise<Record<string, number>> {
  if (ids.length === 0) return {};
  const rows = await db
    .select({ kind: workload.kind, total: sql<number>`count(*)::int` })
    .from(workload)
    .where(sql`${workload.id}::text in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`)
    .groupBy(workload.kind);
  return Object.fromEntries(rows.map(({ kind, total }) => [kind, total]));
}

/** Removes machines that never joined by a token, have not reported for long and have no workload: their data folders are gone. One whose workloads are still being
 * restored elsewhere stays. */
export async function sweepNodes(db: Database, before: Date): Promise<void> {
  const hasNothing = sql`not exists (select 1 from workload w where w.node_id = node.id)
    and not exists (select 1 from workload_recovery r where r.from_node = node.id and r.state <> 'restored')`;
  await db.delete(node).where(and(isNull(node.joinedAt), eq(node.state, 'ready'), lt(node.seenAt, before), hasNothing));
}

/** Sets since when nothing new is placed on a machine that runs workloads; undefined when there is none. */
export async function drainNode(db: Database, id: string, since: Date | null): Promise<NodeRow | undefined> {
  const [row] = await db
    .update(node)
    .set({ drainedAt: since && sql`coalesce(${node.drainedAt}, ${since.toISOString()}::timestamptz)` })
    .where(mayReport(id))
    .returning();
  return row;
}

/** Revokes a machine; false when it was revoked before. */
export async function revokeNode(tx: Database, id: string, by: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(node)
    .set({ state: 'revoked', revokedAt: now, revokedBy: by, processes: {} })
    .where(and(eq(node.id, id), eq(node.state, 'ready')))
    .returning({ id: node.id });
  return rows.length > 0;
}

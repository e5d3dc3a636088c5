import { MACHINE_TAKE_OVER_SECONDS, type Machine, type MachineHistory, type Machines } from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import { found } from '../../context/scope.ts';
import { PanelError } from '../../kernel/errors.ts';
import { emptyingOf } from './move.repo.ts';
import { readRestoreAfter, recoveriesOf } from './recovery.repo.ts';
import {
  countWorkloads,
  drainNode,
  findNode,
  listNodes,
  liveProcesses,
  revokeNode,
  samplesOf,
  stateOf,
  type NodeRow,
} from '../../machine/node.repo.ts';

type Listed = Awaited<ReturnType<typeof listNodes>>[number];
type Totals = Awaited<ReturnType<typeof countWorkloads>>;

/** The one with the data folder: of the machines that know the database, the oldest that runs, or the oldest. */
function homeOf(listed: readonly Listed[]): NodeRow | undefined {
  const own = listed.filter(({ row }) => row.joinedAt === null && row.state === 'ready');
  const running = own.find(({ row, silentSeconds }) => stateOf(row, silentSeconds) === 'ready');
  return (running ?? own[0])?.row;
}

function workloadsOf(row: NodeRow, isRunning: boolean, totals: Totals): Machine['workloads'] {
  const live = isRunning ? liveProcesses(row) : [];
  const awakeOf = (kind: string) => live.reduce((sum, { awake }) => sum + (awake[kind] ?? 0), 0);
  return totals.map(({ kind, total }) => ({ kind, total, awake: Math.min(total, awakeOf(kind)) }));
}

/** What is placed on a machine; what nobody has claimed counts for the one with the data folder. */
function totalsOf(totals: Totals, { id }: NodeRow, home: boolean): Totals {
  const byKind = new Map<string, Totals[number]>();
  for (const each of totals) {
    if (each.nodeId !== id && !(home && each.nodeId === null)) continue;
    byKind.set(each.kind, { ...each, total: each.total + (byKind.get(each.kind)?.total ?? 0) });
  }
  return [...byKind.values()];
}

type About = {
  home: boolean;
  totals: Totals;
  ownId: string;
  emptying: Machine['emptying'];
  recovery: Machine['recovery'];
};

function publicMachine({ row, silentSeconds }: Listed, { home, totals, ownId, emptying, recovery }: About): Machine {
  const { id, name, address, capabilities, version, clockOffMs, joinedAt, revokedAt, revokedBy } = row;
  const { memoryFree, memoryTotal, diskFree, diskTotal, load } = row;
  const state = stateOf(row, silentSeconds);
  return {
    ...{ id, name, address, state, isThis: id === ownId, capabilities, version, clockOffMs },
    roles: [...new Set(liveProcesses(row).flatMap(({ roles }) => roles))],
    now: { memoryFree, memoryTotal, diskFree, diskTotal, load },
    workloads: workloadsOf(row, state === 'ready', totalsOf(totals, row, home)),
    isDrained: row.drainedAt !== null,
    emptying,
    recovery,
    isGone: joinedAt === null && silentSeconds > MACHINE_TAKE_OVER_SECONDS,
    isReached: Object.values(row.processes).some(({ reach }) => reach),
    seenAt: row.seenAt.toISOString(),
    since: row.createdAt.toISOString(),
    joinedAt: joinedAt?.toISOString() ?? null,
    revoked: revokedAt && { at: revokedAt.toISOString(), by: revokedBy ?? '' },
  };
}

/** All machines of the installation. */
export async function showMachines({ db, machine }: AppContext): Promise<Machines> {
  const [listed, totals] = [await listNodes(db), await countWorkloads(db)];
  const home = homeOf(listed);
  const recoveries = await recoveriesOf(db);
  const emptying = new Map(
    (await emptyingOf(db)).map(({ id, since, ...counts }) => [
      id,
      { since: (since ?? new Date(0)).toISOString(), ...counts },
    ]),
  );
  return {
    machines: listed.map((each) =>
      publicMachine(each, {
        ...{ home: each.row === home, totals, ownId: machine.id },
        emptying: emptying.get(each.row.id) ?? null,
        recovery: recoveries.get(each.row.id) ?? null,
      }),
    ),
    joinPort: machine.joinPort,
    restoreAfterMinutes: await readRestoreAfter(db),
  };
}

/** Measurements of a machine over a day. @throws PanelError NOT_FOUND */
export async function showHistory({ db, clock }: AppContext, id: string): Promise<MachineHistory> {
  found(await findNode(db, id));
  const rows = await samplesOf(db, id, clock.now());
  return {
    samples: rows.map(({ at, memoryFree, diskFree, load }) => ({ at: at.toISOString(), memoryFree, diskFree, load })),
  };
}

/**
 * Places nothing new on a machine, or places on it again. Machines that joined by a token have no workloads.
 * @throws PanelError NOT_FOUND
 */
export async function drainMachine(
  { db, clock, machine }: AppContext,
  id: string,
  isDrained: boolean,
): Promise<Pick<NodeRow, 'name'>> {
  const row = found(await drainNode(db, id, isDrained ? clock.now() : null));
  await machine.look(id);
  return row;
}

/** Revokes a machine; one that was revoked before stays as it is. @throws PanelError NOT_FOUND, MACHINE_OWN */
export async function revokeMachine({ db, clock, machine }: AppContext, id: string, by: string): Promise<NodeRow> {
  const row = found(await findNode(db, id));
  if (row.id === machine.id) throw new PanelError('MACHINE_OWN');
  await db.transaction((tx) => revokeNode(tx, id, by, clock.now()));
  await machine.look(id);
  return row;
}

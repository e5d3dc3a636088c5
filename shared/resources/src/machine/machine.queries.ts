import { calls, queryOf } from '@panel/core';
import { machinesRead } from './machine.reads.ts';

const REFRESH_MS = 10_000;
/** Moves of small sites take seconds. */
const MOVE_MS = 3_000;
const SAMPLE_MS = 60_000;

export const machinesQuery = queryOf(machinesRead, { refetchInterval: REFRESH_MS });

/** A page of what is on a machine. */
export const machineWorkloadsQuery = (id: string, page: { pageIndex: number; pageSize: number }) =>
  calls.machine.workloads.queryOptions({ input: { id, ...page }, refetchInterval: MOVE_MS });

/** What was measured of a machine over a day. */
export const machineHistoryQuery = (id: string) =>
  calls.machine.history.queryOptions({ input: { id }, refetchInterval: SAMPLE_MS });

/** What is on a machine, and which of it could be restored elsewhere. */
export const recoveryPlanQuery = (id: string, page: { pageIndex: number; pageSize: number }) =>
  calls.machine.recoveryPlan.queryOptions({ input: { id, ...page } });

/** What workloads that are elsewhere now have left on a machine. */
export const leftoversQuery = (id: string, page: { pageIndex: number; pageSize: number }) =>
  calls.machine.leftovers.queryOptions({ input: { id, ...page } });

import { calls, queryOf } from '@panel/core';
import { machinesRead } from './machine.reads.ts';

const REFRESH_MS = 10_000;
const SAMPLE_MS = 60_000;

export const machinesQuery = queryOf(machinesRead, { refetchInterval: REFRESH_MS });

/** What was measured of a machine over a day. */
export const machineHistoryQuery = (id: string) =>
  calls.machine.history.queryOptions({ input: { id }, refetchInterval: SAMPLE_MS });

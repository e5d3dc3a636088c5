import { queryOf } from '@panel/core';
import { overviewRead } from './overview.reads.ts';

const REFRESH_MS = 60_000;

export const overviewQuery = queryOf(overviewRead, { refetchInterval: REFRESH_MS });

import { queryOf } from '@panel/core';
import { revenueRead } from './revenue.reads.ts';

const REFRESH_MS = 60_000;

export const revenueQuery = queryOf(revenueRead, { refetchInterval: REFRESH_MS });

import { queryOf } from '@panel/core';
import { healthRead } from './health.reads.ts';

const REFRESH_MS = 30_000;

export const healthQuery = queryOf(healthRead, { refetchInterval: REFRESH_MS });

import { queryOf } from '@panel/core';
import { approvalsRead } from './approval.reads.ts';

/** Polls while the page is visible, as the releases beside it do. */
const LIVE_MS = 10_000;

export const approvalsQuery = queryOf(approvalsRead, { refetchInterval: LIVE_MS });

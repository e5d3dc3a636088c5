import { queryOf } from '@panel/core';
import { latestRead } from './hello.reads.ts';

export const latestQuery = queryOf(latestRead);

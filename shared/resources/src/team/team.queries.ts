import { queryOf } from '@panel/core';
import { teamsRead } from './team.reads.ts';

export const teamsQuery = queryOf(teamsRead);

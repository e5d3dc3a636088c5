import { queryOf, type Api } from '@panel/core';
import { teamsRead } from './team.reads.ts';

export type TeamOverview = Awaited<ReturnType<Api['team']['list']>>;

export const teamsQuery = queryOf(teamsRead);

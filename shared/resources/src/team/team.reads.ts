import { read } from '@panel/contract/reads';

/** All teams, with their packages and keys. */
export const teamsRead = read('team.list');

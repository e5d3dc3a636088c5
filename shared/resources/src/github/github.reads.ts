import { read } from '@panel/contract/reads';

/** The connected account. */
export const githubConnectionRead = read('github.connection');

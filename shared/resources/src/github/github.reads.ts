import { read } from '@panel/contract/reads';

/** The connected account. */
export const githubConnectionRead = read('github.connection');

/** Whether the panel has a GitHub App, and the account that is connected with it. */
export const githubAppRead = read('github.appConnection');

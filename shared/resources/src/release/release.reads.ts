import { read } from '@panel/contract/reads';

/** What runs everywhere, and the policies behind it. */
export const runningRead = read('release.running', {});

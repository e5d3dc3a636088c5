/*
 * Code for failures and for open tabs. One lazy part, loaded when the browser is idle: most page views never run it,
 * and its code must be there before something fails.
 */
export { pageBroke, prepareRetry, recover } from './recovery.ts';
export { openTab } from './open-tab.tsx';

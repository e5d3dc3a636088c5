/*
 * What a tab needs after a failure and while it stays open. One lazy part, fetched when the browser is idle: most page
 * views never run it, and its code must be there before something breaks.
 */
export { pageBroke, prepareRetry, recover } from './recovery.ts';
export { openTab } from './open-tab.tsx';

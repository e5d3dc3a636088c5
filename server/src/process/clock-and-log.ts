export type { Logger } from 'pino';

/** The time; tests put their own in. */
export type Clock = { now(): Date };

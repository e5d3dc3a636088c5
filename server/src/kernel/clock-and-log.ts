export type { Logger } from 'pino';

/** The current time; tests can replace it. */
export type Clock = { now(): Date };

import pino, { type DestinationStream, type Logger } from 'pino';
import { saidByDatabase } from '../db/query-error.ts';
import { HostingError } from '../hosting/hosting-error.ts';

export type LoggedError = {
  type: string;
  message: string;
  code?: string;
  detail?: string;
  stack?: string;
  cause?: LoggedError;
};

const CAUSES_MAX = 3;

/** The lines of a stack without the message, which may quote private data. */
function framesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  return at === -1 ? '' : stack.slice(at + message.length);
}

/**
 * The safe part of a thrown value for the log. Fields are chosen one by one, because errors contain query parameters
 * and rows of the database; log errors as `err` to use this.
 */
export function loggedError(thrown: unknown, depth = 0): LoggedError {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: 'A value was thrown that is not an error.' };
  const ofDatabase = saidByDatabase(thrown);
  const message = ofDatabase?.message ?? thrown.message;
  const code = ofDatabase ? ofDatabase.code : (thrown as { code?: unknown }).code;
  return {
    type: thrown.name,
    message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(thrown instanceof HostingError && thrown.detail !== undefined ? { detail: thrown.detail } : {}),
    stack: `${thrown.name}: ${message}${framesOf(thrown)}`,
    ...(!ofDatabase && thrown.cause !== undefined && depth < CAUSES_MAX
      ? { cause: loggedError(thrown.cause, depth + 1) }
      : {}),
  };
}

/** The log of a process: one line of JSON per event, by default on standard output. */
export function createLog(level: string, to?: DestinationStream): Logger {
  const options = { level, base: { pid: process.pid }, serializers: { err: (thrown: unknown) => loggedError(thrown) } };
  return to ? pino(options, to) : pino(options);
}

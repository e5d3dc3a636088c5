import { DrizzleQueryError } from 'drizzle-orm/errors';
import { DatabaseAway } from './database-away.ts';
import { DatabaseBroke } from './reopening-pglite.ts';

/** A data exception (class 22 of SQLSTATE) quotes the rejected value; other messages quote names only. */
const QUOTES_VALUE = /^22/;

/**
 * SQLSTATE of a missing connection (class 08), a shutdown or startup (57P), too many connections (53300), or a
 * timeout (57014, 25P03); and socket errors.
 */
const NOT_THERE =
  /^(?:08...|57P0[1-5]|53300|57014|25P03|ECONN.*|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of pg without a code. */
const LOST =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (?:has encountered a connection error|was closed) and is not queryable)/;

/** Whether the database was unreachable, so that a retry may work in a moment. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof DatabaseAway || error instanceof DatabaseBroke) return true;
  if (error instanceof DrizzleQueryError) return error.cause !== undefined && meansAway(error.cause);
  // `severity` is in every error that PostgreSQL sends, and in no other.
  return error instanceof Error && ('severity' in error || LOST.test(error.message)) && meansAway(error);
}

function meansAway(cause: Error & { code?: unknown }): boolean {
  return cause instanceof DatabaseAway || NOT_THERE.test(String(cause.code)) || LOST.test(cause.message);
}

/** SQLSTATE of an error that the database sent. */
function stateOf(error: unknown): unknown {
  const said = error instanceof DrizzleQueryError ? error.cause : error;
  return said instanceof Error ? (said as { code?: unknown }).code : undefined;
}

/** Whether the database had no room to write. */
export const isDiskFull = (error: unknown): boolean => stateOf(error) === '53100';

/** Whether another row has a value that must be unique. The transaction can only be rolled back then. */
export const isDuplicate = (error: unknown): boolean => stateOf(error) === '23505';

/**
 * The database's message, for a log: drizzle's own text quotes the parameters, which may contain anything a person
 * typed, and PostgreSQL's `detail` quotes rows. Null for other errors.
 */
export function saidByDatabase(error: Error): { message: string; code?: string } | null {
  const wrapped = error instanceof DrizzleQueryError;
  if (!wrapped && !('severity' in error)) return null;
  const said: (Error & { code?: string }) | undefined = wrapped ? error.cause : error;
  if (!said) return { message: 'A query failed.' };
  return {
    message: QUOTES_VALUE.test(said.code ?? '') ? said.message.replace(/".*"/s, '"…"') : said.message,
    code: said.code,
  };
}

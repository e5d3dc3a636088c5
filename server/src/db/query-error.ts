import { DrizzleQueryError } from 'drizzle-orm/errors';
import { DatabaseBroke } from './reopening-pglite.ts';

/** A data exception (class 22 of SQLSTATE) quotes the value that it refuses; other messages quote names alone. */
const QUOTES_VALUE = /^22/;

/** SQLSTATE of a connection that is not there (class 08) or is being ended or not yet taken (57P). */
const NOT_THERE = /^(?:08...|57P0[1-4]|ECONN.*|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** Could the database not be asked at all? Whatever was wanted may work in a moment. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof DatabaseBroke) return true;
  if (!(error instanceof DrizzleQueryError) || !error.cause) return false;
  const { code, message } = error.cause as Error & { code?: string };
  return NOT_THERE.test(code ?? '') || /^(?:Connection terminated|timeout exceeded when trying to connect)/.test(message);
}

/** Did the database have no room to write? */
export function isDiskFull(error: unknown): boolean {
  const said = error instanceof DrizzleQueryError ? error.cause : error;
  return said instanceof Error && (said as { code?: unknown }).code === '53100';
}

/**
 * What the database said, for a log: drizzle's own text quotes the parameters, which may be anything that a person
 * typed, and PostgreSQL's `detail` quotes rows. Null for an error that is not the database's.
 */
export function saidByDatabase(error: Error): { message: string; code?: string } | null {
  const wrapped = error instanceof DrizzleQueryError;
  // `severity` is in every error that PostgreSQL sends, and in no other.
  if (!wrapped && !('severity' in error)) return null;
  const said: (Error & { code?: string }) | undefined = wrapped ? error.cause : error;
  if (!said) return { message: 'A query failed.' };
  return { message: QUOTES_VALUE.test(said.code ?? '') ? said.message.replace(/".*"/s, '"…"') : said.message, code: said.code };
}

import { fillPlaceholders, sql, SQL, StringChunk } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

/** Placeholder for a value in a prepared statement. */
export const later = <T>(name: string): T => sql.placeholder(name) as unknown as T;

/**
 * A statement whose text is built once: drizzle joins it anew for every run, which for a long, frequent statement is
 * our largest cost. The result takes the values by name.
 */
export function prepareSql(statement: SQL): (values: Record<string, unknown>) => SQL {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement);
  const pieces = text.split(/\$\d+/).map((piece) => new StringChunk(piece));
  return (values) => {
    const filled = fillPlaceholders(params, values);
    return new SQL(pieces.flatMap((piece, i) => (i < filled.length ? [piece, sql.param(filled[i])] : [piece])));
  };
}

import { fillPlaceholders, sql, SQL, StringChunk } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

/** Stands in a statement for a value that comes later. */
export const later = <T>(name: string): T => sql.placeholder(name) as unknown as T;

/**
 * A statement whose text is made once: drizzle joins it from all its parts for every run, which for a long one that
 * many requests ask costs more than anything else that is ours. The result takes the values by their names.
 */
export function prepareSql(statement: SQL): (values: Record<string, unknown>) => SQL {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement);
  const pieces = text.split(/\$\d+/).map((piece) => new StringChunk(piece));
  return (values) => {
    const filled = fillPlaceholders(params, values);
    return new SQL(pieces.flatMap((piece, i) => (i < filled.length ? [piece, sql.param(filled[i])] : [piece])));
  };
}

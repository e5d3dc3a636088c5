import { inArray } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { user } from '../../db/schema.ts';

/** The emails of customers by their ids. */
export async function emailsOf(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: user.id, email: user.email })
    .from(user)
    .where(inArray(user.id, [...ids]));
  return new Map(rows.map(({ id, email }) => [id, email]));
}

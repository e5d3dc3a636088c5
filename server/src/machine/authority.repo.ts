import { eq } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { setting } from '../db/schema.ts';

const KEY = 'machine_authority';

/** The sealed authority of machines; undefined before there is one. */
export async function readAuthority(db: Database): Promise<string | undefined> {
  const [row] = await db.select().from(setting).where(eq(setting.key, KEY));
  return typeof row?.value === 'string' ? row.value : undefined;
}

/** Keeps a sealed authority, unless another process was faster. @returns the one that counts */
export async function keepAuthority(db: Database, sealed: string): Promise<string> {
  await db.insert(setting).values({ key: KEY, value: sealed }).onConflictDoNothing();
  return (await readAuthority(db)) ?? sealed;
}

import { eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { setting } from './schema.ts';

const PUBLIC_URL = 'public_url';

/** Has the installation's address changed since the last start? The first address is stored and is no change. */
export async function addressChanged(db: Database, publicUrl: string): Promise<boolean> {
  const [known] = await db.select().from(setting).where(eq(setting.key, PUBLIC_URL));
  if (!known) await rememberAddress(db, publicUrl);
  return known !== undefined && known.value !== publicUrl;
}

export async function rememberAddress(db: Database, publicUrl: string): Promise<void> {
  await db
    .insert(setting)
    .values({ key: PUBLIC_URL, value: publicUrl })
    .onConflictDoUpdate({ target: setting.key, set: { value: publicUrl } });
}

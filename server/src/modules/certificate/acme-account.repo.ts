import { generateKeyPairSync } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { setting } from '../../db/schema.ts';
import type { SecretBox } from '../../security/secret-box.ts';

const KEY = 'acme_account';

const newKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

/** The key of the installation's account at its ACME server; processes that start together end with the same one. */
export async function acmeAccountKey(db: Database, secrets: SecretBox): Promise<string> {
  const read = async (): Promise<string | undefined> => {
    const [row] = await db.select().from(setting).where(eq(setting.key, KEY));
    return typeof row?.value === 'string' ? row.value : undefined;
  };
  const known = await read();
  if (known !== undefined) return secrets.open(known);
  await db
    .insert(setting)
    .values({ key: KEY, value: secrets.seal(newKey()) })
    .onConflictDoNothing();
  return secrets.open((await read()) ?? '');
}

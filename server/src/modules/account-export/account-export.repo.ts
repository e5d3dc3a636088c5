import { and, desc, eq, inArray, lte, ne } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { accountExport } from '../../db/schema.ts';
import { discardFolder } from '../../storage/discarded.repo.ts';

export type ExportRow = typeof accountExport.$inferSelect;

/** The folder of the storage that has one archive. */
export const exportFolder = ({ id }: Pick<ExportRow, 'id'>): string => `account-export-${id}`;
export const exportKey = (row: Pick<ExportRow, 'id'>): string => `${exportFolder(row)}/data.zip`;

/** A customer's newest export. */
export async function newestExport(db: Database, customerId: string): Promise<ExportRow | undefined> {
  const [row] = await db
    .select()
    .from(accountExport)
    .where(eq(accountExport.customerId, customerId))
    .orderBy(desc(accountExport.createdAt), desc(accountExport.id))
    .limit(1);
  return row;
}

export async function findExport(db: Database, id: string): Promise<ExportRow | undefined> {
  return (await db.select().from(accountExport).where(eq(accountExport.id, id)))[0];
}

/** Those of the ids whose archive is being made. */
export async function runningExports(db: Database, ids: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: accountExport.id })
    .from(accountExport)
    .where(and(inArray(accountExport.id, ids), eq(accountExport.status, 'running')));
  return rows.map((row) => row.id);
}

/** @throws the database's error for a duplicate while another one of the customer runs */
export async function insertExport(
  tx: Database,
  row: Pick<ExportRow, 'partnerId' | 'customerId' | 'createdAt'>,
): Promise<ExportRow | undefined> {
  return (await tx.insert(accountExport).values(row).returning())[0];
}

export async function updateExport(tx: Database, id: string, change: Partial<ExportRow>): Promise<void> {
  await tx.update(accountExport).set(change).where(eq(accountExport.id, id));
}

async function discard(tx: Database, rows: readonly ExportRow[]): Promise<string[]> {
  const folders = rows.map(exportFolder);
  for (const folder of folders) await discardFolder(tx, folder);
  return folders;
}

/** Removes the archives of a customer that no task makes. Returns their folders, which the caller removes once this is committed. */
export const discardEnded = async (tx: Database, customerId: string): Promise<string[]> =>
  discard(
    tx,
    await tx
      .delete(accountExport)
      .where(and(eq(accountExport.customerId, customerId), ne(accountExport.status, 'running')))
      .returning(),
  );

/** The same of all archives of a customer, who is deleted. */
export const discardExportsOf = async (tx: Database, customerId: string): Promise<string[]> =>
  discard(tx, await tx.delete(accountExport).where(eq(accountExport.customerId, customerId)).returning());

/** Removes archives that have ended; their folders are removed by the sweep of what was discarded. */
export const sweepExports = (db: Database, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    await discard(tx, await tx.delete(accountExport).where(lte(accountExport.expiresAt, now)).returning());
  });

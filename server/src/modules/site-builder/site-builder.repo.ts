import type { BuilderContent } from '@panel/contract';
import { and, count, desc, eq, sql, sum } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { builderPicture, builderProject } from '../../db/schema.ts';

export type ProjectRow = typeof builderProject.$inferSelect;
export type PictureRow = typeof builderPicture.$inferSelect;

export async function findProject(db: Database, siteId: string): Promise<ProjectRow | undefined> {
  return (await db.select().from(builderProject).where(eq(builderProject.siteId, siteId)))[0];
}

/** The version of a draft; 0 without one. */
export async function draftRevision(db: Database, siteId: string): Promise<number> {
  const { revision } = builderProject;
  return (
    (await db.select({ revision }).from(builderProject).where(eq(builderProject.siteId, siteId)))[0]?.revision ?? 0
  );
}

type Save = { siteId: string; revision: number; content: BuilderContent; at: Date };

/** Stores a version over `revision`; undefined when the newest one is another. */
export async function saveProject(
  db: Database,
  { siteId, revision, content, at: savedAt }: Save,
): Promise<ProjectRow | undefined> {
  const next = { revision: revision + 1, content, savedAt };
  const written =
    revision === 0
      ? await db
          .insert(builderProject)
          .values({ siteId, ...next })
          .onConflictDoNothing()
          .returning()
      : await db
          .update(builderProject)
          .set({ ...next, updatedAt: sql`now()` })
          .where(and(eq(builderProject.siteId, siteId), eq(builderProject.revision, revision)))
          .returning();
  return written[0];
}

export async function recordPublication(
  db: Database,
  siteId: string,
  { revision, at }: { revision: number; at: Date },
): Promise<void> {
  await db
    .update(builderProject)
    .set({ publishedRevision: revision, publishedAt: at, updatedAt: sql`now()` })
    .where(eq(builderProject.siteId, siteId));
}

const ofPicture = (siteId: string, name: string) =>
  and(eq(builderPicture.siteId, siteId), eq(builderPicture.name, name));

/** The pictures of a site, the newest first. */
export const listPictures = (db: Database, siteId: string): Promise<PictureRow[]> =>
  db
    .select()
    .from(builderPicture)
    .where(eq(builderPicture.siteId, siteId))
    .orderBy(desc(builderPicture.createdAt), builderPicture.name);

export async function findPicture(db: Database, siteId: string, name: string): Promise<PictureRow | undefined> {
  return (await db.select().from(builderPicture).where(ofPicture(siteId, name)))[0];
}

/** Stores a picture; the same content once more is the same picture. */
export async function insertPicture(db: Database, values: typeof builderPicture.$inferInsert): Promise<void> {
  await db.insert(builderPicture).values(values).onConflictDoNothing();
}

export async function deletePicture(db: Database, siteId: string, name: string): Promise<void> {
  await db.delete(builderPicture).where(ofPicture(siteId, name));
}

/** How many pictures a site has, and their bytes. */
export async function picturesSize(db: Database, siteId: string): Promise<{ count: number; bytes: number }> {
  const [row] = await db
    .select({ count: count(), bytes: sum(builderPicture.bytes) })
    .from(builderPicture)
    .where(eq(builderPicture.siteId, siteId));
  return { count: row?.count ?? 0, bytes: Number(row?.bytes ?? 0) };
}

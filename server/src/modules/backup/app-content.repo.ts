import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { app, appBuild, appDatabase, appVariables } from '../../db/schema.ts';
import type { AppContent } from '../../db/schema/backup.table.ts';

/** Why an archive from before databases were part of backups is not tested where the application has one. */
export const FROM_BEFORE =
  'This backup is from before databases were part of backups, so a copy of it proves nothing. Make a new backup.';

/** Whether it is an application with a database. */
export const hasDatabase = async (db: Database, id: string): Promise<boolean> =>
  (await db.$count(appDatabase, eq(appDatabase.appId, id))) > 0;

/** What the panel knows of an application whose release `buildId` is backed up. Its variables stay sealed. */
export async function contentOf(db: Database, appId: string, buildId: string): Promise<AppContent> {
  const [[own], [build]] = await Promise.all([
    db.select({ settings: app.settings }).from(app).where(eq(app.id, appId)),
    db.select().from(appBuild).where(eq(appBuild.id, buildId)),
  ]);
  const sealed = async (environment: 'production' | 'preview', version?: number): Promise<string | null> => {
    const [row] = await db
      .select({ sealed: appVariables.sealed })
      .from(appVariables)
      .where(
        and(
          eq(appVariables.appId, appId),
          eq(appVariables.environment, environment),
          version === undefined ? undefined : eq(appVariables.version, version),
        ),
      )
      .orderBy(desc(appVariables.version))
      .limit(1);
    return row?.sealed ?? null;
  };
  const version = build?.variablesVersion ?? 0;
  const { branch = null, commit = null, commitMessage = null, commitAuthor = null } = build ?? {};
  return {
    settings: own?.settings ?? {},
    variables: {
      production: await sealed('production'),
      preview: await sealed('preview'),
      // A version that is gone is from before those of kept releases were kept.
      release: version > 0 ? ((await sealed('production', version)) ?? (await sealed('production'))) : null,
    },
    build: { branch, commit, commitMessage, commitAuthor, framework: build?.framework ?? null },
  };
}

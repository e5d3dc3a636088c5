import type { AppEnvironment, VariablePhase } from '@panel/contract';
import { and, desc, eq, lt, notExists, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { appBuild, appVariables, user } from '../../db/schema.ts';
import type { SecretBox } from '../../security/secret-box.ts';

export type Variable = { name: string; value: string; phase: VariablePhase; secret: boolean };
export type VariablesVersion = { version: number; variables: Variable[] };

/** Versions that are kept for undo. */
const KEPT_VERSIONS = 20;

/** The newest version of an environment's variables, or the given one; version 0 without any. */
export async function readVariables(
  db: Database,
  secrets: SecretBox,
  key: { appId: string; environment: AppEnvironment; version?: number },
): Promise<VariablesVersion | undefined> {
  const { appId, environment, version } = key;
  const [row] = await db
    .select()
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
  if (row) return { version: row.version, variables: JSON.parse(secrets.open(row.sealed)) as Variable[] };
  return version ? undefined : { version: 0, variables: [] };
}

/** Stores the next version; older ones than the last twenty are removed, unless a release that is kept was built with one. */
export async function storeVariables(
  tx: Database,
  secrets: SecretBox,
  key: { appId: string; environment: AppEnvironment; version: number; changedBy: string | null },
  variables: Variable[],
): Promise<void> {
  const { appId, environment, version } = key;
  await tx
    .insert(appVariables)
    .values({ ...key, names: variables.length, sealed: secrets.seal(JSON.stringify(variables)) });
  await tx.delete(appVariables).where(
    and(
      eq(appVariables.appId, appId),
      eq(appVariables.environment, environment),
      lt(appVariables.version, version - KEPT_VERSIONS),
      notExists(
        tx
          .select({ id: appBuild.id })
          .from(appBuild)
          .where(
            and(
              eq(appBuild.appId, appVariables.appId),
              eq(appBuild.isKept, true),
              // Previews are built with versions of their own.
              sql`(${appVariables.environment} = 'production') = (${appBuild.previewId} is null)`,
              eq(appBuild.variablesVersion, appVariables.version),
            ),
          ),
      ),
    ),
  );
}

/** The kept versions of an environment, the newest first. */
export const variableVersions = (db: Database, appId: string, environment: AppEnvironment) =>
  db
    .select({
      version: appVariables.version,
      names: appVariables.names,
      by: user.email,
      createdAt: appVariables.createdAt,
    })
    .from(appVariables)
    .leftJoin(user, eq(user.id, appVariables.changedBy))
    .where(and(eq(appVariables.appId, appId), eq(appVariables.environment, environment)))
    .orderBy(desc(appVariables.version));

import { VARIABLE_PHASES } from '@panel/contract';
import * as v from 'valibot';
import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import type { AppContent } from '../../db/schema/backup.table.ts';
import { buildOf, changeBuild, insertBuild, type BuildRow } from '../app/app-build.repo.ts';
import { readVariables, storeVariables } from '../app/app-variables.repo.ts';
import { taskApp, updateApp } from '../app/app.repo.ts';

const VARIABLE = v.object({
  name: v.string(),
  value: v.string(),
  phase: v.picklist(VARIABLE_PHASES),
  secret: v.boolean(),
});

type Begun = { id: string; appId: string; userId: string | null; content: AppContent; startedAt: Date };

/** The release that a task restores has the id of the task, so that a repeated step finds it. */
export async function beginRelease(db: Database, { id, appId, userId, content, startedAt }: Begun): Promise<BuildRow> {
  const found = await buildOf(db, id);
  if (found) return found;
  return db.transaction(async (tx) => {
    await taskApp(tx, appId, { lock: true });
    return insertBuild(tx, {
      ...{ id, appId, taskId: id, trigger: 'restore', status: 'building', startedBy: userId, ...content.build },
      startedAt,
    });
  });
}

/** An application is built from now on as it was when it was backed up. Each change of its variables is a version that can be undone. */
export async function restoreSettings(
  { secrets }: Pick<AppContext, 'secrets'>,
  tx: Database,
  { appId, buildId, content, userId }: { appId: string; buildId: string; content: AppContent; userId: string | null },
): Promise<void> {
  const given = await taskApp(tx, appId, { lock: true });
  if (!given) return;
  await updateApp(tx, appId, { settings: content.settings, settingsVersion: given.app.settingsVersion + 1 });
  /** Makes them the newest version, unless they are it. Returns its number. */
  const put = async (environment: 'production' | 'preview', sealed: string | null): Promise<number> => {
    const variables = sealed === null ? [] : v.parse(v.array(VARIABLE), JSON.parse(secrets.open(sealed)));
    const now = await readVariables(tx, secrets, { appId, environment });
    const version = now?.version ?? 0;
    if (JSON.stringify(now?.variables ?? []) === JSON.stringify(variables)) return version;
    const key = { appId, environment, version: version + 1, changedBy: userId };
    await storeVariables(tx, secrets, key, variables);
    return version + 1;
  };
  // What the server runs with comes first, so that the page shows when newer ones wait for a deployment.
  await changeBuild(tx, buildId, { variablesVersion: await put('production', content.variables.release) });
  await put('production', content.variables.production);
  await put('preview', content.variables.preview);
}

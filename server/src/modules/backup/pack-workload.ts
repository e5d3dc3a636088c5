import { rename } from 'node:fs/promises';
import type { AppContext } from '../../context/app-context.ts';
import type { AppContent } from '../../db/schema/backup.table.ts';
import type { StepContext } from '../../tasks/task-kind.ts';
import { PanelError } from '../../kernel/errors.ts';
import { hasPort } from '../site/site-ports.ts';
import type { SiteRow } from '../site/site.repo.ts';
import { siteOf } from '../site/site-task-steps.ts';
import { contentOf } from './app-content.repo.ts';
import { backupOfTask, recordBackup } from './backup.repo.ts';

/** Whether it is an application: it has releases, and its settings are part of its backups. */
export const isApplication = (app: Pick<AppContext, 'hosting'>, site: Pick<SiteRow, 'kind'>): boolean =>
  hasPort(app, site, 'builds');

/**
 * Writes the content of a site or an application to a file, with the database of either. A release that is published meanwhile, as by a build that runs while a
 * scheduled backup begins, starts it again, so that files and settings belong together. The file gets its name last: where it is, the
 * record has the settings of its release.
 */
export async function packWorkload(context: StepContext, toFile: string): Promise<void> {
  const { app, task, signal } = context;
  const { resourceId: id } = task;
  if (!isApplication(app, await siteOf(context))) return app.hosting.snapshot(id, toFile);
  const hasDatabase = (await app.hosting.appDatabase(id)) !== null;
  for (;;) {
    const live = await app.hosting.liveRelease(id);
    if (live === null) throw new PanelError('SITE_NOT_READY');
    const content = await contentOf(app.db, id, live);
    const part = `${toFile}.part`;
    let database: AppContent['database'] = null;
    const dump = async (to: string): Promise<number> => {
      const bytes = await app.hosting.dumpAppDatabase(id, to, signal);
      database = { bytes };
      return bytes;
    };
    await app.hosting.snapshot(id, part, { settings: settingsText(content), dump: hasDatabase ? dump : undefined });
    if ((await app.hosting.liveRelease(id)) !== live) continue;
    const row = await backupOfTask(app.db, task.id);
    if (!row) throw new Error(`The backup of task ${task.id} is gone.`);
    await recordBackup(app.db, row, { content: { ...content, database } });
    return rename(part, toFile);
  }
}

const settingsText = (content: AppContent): string => `${JSON.stringify(content, null, 2)}\n`;

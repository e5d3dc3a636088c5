import type { HostingDriver } from '../../hosting/driver.ts';
import type { TaskKind } from '../../tasks/task-kind.ts';
import { backupSource } from '../backup/backup-create.tasks.ts';
import { importSource } from './site-import.tasks.ts';
import { createKind, finalizeKind, initiateKind } from './site-install.tasks.ts';
import { deployKind, finalizeSourceKind } from '../site-source/site-source.tasks.ts';
import { siteToolTasks } from '../site-tool/site-tool.tasks.ts';
import { binKind, unbinKind } from '../site-bin/bin.tasks.ts';
import { deleteKind } from './site-delete.tasks.ts';
import { renameKind } from './site-rename.tasks.ts';
import { upgradeKind } from './site-upgrade.tasks.ts';

/** The handlers of each kind of task on a site. */
export const siteTasks = (hosting: HostingDriver) =>
  ({
    'site.initiate': initiateKind,
    'site.create': createKind(hosting),
    'site.create-from-backup': createKind(hosting, backupSource),
    'site.import': createKind(hosting, importSource),
    'site.finalize': finalizeKind(hosting),
    'site.rename': renameKind,
    'site.upgrade': upgradeKind,
    'site.bin': binKind,
    'site.unbin': unbinKind,
    'site.delete': deleteKind,
    'site.finalize-source': finalizeSourceKind(hosting),
    'site.deploy': deployKind,
    ...siteToolTasks,
  }) as const satisfies Record<string, TaskKind>;

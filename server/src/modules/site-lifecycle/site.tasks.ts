import type { HostingDriver } from '../../hosting/driver.ts';
import type { TaskKind } from '../../tasks/task-kind.ts';
import { backupSource } from './site-from-backup.tasks.ts';
import { importSource } from './site-import.tasks.ts';
import { createKind, finalizeKind, initiateKind } from '../site-install/site-install.tasks.ts';
import { finalizeTransferKind } from '../site-access/site-transfer.tasks.ts';
import { deployKind, finalizeSourceKind, publishKind } from '../site-source/site-source.tasks.ts';
import { siteToolTasks } from '../site-tool/site-tool.tasks.ts';
import { binKind, unbinKind } from '../site-bin/bin.tasks.ts';
import { deleteKind } from '../site-bin/site-delete.tasks.ts';
import { renameKind } from '../site-address/site-rename.tasks.ts';
import { databaseKind } from './site-database.tasks.ts';
import { phpVersionKind, upgradeKind } from './site-upgrade.tasks.ts';

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
    'site.database': databaseKind,
    'site.php-version': phpVersionKind,
    'site.bin': binKind,
    'site.unbin': unbinKind,
    'site.delete': deleteKind,
    'site.finalize-source': finalizeSourceKind(hosting),
    'site.finalize-transfer': finalizeTransferKind(hosting),
    'site.deploy': deployKind,
    'site.publish': publishKind,
    ...siteToolTasks,
  }) as const satisfies Record<string, TaskKind>;

import { defineModule } from '../../tasks/define-module.ts';
import { restoreAppKind } from './app-restore.tasks.ts';

/** How applications are restored; their backups are made, listed and proven as those of sites are. */
export const appBackupModule = defineModule({ taskKinds: { 'app.restore': restoreAppKind } });

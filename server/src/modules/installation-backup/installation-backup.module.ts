import { defineModule } from '../../tasks/define-module.ts';
import { installationBackupRoutes } from './installation-backup.routes.ts';

export const installationBackupModule = defineModule({ routes: { installationBackup: installationBackupRoutes } });

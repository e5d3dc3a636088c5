import { healthRead } from '@panel/resources/health/reads';
import { installationBackupsRead } from '@panel/resources/installation-backup/reads';
import { machinesRead } from '@panel/resources/machine/reads';

const ofOperator = { audience: 'superadmin', layout: 'admin', skeleton: 'list' } as const;

/** The pages about the installation itself, for its operator. */
export const operatorRoutes = [
  { path: '/admin/health', page: 'health', title: 'Health', reads: [healthRead], ...ofOperator },
  { path: '/admin/machines', page: 'machines', title: 'Machines', reads: [machinesRead], ...ofOperator },
  {
    path: '/admin/installation-backups',
    page: 'installation-backups',
    title: 'Installation backups',
    reads: [installationBackupsRead],
    ...ofOperator,
  },
] as const;

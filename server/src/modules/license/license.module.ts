import { defineModule } from '../../tasks/define-module.ts';
import { licenseRoutes } from './license.routes.ts';
import { licenseKinds } from './license.tasks.ts';

export const licenseModule = defineModule({
  routes: { license: licenseRoutes },
  taskKinds: licenseKinds,
  schedules: [{ id: 'panel.licenses', resourceId: 'licenses', cron: '11 * * * *' }],
});

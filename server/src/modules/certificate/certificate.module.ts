import { defineModule } from '../../tasks/define-module.ts';
import { certificateKinds } from './certificate.tasks.ts';
import { challengePage } from './challenge.page.ts';
import { sslRoutes } from './ssl.routes.ts';

export const certificateModule = defineModule({
  routes: { ssl: sslRoutes },
  taskKinds: certificateKinds,
  hooks: [challengePage],
  schedules: [{ id: 'panel.certificates', resourceId: 'certificates', cron: '*/10 * * * *' }],
});

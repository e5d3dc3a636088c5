import { defineModule } from '../../tasks/define-module.ts';
import { reportRoutes } from './report.routes.ts';
import { reportKinds } from './report.tasks.ts';

export const reportModule = defineModule({
  routes: { report: reportRoutes },
  taskKinds: reportKinds,
  // Every hour, so that a month whose first hour the panel missed is told later.
  schedules: [{ id: 'panel.reports', resourceId: 'reports', cron: '7 * * * *' }],
});

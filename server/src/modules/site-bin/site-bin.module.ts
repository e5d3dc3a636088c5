import { defineModule } from '../../tasks/define-module.ts';
import { binRoutes } from './bin.routes.ts';
import { binKinds } from './purge.tasks.ts';

export const siteBinModule = defineModule({
  routes: { bin: binRoutes },
  taskKinds: binKinds,
  schedules: [{ id: 'panel.bin', resourceId: 'bin', cron: '23 * * * *' }],
});

import { defineModule } from '../../tasks/define-module.ts';
import { overviewRoutes } from './overview.routes.ts';

export const overviewModule = defineModule({
  routes: { overview: overviewRoutes },
});

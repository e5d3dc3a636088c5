import { defineModule } from '../../tasks/define-module.ts';
import { staffRoutes } from './staff.routes.ts';

export const staffModule = defineModule({
  routes: { staff: staffRoutes },
});

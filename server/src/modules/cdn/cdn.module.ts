import { defineModule } from '../../tasks/define-module.ts';
import { cdnRoutes } from './cdn.routes.ts';

export const cdnModule = defineModule({
  routes: { cdn: cdnRoutes },
});

import { defineModule } from '../../tasks/define-module.ts';
import { viewRoutes } from './view.routes.ts';

export const viewModule = defineModule({
  routes: { view: viewRoutes },
});

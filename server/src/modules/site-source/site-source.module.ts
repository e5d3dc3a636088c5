import { defineModule } from '../../tasks/define-module.ts';
import { sourceRoutes } from './site-source.routes.ts';

export const siteSourceModule = defineModule({
  routes: { github: sourceRoutes },
});

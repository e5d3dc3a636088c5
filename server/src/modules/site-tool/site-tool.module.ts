import { defineModule } from '../../tasks/define-module.ts';
import { siteToolRoutes } from './site-tool.routes.ts';

export const siteToolModule = defineModule({
  routes: { siteTool: siteToolRoutes },
});

import { defineModule } from '../../tasks/define-module.ts';
import { builderFiles } from './builder-files.page.ts';
import { siteBuilderRoutes } from './site-builder.routes.ts';

export const siteBuilderModule = defineModule({
  routes: { siteBuilder: siteBuilderRoutes },
  pages: [builderFiles],
});

import { defineModule } from '../../tasks/define-module.ts';
import { directoryPictures } from './directory-picture.page.ts';
import { directoryRoutes } from './directory.routes.ts';

export const directoryModule = defineModule({
  routes: { plugin: directoryRoutes('plugin'), theme: directoryRoutes('theme') },
  pages: [directoryPictures],
});

import { defineModule } from '../../tasks/define-module.ts';
import { githubRoutes } from './github.routes.ts';

export const githubModule = defineModule({
  routes: { github: githubRoutes },
});

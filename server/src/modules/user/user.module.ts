import { defineModule } from '../../tasks/define-module.ts';
import { userRoutes } from './user.routes.ts';

export const userModule = defineModule({
  routes: { user: userRoutes },
});

import { defineModule } from '../../tasks/define-module.ts';
import { appDatabaseRoutes } from './app-database.routes.ts';
import { createKind, dropKind, rotateKind } from './app-database.tasks.ts';

export const appDatabaseModule = defineModule({
  routes: { app: appDatabaseRoutes },
  taskKinds: {
    'app.database-create': createKind,
    'app.database-password': rotateKind,
    'app.database-delete': dropKind,
  },
});

import { defineModule } from '../../tasks/define-module.ts';
import { databaseRoutes } from './database.routes.ts';

export const databaseModule = defineModule({ routes: { database: databaseRoutes } });

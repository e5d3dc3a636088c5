import { calls } from '../../context/implement.ts';
import {
  createDatabase,
  removeDatabase,
  rotateDatabase,
  showCredentials,
  showDatabase,
} from './app-database.service.ts';

export const appDatabaseRoutes = {
  database: calls.app.database.handler(({ context, input }) => showDatabase(context, input.id)),
  createDatabase: calls.app.createDatabase.handler(({ context, input }) => createDatabase(context, input.id)),
  rotateDatabase: calls.app.rotateDatabase.handler(({ context, input }) => rotateDatabase(context, input.id)),
  removeDatabase: calls.app.removeDatabase.handler(({ context, input }) => removeDatabase(context, input.id)),
  dbCredentials: calls.app.dbCredentials.handler(async ({ context, input }) => ({
    status: true as const,
    data: await showCredentials(context, input.siteId),
  })),
};

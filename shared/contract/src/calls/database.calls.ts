import { call } from '../call.ts';
import { HostedDatabase, HostedDatabaseListQuery } from '../schemas/database.ts';
import { page } from '../schemas/list.ts';

export const databaseCalls = {
  list: call({
    method: 'GET',
    path: '/database',
    summary: 'Databases of the caller’s sites and applications, paged',
    audience: 'customer',
    section: 'databases',
    scope: 'closed',
    heavy: {},
  })
    .input(HostedDatabaseListQuery)
    .output(page(HostedDatabase)),
};

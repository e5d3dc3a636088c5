import type { HostedDatabase } from '@panel/contract';
import { calls } from '../../context/implement.ts';
import { scopeOf } from '../../context/scope.ts';
import { paged } from '../../kernel/paged.ts';
import { DATABASE_SOURCES, lookAtApp } from './database-source.ts';
import { listDatabases } from './database.repo.ts';

export const databaseRoutes = {
  list: calls.database.list.handler(({ context, input }) => {
    const { app } = context;
    const sources = new Map(DATABASE_SOURCES.flatMap((source) => source.kinds(app).map((kind) => [kind, source])));
    return paged(
      input,
      async (slice) => {
        const kinds = [...sources.keys()];
        const { rows, total } = await listDatabases(app.db, scopeOf(context), { kinds, keyword: input.keyword }, slice);
        const looked: HostedDatabase[] = [];
        // One after the other: a page of a hundred does not occupy the disk.
        for (const { id, fqdn, name, kind, lastBackupAt, createdAt, ...row } of rows) {
          const look = sources.get(kind)?.look ?? lookAtApp;
          const facts = await look(app, { id, fqdn, name, kind, lastBackupAt, createdAt, ...row });
          looked.push({
            ...{ id, fqdn, name },
            ...facts,
            last_backup_at: lastBackupAt && new Date(lastBackupAt).toISOString(),
            created_at: createdAt.toISOString(),
          });
        }
        return { rows: looked, total };
      },
      (row) => row,
    );
  }),
};

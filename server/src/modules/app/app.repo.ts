import { and, asc, desc, ilike } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { app } from '../../db/schema.ts';
import { holding, selectPage, within, type Scope } from '../../db/select-page.ts';
import type { Slice } from '../../kernel/paged.ts';

export type AppRow = typeof app.$inferSelect;

const COLUMN = { created_at: app.createdAt, fqdn: app.fqdn, name: app.name, type: app.type } as const;

/** A page of the scope's applications; `searchKey` is a part of the address. */
export const listApps = (db: Database, scope: Scope, slice: Slice<keyof typeof COLUMN>, searchKey?: string) =>
  selectPage(db, app, {
    ...slice,
    where: and(within(app, scope), searchKey ? ilike(app.fqdn, holding(searchKey)) : undefined),
    orderBy: [(slice.sortOrder === 'asc' ? asc : desc)(COLUMN[slice.orderBy]), asc(app.id)],
  });

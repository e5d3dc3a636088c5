import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';

/** Folders of the storage that nothing names any more, until they are removed. */
export const discardedFolder = pgTable('discarded_folder', {
  folder: text('folder').primaryKey(),
  createdAt: createdAt(),
});

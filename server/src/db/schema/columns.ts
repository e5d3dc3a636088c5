import { timestamp, uuid } from 'drizzle-orm/pg-core';

/** A time with zone, as a `Date`. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

/** When the row was written. */
export const createdAt = () => time('created_at').notNull().defaultNow();

/** When the row was last changed; every update of a repository sets it. */
export const updatedAt = () => time('updated_at').notNull().defaultNow();

/** A random primary key. */
export const primaryId = () => uuid('id').primaryKey().defaultRandom();

import * as v from 'valibot';
import { APP_DATABASE_STATUSES } from '../app-values.ts';

/** The PostgreSQL database of an application. Its password is in the answer of its credentials alone. */
export const AppDatabase = v.object({
  status: v.picklist(APP_DATABASE_STATUSES),
  /** Why it is not as it should be, in words. */
  error: v.nullable(v.string()),
  /** The address inside of the sandbox of the application; nothing else reaches it. */
  host: v.string(),
  port: v.number(),
  name: v.string(),
  user: v.string(),
  /** Null when the server cannot say now. */
  bytes: v.nullable(v.number()),
  created_at: v.string(),
  /** When its password was made. */
  password_at: v.string(),
  /** The newest complete backup of the application that has it. */
  last_backup_at: v.nullable(v.string()),
});
export type AppDatabase = v.InferOutput<typeof AppDatabase>;

export const AppDatabaseState = v.object({
  /** Why applications cannot have databases here, in words; null when they can. */
  missing: v.nullable(v.string()),
  database: v.nullable(AppDatabase),
  /** The task that works on the application now. */
  task_id: v.nullable(v.string()),
});
export type AppDatabaseState = v.InferOutput<typeof AppDatabaseState>;

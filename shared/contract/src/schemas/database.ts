import * as v from 'valibot';
import { listQuery } from './list.ts';

/** The database of a site or an application; `id` is that of what it belongs to. */
export const HostedDatabase = v.object({
  id: v.string(),
  fqdn: v.string(),
  name: v.string(),
  /** What it belongs to. */
  owner: v.picklist(['site', 'app']),
  /** Null when the server cannot say now. */
  engine: v.nullable(v.picklist(['sqlite', 'mariadb', 'postgresql'])),
  bytes: v.nullable(v.number()),
  /** How one gets into it: in the browser, or not while there is nothing ready to open. */
  access: v.picklist(['browser', 'none']),
  last_backup_at: v.nullable(v.string()),
  created_at: v.string(),
});
export type HostedDatabase = v.InferOutput<typeof HostedDatabase>;

export const HostedDatabaseListQuery = v.object({
  ...listQuery(['created_at', 'fqdn']),
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(253))),
});

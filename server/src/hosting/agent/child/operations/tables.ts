import type { DatabaseSync } from 'node:sqlite';
import type { Inputs, Outputs } from '../../protocol.ts';
import { inDatabase, prefixOf } from '../site-database.ts';
import type { Folder } from '../site-files.ts';

type Table = NonNullable<Outputs['tables']>[number];

const MAX_TABLES = 500;
/** Tables of WordPress; the SQLite integration's own have no such prefix. */
const NAMES =
  "SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, length(?1)) = ?1 ORDER BY name LIMIT ?2";

/**
 * The tables in which visitors and editors write, and when a row of them counts as newer than a time in UTC. WordPress
 * stores whole seconds, so a row of the very second counts: it may have been written after it.
 */
const WATCHED: Readonly<Record<string, { kind: NonNullable<Table['kind']>; newer: string }>> = {
  posts: { kind: 'posts', newer: "post_modified_gmt >= ? AND post_type <> 'revision' AND post_status <> 'auto-draft'" },
  comments: { kind: 'comments', newer: 'comment_date_gmt >= ?' },
  users: { kind: 'users', newer: 'user_registered >= ?' },
  // Shops and memberships: WooCommerce, Easy Digital Downloads, Paid Memberships Pro, MemberPress.
  wc_orders: { kind: 'orders', newer: 'date_created_gmt >= ?' },
  edd_orders: { kind: 'orders', newer: 'date_created >= ?' },
  pmpro_membership_orders: { kind: 'orders', newer: 'timestamp >= ?' },
  mepr_transactions: { kind: 'orders', newer: 'created_at >= ?' },
  // Forms: Gravity Forms, WPForms, Formidable, Fluent Forms, and the database of Contact Form 7.
  gf_entry: { kind: 'entries', newer: 'date_created >= ?' },
  wpforms_entries: { kind: 'entries', newer: 'date >= ?' },
  frm_items: { kind: 'entries', newer: 'created_at >= ?' },
  fluentform_submissions: { kind: 'entries', newer: 'created_at >= ?' },
  db7_forms: { kind: 'entries', newer: 'form_date >= ?' },
};

/** Counts the rows of each table, and those that are newer than `since`. @throws Refused `busy`, `unreadable` */
export function tables(root: Folder, { file, since }: Inputs['tables']): Outputs['tables'] {
  const prefix = prefixOf(root);
  return inDatabase(root, file, (database) =>
    database
      .prepare(NAMES)
      .all(prefix, MAX_TABLES)
      .map((row) => String(row['name']))
      .filter((name) => /^\w{1,64}$/.test(name))
      .map((name): Table => {
        const watched = WATCHED[name.slice(prefix.length)];
        const newer = watched ? countOf(database, name, watched.newer, since) : null;
        return { name, rows: countOf(database, name) ?? 0, kind: watched?.kind ?? null, newer };
      }),
  );
}

/** The number of rows that match; null for a table without the columns of the condition. */
function countOf(database: DatabaseSync, table: string, condition = '1', ...values: string[]): number | null {
  try {
    const row = database.prepare(`SELECT count(*) AS rows FROM "${table}" WHERE ${condition}`).get(...values);
    return Number(row?.['rows']);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('no such column')) return null;
    throw error;
  }
}

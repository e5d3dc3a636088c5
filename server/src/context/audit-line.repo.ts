import { randomUUID } from 'node:crypto';
import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { later, prepareSql } from '../db/prepare-sql.ts';
import { auditLog } from '../db/schema.ts';
import { valuesNow, type AuditObject } from './audit-object.repo.ts';

export type AuditLine = typeof auditLog.$inferInsert;

/** What a line is given; `at` is when its transaction began, and `after` what the object is then. */
const { at: _at, after: _after, seq: _seq, hash: _hash, ...GIVEN } = getTableColumns(auditLog);
const FIELDS = Object.entries(GIVEN).map(([key, column]) => ({ key, name: column.name, type: column.getSQLType() }));
const listed = (of: (field: (typeof FIELDS)[number]) => string): string => FIELDS.map(of).join(', ');
/** Who owns the site that a line names, where its object says nothing about a customer. */
const CUSTOMER = `coalesce(r.customer_id, case when r.detail ->> 'siteId' ~ '^[0-9a-f-]{36}$' then
  (select w.customer_id from workload w where w.id = (r.detail ->> 'siteId')::uuid) end)`;
const INTO = `insert into audit_log (${listed(({ name }) => `"${name}"`)}, "after")
  select ${listed(({ name }) => (name === 'customer_id' ? CUSTOMER : `r."${name}"`))}, `;
/** One value with all lines: drizzle would join a long statement anew for every line. */
const FROM = prepareSql(
  sql`${sql.raw(' from jsonb_to_recordset(')}${later('lines')}${sql.raw(`::jsonb) as r(${listed(({ name, type }) => `"${name}" ${type}`)})`)}`,
);

/** Writes lines; those about an object have what it is now. */
export async function insertLines(db: Database, lines: readonly AuditLine[], object?: AuditObject | null) {
  const rows = lines.map((line) =>
    Object.fromEntries(
      FIELDS.map(({ key, name }) => [name, line[key as keyof typeof GIVEN] ?? DEFAULTS[key]?.() ?? null]),
    ),
  );
  const after = object ? valuesNow(object) : sql`null::jsonb`;
  await db.execute(sql`${sql.raw(INTO)}${after}${FROM({ lines: JSON.stringify(rows) })}`);
}

const DEFAULTS: Readonly<Record<string, () => unknown>> = {
  id: () => randomUUID(),
  detail: () => ({}),
  chained: () => true,
};

/** Changes a line that is not sealed yet; false when it is. */
export async function amendLine(db: Database, id: string, change: Partial<AuditLine>): Promise<boolean> {
  const changed = await db
    .update(auditLog)
    .set(change)
    .where(and(eq(auditLog.id, id), isNull(auditLog.seq)))
    .returning({ id: auditLog.id });
  return changed.length > 0;
}

/** The call ended with an error after these lines were committed. */
export async function markFailed(db: Database, ids: readonly string[], outcome: string): Promise<void> {
  await db
    .update(auditLog)
    .set({ outcome })
    .where(and(inArray(auditLog.id, [...ids]), isNull(auditLog.seq)));
}

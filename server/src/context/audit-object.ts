import { eq, getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { blueprint, license, migration, partner, user, workload } from '../db/schema.ts';

/** What a call is about, as the audit log compares it. */
export type AuditObject = { kind: string; id: string };
export type Looked = { customerId: string | null; values: Record<string, unknown> };

type Kind = { table: PgTable; id: PgColumn; partnerId: PgColumn; customerId: PgColumn | null; columns: object };

/** Columns are named one by one: a new one may be a secret. */
function kind<T extends PgTable & { id: PgColumn }>(
  table: T,
  names: readonly (keyof T['_']['columns'] & string)[],
  customer: 'customerId' | 'id' | null,
): Kind {
  const columns = getTableColumns(table) as unknown as Record<string, PgColumn>;
  return {
    table,
    id: table.id,
    partnerId: columns['partnerId'] ?? table.id,
    customerId: customer ? (columns[customer] ?? null) : null,
    columns: Object.fromEntries(names.map((name) => [name, columns[name]])),
  };
}

const KINDS = {
  site: kind(
    workload,
    [
      ...(['customerId', 'fqdn', 'name', 'kind', 'type', 'status', 'version', 'phpVersion', 'planType'] as const),
      ...(['title', 'adminEmail', 'protectionUser', 'phpSettings', 'licenseKey', 'binnedAt', 'isStage'] as const),
    ],
    'customerId',
  ),
  blueprint: kind(blueprint, ['name', 'isOffered', 'status', 'siteFqdn'], 'customerId'),
  license: kind(license, ['product', 'autoRenewal', 'canRenew', 'terms'], 'customerId'),
  migration: kind(migration, ['fqdn', 'status', 'type'], 'customerId'),
  partner: kind(
    partner,
    [
      ...(['name', 'domain', 'sitesDomain', 'favicon', 'logo', 'logoSmall', 'supportEmail', 'attributes'] as const),
      ...(['buyLinks', 'nameservers', 'staffSecondFactor', 'redirectHosts'] as const),
    ],
    null,
  ),
  user: kind(user, ['email', 'role', 'firstname', 'lastname', 'phoneNumber', 'planType', 'isAbuseSystem'], 'id'),
} satisfies Record<string, Kind>;

/** The kind of the objects of a group of calls; those of other groups are not compared. */
const OF_GROUP: Readonly<Record<string, keyof typeof KINDS>> = {
  ...{ site: 'site', app: 'site', bin: 'site', cdn: 'site', ssl: 'site', domain: 'site', staging: 'site' },
  ...{ siteTool: 'site', siteAccess: 'site', siteBuilder: 'site', database: 'site', github: 'site' },
  ...{ blueprint: 'blueprint', license: 'license', migration: 'migration' },
  ...{ customer: 'user', impersonation: 'user', partnerAdmin: 'partner', user: 'user' },
};
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
const ID_FIELDS = ['id', 'site_id', 'siteId', 'app_id', 'customer_id', 'backup_id', 'migration_id'] as const;

/** The object that the address of a call names, otherwise its input. */
export function objectOf(
  { name, path, input }: { name: string; path: string; input: unknown },
  { userId, partnerId }: { userId: string | null; partnerId: string },
): AuditObject | null {
  const [group = ''] = name.split('.');
  const known = OF_GROUP[group];
  const fields = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
  const given = ID_FIELDS.map((field) => fields[field]).find((id) => typeof id === 'string' && UUID.test(id));
  const own = known === 'partner' ? partnerId : group === 'user' ? userId : undefined;
  const id = UUID.exec(path)?.[0].toLowerCase() ?? own ?? (given as string | undefined);
  return id ? { kind: known ?? group, id } : null;
}

/** The object as it is now; null for what is not compared, and for what another partner has. */
export async function lookAt(db: Database, object: AuditObject, partnerId: string): Promise<Looked | null> {
  const of = (KINDS as Readonly<Record<string, Kind>>)[object.kind];
  if (!of) return null;
  const [row] = await db
    .select({ ...of.columns, auditPartner: of.partnerId, auditCustomer: of.customerId ?? of.id })
    .from(of.table)
    .where(eq(of.id, object.id))
    .limit(1);
  if (!row || row.auditPartner !== partnerId) return null;
  const { auditPartner: _partner, auditCustomer, ...values } = row as Record<string, unknown>;
  const isCustomers = of.customerId !== null && (object.kind !== 'user' || values['role'] === 'customer');
  return { customerId: isCustomers ? (auditCustomer as string | null) : null, values };
}

/** The fields that differ, of both sides; null where none does. */
export function changedFields(before: Looked | null, after: Looked | null) {
  if (!before && !after) return null;
  const [old, now] = [before?.values ?? {}, after?.values ?? {}];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => JSON.stringify(old[name] ?? null) !== JSON.stringify(now[name] ?? null),
  );
  if (names.length === 0) return null;
  const pick = (values: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  return { before: before && pick(old), after: after && pick(now) };
}

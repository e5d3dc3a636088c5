import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database, Rows } from '../db/database.ts';
import { later, prepareSql } from '../db/prepare-sql.ts';
import { blueprint, license, migration, partner, user, workload } from '../db/schema.ts';

/** What a call is about, as the audit log compares it. */
export type AuditObject = { kind: string; id: string };
export type Looked = { customerId: string | null; values: Record<string, unknown> };

type Kind = {
  /** The object, and the customer whose it is. Built once: every change runs it. */
  look: ReturnType<typeof prepareSql>;
  /** The object alone, of a line that is written. */
  values: (id: string) => SQL;
};

/** Columns are named one by one: a new one may be a secret. */
function kind<T extends PgTable & { id: PgColumn }>(
  table: T,
  names: readonly (keyof T['_']['columns'] & string)[],
  customer: SQL,
): Kind {
  const columns = getTableColumns(table) as unknown as Record<string, PgColumn>;
  const pairs = names.map((name) => sql`${sql.raw(`'${name}'`)}, ${columns[name]}`);
  const object = sql`jsonb_build_object(${sql.join(pairs, sql`, `)})`;
  const owner = columns['partnerId'] ?? table.id;
  const values = prepareSql(sql`(select ${object} from ${table} where ${table.id} = ${later('id')}::uuid)`);
  return {
    look: prepareSql(
      sql`select ${customer} as customer, ${object} as values from ${table} where ${table.id} = ${later('id')}::uuid and ${owner} = ${later('partnerId')}::uuid`,
    ),
    values: (id) => values({ id }),
  };
}

const KINDS = {
  site: kind(
    workload,
    [
      ...(['customerId', 'fqdn', 'name', 'kind', 'type', 'status', 'version', 'phpVersion', 'planType'] as const),
      ...(['title', 'adminEmail', 'protectionUser', 'phpSettings', 'licenseKey', 'binnedAt', 'isStage'] as const),
    ],
    sql`${workload.customerId}`,
  ),
  blueprint: kind(blueprint, ['name', 'isOffered', 'status', 'siteFqdn'], sql`${blueprint.customerId}`),
  license: kind(license, ['product', 'autoRenewal', 'canRenew', 'terms'], sql`${license.customerId}`),
  migration: kind(migration, ['fqdn', 'status', 'type'], sql`${migration.customerId}`),
  partner: kind(
    partner,
    [
      ...(['name', 'domain', 'sitesDomain', 'favicon', 'logo', 'logoSmall', 'supportEmail', 'attributes'] as const),
      ...(['buyLinks', 'currency', 'nameservers', 'staffSecondFactor', 'redirectHosts'] as const),
    ],
    sql`null::uuid`,
  ),
  user: kind(
    user,
    [
      'email',
      'role',
      'staffRole',
      'firstname',
      'lastname',
      'phoneNumber',
      'planType',
      'isAbuseSystem',
      'memberRole',
      'allWorkloads',
    ],
    sql`case when ${user.role} = 'customer' then ${user.id} else ${user.accountId} end`,
  ),
} satisfies Record<string, Kind>;

/** The kind of the objects of a group of calls; those of other groups are not compared. */
const OF_GROUP: Readonly<Record<string, keyof typeof KINDS>> = {
  ...{ site: 'site', app: 'site', bin: 'site', cdn: 'site', ssl: 'site', domain: 'site', staging: 'site' },
  ...{ file: 'site', siteTool: 'site', siteAccess: 'site', siteBuilder: 'site', database: 'site', github: 'site' },
  ...{ blueprint: 'blueprint', license: 'license', migration: 'migration' },
  ...{ customer: 'user', impersonation: 'user', partnerAdmin: 'partner', staff: 'user', member: 'user', user: 'user' },
};
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
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
  const named = path.split('/').find((part) => UUID.test(part));
  const id = named?.toLowerCase() ?? own ?? (given as string | undefined);
  return id ? { kind: known ?? group, id } : null;
}

/** The object as it is now; null for what is not compared, and for what another partner has. */
export async function lookAt(db: Database, { kind: name, id }: AuditObject, partnerId: string): Promise<Looked | null> {
  const of = (KINDS as Readonly<Record<string, Kind>>)[name];
  if (!of || !UUID.test(id)) return null;
  const { rows } = (await db.execute(of.look({ id, partnerId }))) as unknown as Rows<{
    customer: string | null;
    values: Record<string, unknown>;
  }>;
  const [row] = rows;
  return row ? { customerId: row.customer, values: row.values } : null;
}

/** The object when a line is written, as an expression; null for what is not compared. */
export const valuesNow = ({ kind: name, id }: AuditObject): SQL =>
  (KINDS as Readonly<Record<string, Kind>>)[name]?.values(id) ?? sql`null::jsonb`;

import type { SiteStatus } from '@panel/contract';
import { sql, type SQL } from 'drizzle-orm';
import type { Database, Rows } from '../../db/database.ts';
import { later, readOrCreateSecret } from '../../db/made-sql.ts';
import type { SiteType } from '../../db/schema.ts';
import { counterOf, type SiteScope } from './site-scope.ts';

/** Usage is told for this many days (spec §2.9). */
export const USAGE_DAYS = 30;

export type ListQuery = {
  limit: number;
  offset: number;
  orderBy: 'created_at' | 'fqdn' | 'status' | 'type';
  sortOrder: 'asc' | 'desc';
  keyword?: string;
  status?: readonly SiteStatus[];
  type?: readonly SiteType[];
  customerId?: string;
};

/** A row of the list with what belongs to it, as the database gives it: times are text, counts may be. */
export type ListedSite = {
  id: string;
  fqdn: string;
  name: string;
  type: SiteType;
  version: string | null;
  php_version: string | null;
  status: SiteStatus;
  is_stage: boolean;
  infra_domain_id: string;
  domain_type: 'sub_domain' | 'custom_domain';
  plan_type: string;
  license_key: string | null;
  stripe_license_id: string | null;
  customer_id: string | null;
  customer_email: string | null;
  file_size: string | number | null;
  requests: string | number;
  page_views: string | number;
  bytes: string | number;
  protected: boolean;
  task_id: string | null;
  assigned: boolean;
  created_at: string;
  updated_at: string;
};

const COLUMNS = sql.raw(
  `s.id, s.fqdn, s.name, s.type, s.version, s.php_version, s.status, s.is_stage, s.infra_domain_id, s.domain_type, s.plan_type, s.license_key,
   s.stripe_license_id, s.customer_id, s.file_size, s.protection_user is not null as protected, s.task_id, s.assigned_at is not null as assigned,
   s.created_at, s.updated_at`,
);

/** Each order is the one of an index, read forwards or backwards, so that a page costs the same however many sites there are. */
function orderOf({ orderBy, sortOrder }: Pick<ListQuery, 'orderBy' | 'sortOrder'>, table: string): SQL {
  const direction = sortOrder === 'asc' ? 'asc' : 'desc';
  const second = orderBy === 'created_at' ? (direction === 'desc' ? 'asc' : 'desc') : direction;
  return sql.raw(`${table}.${orderBy} ${direction}, ${table}.id ${second}`);
}

const inList = (column: string, values: readonly string[]): SQL =>
  sql`${sql.raw(column)} in (${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`;

/** Signs that mean something to `like` stand for themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export function scopeSql({ partnerId, reach }: SiteScope): SQL {
  return reach === 'staff'
    ? sql`s.partner_id = ${partnerId}`
    : sql`s.customer_id = ${reach.customerId} and s.partner_id = ${partnerId}`;
}

function conditions(scope: SiteScope, query: ListQuery): SQL[] {
  const parts: SQL[] = [];
  if (query.keyword) {
    const pattern = `%${escapeLike(query.keyword)}%`;
    const byAddress = sql`s.fqdn ilike ${pattern}`;
    parts.push(
      scope.reach === 'staff'
        ? sql`(${byAddress} or s.customer_id in (select id from "user" where partner_id = ${scope.partnerId} and email ilike ${pattern}))`
        : byAddress,
    );
  }
  if (query.status?.length) parts.push(inList('s.status', query.status));
  if (query.type?.length) parts.push(inList('s.type', query.type));
  if (query.customerId) parts.push(sql`s.customer_id = ${query.customerId}`);
  return parts;
}

/** The sites of a page with everything that is shown of them. */
function pageSql(condition: SQL, query: ListQuery): SQL {
  return sql`
    select p.*, u.email as customer_email, coalesce(x.requests, 0) as requests, coalesce(x.bytes, 0) as bytes, coalesce(x.page_views, 0) as page_views
    from (select ${COLUMNS} from site s where ${condition} order by ${orderOf(query, 's')} limit ${query.limit} offset ${query.offset}) p
    left join "user" u on u.id = p.customer_id
    left join lateral (
      select sum(d.requests) as requests, sum(d.bytes) as bytes, sum(d.page_views) as page_views
      from site_usage_day d where d.site_id = p.id and d.day > (now() at time zone 'utc')::date - ${sql.raw(String(USAGE_DAYS))}
    ) x on true
    order by ${orderOf(query, 'p')}`;
}

function pageWithTotal(scope: SiteScope, query: ListQuery, filters: SQL[] = []): SQL {
  const condition = sql.join([scopeSql(scope), ...filters], sql` and `);
  const total = filters.length
    ? sql`(select count(*)::int from site s where ${condition})`
    : sql`coalesce((select total from site_count where owner_id = ${counterOf(scope)}), 0)`;
  return sql`select ${total} as total, page.* from (values (1)) one(n) left join lateral (${pageSql(condition, query)}) page on true`;
}

const wholeLists = new Map<string, ReturnType<typeof readOrCreateSecret>>();

/** The list without filters is what is asked for most, so its text is made once for each order. */
function wholeList({ partnerId, reach }: SiteScope, { limit, offset, orderBy, sortOrder }: ListQuery): SQL {
  const customerId = reach === 'staff' ? null : reach.customerId;
  const key = `${reach === 'staff' ? reach : 'customer'} ${orderBy} ${sortOrder}`;
  const scope: SiteScope = {
    partnerId: later('partnerId'),
    reach: reach === 'staff' ? reach : { customerId: later('customerId') },
  };
  const made =
    wholeLists.get(key) ??
    readOrCreateSecret(pageWithTotal(scope, { limit: later('limit'), offset: later('offset'), orderBy, sortOrder }));
  wholeLists.set(key, made);
  return made({ partnerId, customerId, limit, offset });
}

/** One page and the total, in one statement. Without filters the total is the maintained counter's. */
export function listStatement(scope: SiteScope, query: ListQuery): SQL {
  const filters = conditions(scope, query);
  return filters.length ? pageWithTotal(scope, query, filters) : wholeList(scope, query);
}

/** A page past the end still tells the total: its row has no id. */
type TotalRow = { total: number } & (ListedSite | { id: null });

/** One page of the scope's sites and how many there are, in one round trip. */
export async function listSites(
  db: Database,
  scope: SiteScope,
  query: ListQuery,
): Promise<{ total: number; rows: ListedSite[] }> {
  const { rows } = (await db.execute(listStatement(scope, query))) as unknown as Rows<TotalRow>;
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is { total: number } & ListedSite => row.id !== null),
  };
}

/** One site of the scope, by id or by address, as it stands in lists. */
export async function findListed(
  db: Database,
  scope: SiteScope,
  key: { id: string } | { fqdn: string },
): Promise<ListedSite | undefined> {
  const wanted = 'id' in key ? sql`s.id = ${key.id}` : sql`s.fqdn = ${key.fqdn}`;
  const one: ListQuery = { limit: 1, offset: 0, orderBy: 'created_at', sortOrder: 'desc' };
  const result = await db.execute(pageSql(sql`${scopeSql(scope)} and ${wanted}`, one));
  return (result as unknown as Rows<ListedSite>).rows[0];
}

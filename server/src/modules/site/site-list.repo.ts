import type { HealthFilter, SiteEnvironment, SiteStatus, SiteWarning } from '@panel/contract';
import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Rows } from '../../db/database.ts';
import { later, prepareSql } from '../../db/prepare-sql.ts';
import { workload, user, type SiteType } from '../../db/schema.ts';
import { sitesOwnedBy, sitesWithin, type InSection } from '../../db/section.ts';
import { counterOf, hasCustomers, isLimited, ofPartner, scopeLater, type Scope } from '../../db/select-page.ts';
import { hasWords } from '../../db/search.ts';
import type { Slice, Sliced } from '../../kernel/paged.ts';
import { hasHealth, healthJoin, readFacts } from './site-health.repo.ts';
import type { HealthFacts } from './site-health.ts';
import { hasWarning } from './site-warning.repo.ts';

/** Days of usage that are reported (spec §2.9). */
export const USAGE_DAYS = 30;

export type SiteFilter = {
  keyword?: string;
  status?: readonly SiteStatus[];
  type?: readonly SiteType[];
  customerId?: string;
  byMigration?: boolean;
  /** Sites that need attention, by how much. */
  health?: readonly HealthFilter[];
  /** Sites with one of these warnings. */
  warning?: readonly SiteWarning[];
  /** Live sites or staging environments alone. */
  environment?: SiteEnvironment;
  tag?: string;
};
export type ListQuery = Slice<'created_at' | 'fqdn' | 'status' | 'type'> & SiteFilter;

/** All columns except large or secret ones, so that a new column is in every list. */
const {
  evidence: _evidence,
  deliveryEvidence: _delivery,
  searchText: _search,
  protectionHash: _hash,
  ...LISTED
} = getTableColumns(workload);
const COLUMNS = sql.raw(
  Object.values(LISTED)
    .map(({ name }) => `s.${name}`)
    .join(', '),
);

const CUSTOMER_NAME = sql.raw(`trim(concat_ws(' ', u.firstname, u.lastname))`);

/** A row of the list with its related data. */
export type ListedSite = Pick<typeof workload.$inferSelect, keyof typeof LISTED> & {
  customerEmail: string | null;
  /** Empty when the customer gave no name. */
  customerName: string;
  requests: number;
  bytes: number;
  pageViews: number;
  /** Its staging environment. */
  stage: { id: string; fqdn: string; status: SiteStatus } | null;
  /** The live site of a staging environment. */
  parentId: string | null;
  /** False for a live site of a nested list of which only the staging environment was found. */
  isFound: boolean;
  health: Omit<HealthFacts, 'status' | 'taskId'>;
};

/** The raw result of our own statements: column names of the database, times as text. */
type RawRow = Readonly<Record<string, unknown>>;

function readRow(raw: RawRow): ListedSite {
  const columns = Object.entries(LISTED).map(([key, column]) => {
    const value = raw[column.name];
    return [key, value === null ? null : column.mapFromDriverValue(value as never)];
  });
  return {
    ...(Object.fromEntries(columns) as Pick<ListedSite, keyof typeof LISTED>),
    customerEmail: raw['customer_email'] as string | null,
    customerName: raw['customer_name'] as string,
    requests: Number(raw['requests']),
    bytes: Number(raw['bytes']),
    pageViews: Number(raw['page_views']),
    stage: raw['stage_id']
      ? {
          id: raw['stage_id'] as string,
          fqdn: raw['stage_fqdn'] as string,
          status: raw['stage_status'] as SiteStatus,
        }
      : null,
    parentId: raw['parent_id'] as string | null,
    isFound: raw['is_found'] !== false,
    health: readFacts(raw['facts'] as Parameters<typeof readFacts>[0]),
  };
}

/** Each order matches an index, read forwards or backwards, so that a page costs the same for any number of sites. */
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

const S = alias(workload, 's');
const U = alias(user, 'u');

/** `ownedBy` and `within` for statements that alias the sites as `s`. */
export const ownedSql = (scope: Scope): SQL => sql`${sitesOwnedBy(S, scope)}`;
export const scopeSql = (scope: Scope, inSection: InSection = sitesWithin): SQL => sql`${inSection(S, scope)}`;

function conditions(scope: Scope, query: SiteFilter): SQL[] {
  const parts: SQL[] = [];
  if (query.keyword) {
    const ofSite = hasWords(S.searchText, query.keyword);
    const people = sql`select u.id from "user" u where ${ofPartner(U, scope)} and ${hasWords(U.searchText, query.keyword)}`;
    // An array, so that each side of the `or` is found by an index.
    parts.push(hasCustomers(scope) ? sql`(${ofSite} or s.customer_id = any(array(${people})))` : ofSite);
  }
  if (query.status?.length) parts.push(inList('s.status', query.status));
  if (query.type?.length) parts.push(inList('s.type', query.type));
  if (query.health?.length) parts.push(hasHealth(query.health));
  if (query.warning?.length) parts.push(hasWarning(query.warning));
  if (query.environment) parts.push(query.environment === 'staging' ? sql`s.is_stage` : sql`not s.is_stage`);
  if (query.tag) parts.push(sql`s.tags @> ${JSON.stringify([query.tag])}::jsonb`);
  if (query.customerId) parts.push(sql`s.customer_id = ${query.customerId}`);
  if (query.byMigration) parts.push(sql`exists (select 1 from migration m where m.site_id = s.id)`);
  return parts;
}

/**
 * A query of `id` and `name` of the scope's sites that a filter finds, or that ids and addresses name. `alone`: without staging
 * environments whose live site is among them, which they follow.
 */
export function sitesThat(
  scope: Scope,
  { ids, fqdns, ...filter }: SiteFilter & { ids?: readonly string[]; fqdns?: readonly string[] },
  alone: boolean,
): SQL {
  const named = [
    ...(ids?.length ? [sql`(s.assigned_at is not null and ${inList('s.id', ids)})`] : []),
    ...(fqdns?.length ? [inList('s.fqdn', fqdns)] : []),
  ];
  const parts = [scopeSql(scope), ...conditions(scope, filter)];
  if (named.length) parts.push(sql`(${sql.join(named, sql` or `)})`);
  const chosen = sql`select s.id, s.fqdn as name from workload s where ${sql.join(parts, sql` and `)}`;
  if (!alone) return chosen;
  return sql`with c as (${chosen}) select c.id, c.name from c where not exists (
    select 1 from staging t join c live on live.id = t.parent_id where t.workload_id = c.id)`;
}

/** The sites of a subquery with all data that lists show. */
function rowsSql(sites: SQL, order: SQL): SQL {
  return sql`
    select p.*, u.email as customer_email, ${CUSTOMER_NAME} as customer_name, coalesce(x.requests, 0) as requests, coalesce(x.bytes, 0) as bytes, coalesce(x.page_views, 0) as page_views,
      stage.id as stage_id, stage.fqdn as stage_fqdn, stage.status as stage_status, own.parent_id, health.facts
    from (${sites}) p
    left join "user" u on u.id = p.customer_id
    left join staging child on child.parent_id = p.id
    left join workload stage on stage.id = child.workload_id
    left join staging own on own.workload_id = p.id
    left join lateral (
      select sum(d.requests) as requests, sum(d.bytes) as bytes, sum(d.page_views) as page_views
      from usage_day d where d.workload_id = p.id and d.day > (now() at time zone 'utc')::date - ${sql.raw(String(USAGE_DAYS))}
    ) x on true
    ${healthJoin}
    order by ${order}`;
}

const pageSql = (condition: SQL, query: ListQuery): SQL =>
  rowsSql(
    sql`select ${COLUMNS} from workload s where ${condition} order by ${orderOf(query, 's')} limit ${query.limit} offset ${query.offset}`,
    orderOf(query, 'p'),
  );

const countOf = (condition: SQL): SQL => sql`(select count(*)::int from workload s where ${condition})`;

/** A maintained counter of the scope's sites. */
const counted = (scope: Scope, of: string): SQL =>
  sql`coalesce((select ${sql.raw(of)} from site_count where owner_id = ${counterOf(scope)}), 0)`;

function pageWithTotal(scope: Scope, query: ListQuery, filters: SQL[] = []): SQL {
  const condition = sql.join([scopeSql(scope), ...filters], sql` and `);
  const total = filters.length || isLimited(scope) ? countOf(condition) : counted(scope, 'total');
  return sql`select ${total} as total, page.* from (values (1)) one(n) left join lateral (${pageSql(condition, query)}) page on true`;
}

/**
 * A page of live sites, each with its staging environment, which is never without one in the same scope. With filters, a staging
 * environment is listed if it is found, and its live site with it. What is found is looked for once: a search reads every address.
 */
function nestedPage(scope: Scope, query: ListQuery, filters: SQL[]): SQL {
  const mine = scopeSql(scope);
  const isFiltered = filters.length > 0;
  const isFound = isFiltered ? sql`s.id in (select f.id from found f)` : sql`true`;
  const isKept = isFiltered ? sql`s.id in (select k.id from kept k)` : sql`not s.is_stage`;
  const lives = sql`select o.id, row_number() over () as place from (
    select s.id from workload s where ${mine} and ${isKept} order by ${orderOf(query, 's')} limit ${query.limit} offset ${query.offset}) o`;
  const page = rowsSql(
    sql`select ${COLUMNS}, live.place, ${isFound} as is_found from (${lives}) live
      join lateral (select live.id union all select t.workload_id from staging t where t.parent_id = live.id) m(id) on true
      join workload s on s.id = m.id where not s.is_stage or ${isFound}`,
    sql`p.place, p.is_stage`,
  );
  const [total, found] = isFiltered
    ? [sql`(select count(*)::int from kept)`, sql`(select count(*)::int from found)`]
    : isLimited(scope)
      ? [countOf(sql`${mine} and not s.is_stage`), countOf(mine)]
      : [counted(scope, 'total - staging'), counted(scope, 'total')];
  const looked = isFiltered
    ? sql`with found as materialized (select s.id, s.is_stage from workload s where ${sql.join([mine, ...filters], sql` and `)}),
        kept as materialized (select f.id from found f where not f.is_stage
          union select t.parent_id from found f join staging t on t.workload_id = f.id where f.is_stage) `
    : sql``;
  return sql`${looked}select ${total} as total, ${found} as found_count, page.* from (values (1)) one(n) left join lateral (${page}) page on true`;
}

const wholeLists = new Map<string, ReturnType<typeof prepareSql>>();

/** The unfiltered list is the most frequent one, so its text is built once for each order. */
function wholeList(scope: Scope, { limit, offset, orderBy, sortOrder }: ListQuery, isNested: boolean): SQL {
  const key = `${hasCustomers(scope)} ${orderBy} ${sortOrder} ${isNested}`;
  const page = isNested ? nestedPage : pageWithTotal;
  const made =
    wholeLists.get(key) ??
    prepareSql(page(scopeLater(scope), { limit: later('limit'), offset: later('offset'), orderBy, sortOrder }, []));
  wholeLists.set(key, made);
  return made({ ...scope, limit, offset });
}

/** One page and the total, in one statement. Without filters the total comes from the maintained counter. */
export function listStatement(scope: Scope, query: ListQuery, isNested = false): SQL {
  const filters = conditions(scope, query);
  if (!filters.length && !isLimited(scope)) return wholeList(scope, query, isNested);
  return (isNested ? nestedPage : pageWithTotal)(scope, query, filters);
}

/** One page of the scope's sites and their total, in one round trip. A page past the end is a row without an id. */
export async function listSites(db: Database, scope: Scope, query: ListQuery): Promise<Sliced<ListedSite>> {
  return readPage(db, listStatement(scope, query));
}

/** The same by live sites, each followed by its staging environment, and how many sites were found of both. */
export async function listNestedSites(
  db: Database,
  scope: Scope,
  query: ListQuery,
): Promise<Sliced<ListedSite> & { foundCount: number }> {
  return readPage(db, listStatement(scope, query, true));
}

async function readPage(db: Database, statement: SQL) {
  const { rows } = (await db.execute(statement)) as unknown as Rows<RawRow>;
  return {
    total: Number(rows[0]?.['total'] ?? 0),
    foundCount: Number(rows[0]?.['found_count'] ?? 0),
    rows: rows.filter(({ id }) => id !== null).map(readRow),
  };
}

/** A key that identifies one site. */
export type SiteKey = { id: string } | { fqdn: string };

/** One site of the scope, in the form of lists. */
export async function findListed(db: Database, scope: Scope, key: SiteKey): Promise<ListedSite | undefined> {
  const wanted = 'id' in key ? sql`s.id = ${key.id}` : sql`s.fqdn = ${key.fqdn}`;
  const one: ListQuery = { limit: 1, offset: 0, orderBy: 'created_at', sortOrder: 'desc' };
  const result = await db.execute(pageSql(sql`${scopeSql(scope)} and ${wanted}`, one));
  const [row] = (result as unknown as Rows<RawRow>).rows;
  return row && readRow(row);
}

import type { ExtensionKind, InstalledOn, InstalledState } from '@panel/contract';
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Database, Rows } from '../../db/database.ts';
import { site, siteExtension, siteExtensionCheck } from '../../db/schema.ts';
import { holding, within, type Scope } from '../../db/select-page.ts';
import { scopeSql } from '../site/site-list.repo.ts';

export type InventoryItem = { slug: string; name: string; version: string; active: boolean };
/** What a site has. */
export type Inventory = Record<ExtensionKind, InventoryItem[]>;

/** Sites of one item that a list contains, and unchecked ones. */
const SITES_MAX = 100;

/** Marks the beginning of a check; its result is stored only if no later one has begun. Undefined: the site is gone. */
export async function beginCheck(db: Database, siteId: string): Promise<Date | undefined> {
  const result = await db.execute(sql`
    insert into site_extension_check (site_id, tried_at) select id, clock_timestamp() from site where id = ${siteId}
    on conflict (site_id) do update set tried_at = greatest(excluded.tried_at, site_extension_check.tried_at + interval '1 ms')
    returning (extract(epoch from tried_at) * 1000)::float8 as at`);
  const [row] = (result as unknown as Rows<{ at: number }>).rows;
  return row && new Date(Math.round(row.at));
}

const ofCheck = (siteId: string, begun: Date): SQL | undefined =>
  and(eq(siteExtensionCheck.siteId, siteId), eq(siteExtensionCheck.triedAt, begun));

/** Replaces what is known about a site. */
export async function storeInventory(db: Database, siteId: string, found: Inventory, begun: Date): Promise<void> {
  const items = (['plugin', 'theme'] as const).flatMap((kind) =>
    found[kind].map((item) => ({ ...item, siteId, kind })),
  );
  await db.transaction(async (tx) => {
    const current = await tx
      .update(siteExtensionCheck)
      .set({ checkedAt: sql`now()`, failure: null })
      .where(ofCheck(siteId, begun))
      .returning({ siteId: siteExtensionCheck.siteId });
    if (current.length === 0) return;
    await tx.delete(siteExtension).where(eq(siteExtension.siteId, siteId));
    if (items.length > 0) await tx.insert(siteExtension).values(items);
  });
}

/** Stores why a check failed; what was known before stays. */
export async function storeFailure(db: Database, siteId: string, failure: string, begun: Date): Promise<void> {
  await db.update(siteExtensionCheck).set({ failure }).where(ofCheck(siteId, begun));
}

/** Sites whose plugins and themes can be read: ready WordPress sites. */
const READABLE = sql`s.type = 'wordpress' and s.status = 'ready' and s.assigned_at is not null`;

/** Ready sites of a scope whose last check is older, or that were never checked; the oldest first. */
export async function sitesToCheck(
  db: Database,
  scope: Scope | null,
  { olderThanSeconds, limit }: { olderThanSeconds: number; limit: number },
): Promise<string[]> {
  const result = await db.execute(sql`
    select s.id from site s left join site_extension_check c on c.site_id = s.id
    where ${scope ? scopeSql(scope) : sql`true`} and ${READABLE} and s.task_id is null
      and (c.tried_at is null or c.tried_at < now() - make_interval(secs => ${olderThanSeconds}))
    order by c.tried_at nulls first, s.id limit ${limit}`);
  return (result as unknown as Rows<{ id: string }>).rows.map(({ id }) => id);
}

export type InstalledRow = {
  slug: string;
  name: string;
  versions: string[];
  siteCount: number;
  activeCount: number;
  sites: InstalledOn[];
};
type Query = { keyword?: string | undefined; limit: number; offset: number };
type Grouped = { total: number; slug: string | null; name: string; versions: string[]; sites: number; active: number };

/** A page of the items on the sites of a scope, grouped over its sites, with the total. */
export async function listInstalled(
  db: Database,
  scope: Scope,
  kind: ExtensionKind,
  { keyword, limit, offset }: Query,
): Promise<{ rows: InstalledRow[]; total: number }> {
  const pattern = keyword && holding(keyword);
  const matches = pattern ? sql`and (e.name ilike ${pattern} or e.slug ilike ${pattern})` : sql``;
  const result = await db.execute(sql`
    with named as (
      select e.slug, max(e.name) as name from site_extension e join site s on s.id = e.site_id
      where ${scopeSql(scope)} and e.kind = ${kind} ${matches} group by e.slug
    )
    select (select count(*)::int from named) as total, page.*, facts.* from (values (1)) one(n)
    left join lateral (select * from named order by lower(name), slug limit ${limit} offset ${offset}) page on true
    left join lateral (
      select json_agg(distinct e.version) as versions, count(*)::int as sites, (count(*) filter (where e.active))::int as active
      from site_extension e join site s on s.id = e.site_id where ${scopeSql(scope)} and e.kind = ${kind} and e.slug = page.slug
    ) facts on true
    order by lower(page.name), page.slug`);
  const { rows } = result as unknown as Rows<Grouped>;
  const slugs = rows.flatMap(({ slug }) => (slug === null ? [] : [slug]));
  const sites = await sitesOf(db, scope, kind, slugs);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.flatMap(({ slug, name, versions, sites: siteCount, active: activeCount }) =>
      slug === null ? [] : [{ slug, name, versions, siteCount, activeCount, sites: sites.get(slug) ?? [] }],
    ),
  };
}

type SiteOfItem = {
  slug: string;
  id: string;
  fqdn: string;
  version: string;
  active: boolean;
  task_id: string | null;
  checked_at: Date | string;
};

const listOf = (values: readonly string[]): SQL =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

/** The first sites of each item, by address. */
async function sitesOf(
  db: Database,
  scope: Scope,
  kind: ExtensionKind,
  slugs: readonly string[],
): Promise<Map<string, InstalledOn[]>> {
  const found = new Map<string, InstalledOn[]>();
  if (slugs.length === 0) return found;
  const result = await db.execute(sql`
    select * from (
      select e.slug, s.id, s.fqdn, e.version, e.active, s.task_id, c.checked_at, row_number() over (partition by e.slug order by s.fqdn) as place
      from site_extension e join site s on s.id = e.site_id join site_extension_check c on c.site_id = s.id
      where ${scopeSql(scope)} and e.kind = ${kind} and e.slug in (${listOf(slugs)})
    ) numbered where place <= ${sql.raw(String(SITES_MAX))} order by slug, place`);
  for (const row of (result as unknown as Rows<SiteOfItem>).rows) {
    const { slug, id: site_id, fqdn, version, active, task_id } = row;
    const checked_at = new Date(row.checked_at).toISOString();
    found.set(slug, [...(found.get(slug) ?? []), { site_id, fqdn, version, active, task_id, checked_at }]);
  }
  return found;
}

/** The oldest check of a scope's sites, and the sites without a successful one. */
export async function installedState(db: Database, scope: Scope): Promise<InstalledState> {
  const result = await db.execute(sql`
    select s.id, s.fqdn, c.failure, c.checked_at from site s left join site_extension_check c on c.site_id = s.id
    where ${scopeSql(scope)} and ${READABLE} and (c.checked_at is null or c.failure is not null)
    order by s.fqdn limit ${sql.raw(String(SITES_MAX))}`);
  const oldest = await db
    .select({ at: sql<Date | string | null>`min(${siteExtensionCheck.checkedAt})` })
    .from(siteExtensionCheck)
    .innerJoin(site, eq(site.id, siteExtensionCheck.siteId))
    .where(within(site, scope));
  const at = oldest[0]?.at;
  return {
    checked_at: at ? new Date(at).toISOString() : null,
    unchecked: (result as unknown as Rows<{ id: string; fqdn: string; failure: string | null }>).rows.map(
      ({ id, fqdn, failure }) => ({ site_id: id, fqdn, reason: failure }),
    ),
  };
}

export type SiteItem = { siteId: string; slug: string; name: string; version: string; active: boolean };

/** Some items on all sites of a scope, as far as known. */
export const installedItems = (
  db: Database,
  scope: Scope,
  kind: ExtensionKind,
  slugs: readonly string[],
): Promise<SiteItem[]> =>
  db
    .select({
      siteId: siteExtension.siteId,
      slug: siteExtension.slug,
      name: siteExtension.name,
      version: siteExtension.version,
      active: siteExtension.active,
    })
    .from(siteExtension)
    .innerJoin(site, eq(site.id, siteExtension.siteId))
    .where(and(within(site, scope), eq(siteExtension.kind, kind), inArray(siteExtension.slug, [...slugs])));

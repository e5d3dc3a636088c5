import type { ExtensionKind, InstalledOn, InstalledState } from '@panel/contract';
import { and, eq, inArray, not, sql, type SQL } from 'drizzle-orm';
import type { Database, Rows } from '../../db/database.ts';
import { onMachine } from '../../db/on-machine.ts';
import { workload, siteExtension, siteExtensionCheck } from '../../db/schema.ts';
import { sitesWithin } from '../../db/section.ts';
import { counterOf, type Scope } from '../../db/select-page.ts';
import { namesHaveWords } from '../../db/search.ts';
import { scopeSql } from '../site/site-list.repo.ts';

export type InventoryItem = { slug: string; name: string; version: string; active: boolean };
/** What a site has. */
export type Inventory = Record<ExtensionKind, InventoryItem[]>;

/** Sites of one item that a list contains, and unchecked ones. */
const SITES_MAX = 100;

/** Marks the beginning of a check; its result is stored only if no later one has begun. Undefined: the site is gone. */
export async function beginCheck(db: Database, siteId: string): Promise<Date | undefined> {
  const result = await db.execute(sql`
    insert into site_extension_check (site_id, tried_at) select id, clock_timestamp() from workload where id = ${siteId}
    on conflict (site_id) do update set tried_at = greatest(excluded.tried_at, site_extension_check.tried_at + interval '1 ms')
    returning (extract(epoch from tried_at) * 1000)::float8 as at`);
  const [row] = (result as unknown as Rows<{ at: number }>).rows;
  return row && new Date(Math.round(row.at));
}

const ofCheck = (siteId: string, begun: Date): SQL | undefined =>
  and(eq(siteExtensionCheck.siteId, siteId), eq(siteExtensionCheck.triedAt, begun));

/** The site first, in the order of all who change what triggers keep (migration 0041). */
const lockSite = (db: Database, siteId: string): Promise<unknown> =>
  db.execute(sql`select 1 from workload where id = ${siteId} for no key update`);

/** Replaces what is known about a site. */
export async function storeInventory(db: Database, siteId: string, found: Inventory, begun: Date): Promise<void> {
  const items = (['plugin', 'theme'] as const).flatMap((kind) =>
    found[kind].map((item) => ({ ...item, siteId, kind })),
  );
  await db.transaction(async (tx) => {
    await lockSite(tx, siteId);
    const current = await tx
      .update(siteExtensionCheck)
      .set({ checkedAt: sql`now()`, failure: null })
      .where(ofCheck(siteId, begun))
      .returning({ siteId: siteExtensionCheck.siteId });
    if (current.length === 0) return;
    const { kind, slug, name, version, active } = siteExtension;
    const unchanged = sql`(${kind}, ${slug}, ${name}, ${version}, ${active}) in (${sql.join(
      items.map((item) => sql`(${item.kind}, ${item.slug}, ${item.name}, ${item.version}, ${item.active}::boolean)`),
      sql`, `,
    )})`;
    const ofSite = eq(siteExtension.siteId, siteId);
    await tx.delete(siteExtension).where(items.length > 0 ? and(ofSite, not(unchanged)) : ofSite);
    if (items.length > 0) await tx.insert(siteExtension).values(items).onConflictDoNothing();
  });
}

/** Stores why a check failed; what was known before stays. */
export async function storeFailure(db: Database, siteId: string, failure: string, begun: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSite(tx, siteId);
    await tx.update(siteExtensionCheck).set({ failure }).where(ofCheck(siteId, begun));
  });
}

/** Sites whose plugins and themes can be read: ready WordPress sites. */
const READABLE = sql`s.type = 'wordpress' and s.status = 'ready' and s.assigned_at is not null`;
/** Those whose items are not known, or not since the last check; as the indexes of `site` have it. */
const UNREAD = sql`${READABLE} and s.binned_at is null and (s.inventory_at is null or s.is_inventory_failed)`;

/** Between the begin and the end of a check. */
const READ_AT_MOST = sql`interval '2 minutes'`;

/** Ready sites of a machine and a scope whose last check is older, or that were never checked; the oldest first. */
export async function sitesToCheck(
  db: Database,
  machine: string,
  scope: Scope | null,
  { olderThanSeconds, limit }: { olderThanSeconds: number; limit: number },
): Promise<string[]> {
  const inScope = scope ? scopeSql(scope) : sql`s.binned_at is null`;
  const since = sql`now() - make_interval(secs => ${olderThanSeconds})`;
  const result = await db.execute(sql`
    select s.id from (
      select s.id, s.task_id, s.node_id from workload s where ${inScope} and ${UNREAD}
      union all
      select s.id, s.task_id, s.node_id from workload s where ${inScope} and ${READABLE} and s.inventory_at < ${since} + ${READ_AT_MOST} and not s.is_inventory_failed
    ) s left join site_extension_check c on c.site_id = s.id
    where s.task_id is null and ${onMachine(machine, 's')} and (c.tried_at is null or c.tried_at < ${since})
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

/** A page of the items on the sites of a scope, by name, from what triggers count (migration 0041), with the total. */
export async function listInstalled(
  db: Database,
  scope: Scope,
  kind: ExtensionKind,
  { keyword, limit, offset }: Query,
): Promise<{ rows: InstalledRow[]; total: number }> {
  const matches = keyword ? sql`and ${namesHaveWords([sql`i.name`, sql`i.slug`], keyword)}` : undefined;
  const owner = counterOf(scope);
  const ofOwner = owner === null ? sql`true` : sql`i.owner_id = ${owner} and i.kind = ${kind}`;
  const onSites = sql`site_extension e join workload s on s.id = e.site_id where ${scopeSql(scope)} and e.kind = ${kind}`;
  // Nothing is counted beforehand for a part of an account.
  const items =
    owner === null
      ? sql`(select e.slug, min(e.name) as name, count(*)::int as sites, (count(*) filter (where e.active))::int as active from ${onSites} group by e.slug)`
      : sql`installed_item`;
  const versions =
    owner === null
      ? sql`(select e.slug, e.version from ${onSites}) v where v.slug = page.slug`
      : sql`installed_version v where v.owner_id = ${owner} and v.kind = ${kind} and v.slug = page.slug`;
  const total = sql`coalesce((select total from list_count where list = ${`installed_${kind}`} and owner_id = ${owner}), 0)`;
  const result = await db.execute(sql`
    select ${matches || owner === null ? sql`(select count(*)::int from ${items} i where ${ofOwner} ${matches ?? sql``})` : total} as total, page.*, facts.*
    from (values (1)) one(n)
    left join lateral (
      select i.slug, i.name, i.sites, i.active from ${items} i where ${ofOwner} ${matches ?? sql``}
      order by lower(i.name), i.slug limit ${limit} offset ${offset}
    ) page on true
    left join lateral (
      select json_agg(distinct v.version) as versions from ${versions}
    ) facts on true
    order by lower(page.name), page.slug`);
  const { rows } = result as unknown as Rows<Grouped>;
  const listed = rows.flatMap(({ slug, sites: count }) => (slug === null ? [] : [{ slug, sites: count }]));
  const sites = await sitesOf(db, scope, kind, listed);
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

/** From this number of sites on, the first of an item are found sooner by going through all sites by address. */
const ON_MANY_SITES = 5 * SITES_MAX;

/** The first sites of each item, by address. */
async function sitesOf(
  db: Database,
  scope: Scope,
  kind: ExtensionKind,
  items: readonly { slug: string; sites: number }[],
): Promise<Map<string, InstalledOn[]>> {
  const found = new Map<string, InstalledOn[]>();
  if (items.length === 0) return found;
  // `offset 0` keeps the planner from turning this into a sort of all sites of the item.
  const fromMany = sql`
    select s.id, s.fqdn, e.version, e.active, s.task_id, e.checked_at
    from (select s.id, s.fqdn, s.task_id from workload s where ${scopeSql(scope)} order by s.fqdn) s
    cross join lateral (
      select e.version, e.active, c.checked_at from site_extension e join site_extension_check c on c.site_id = e.site_id
      where e.site_id = s.id and e.kind = ${kind} and e.slug = wanted.slug offset 0
    ) e order by s.fqdn limit ${sql.raw(String(SITES_MAX))}`;
  const fromFew = sql`
    select s.id, s.fqdn, e.version, e.active, s.task_id, c.checked_at
    from workload s join site_extension e on e.site_id = s.id and e.kind = ${kind} and e.slug = wanted.slug
    join site_extension_check c on c.site_id = s.id
    where ${scopeSql(scope)} order by s.fqdn limit ${sql.raw(String(SITES_MAX))}`;
  const read = async (chosen: typeof items, first: SQL): Promise<SiteOfItem[]> => {
    if (chosen.length === 0) return [];
    const slugs = sql.join(
      chosen.map(({ slug }) => sql`(${slug}::text)`),
      sql`, `,
    );
    const result = await db.execute(sql`
      select wanted.slug, first.* from (values ${slugs}) wanted(slug) cross join lateral (${first}) first
      order by wanted.slug, first.fqdn`);
    return (result as unknown as Rows<SiteOfItem>).rows;
  };
  const few = items.filter(({ sites }) => sites < ON_MANY_SITES);
  const many = items.filter(({ sites }) => sites >= ON_MANY_SITES);
  for (const row of [...(await read(few, fromFew)), ...(await read(many, fromMany))]) {
    const { slug, id: site_id, fqdn, version, active, task_id } = row;
    const checked_at = new Date(row.checked_at).toISOString();
    found.set(slug, [...(found.get(slug) ?? []), { site_id, fqdn, version, active, task_id, checked_at }]);
  }
  return found;
}

/** The oldest check of a scope's sites, and the sites without a successful one. */
export async function installedState(db: Database, scope: Scope): Promise<InstalledState> {
  const result = await db.execute(sql`
    select s.id, s.fqdn, c.failure from workload s left join site_extension_check c on c.site_id = s.id
    where ${scopeSql(scope)} and ${UNREAD} order by s.fqdn limit ${sql.raw(String(SITES_MAX))}`);
  const oldest = await db
    .select({ at: sql<Date | string | null>`min(${workload.inventoryAt})` })
    .from(workload)
    .where(sitesWithin(workload, scope));
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
    .innerJoin(workload, eq(workload.id, siteExtension.siteId))
    .where(and(sitesWithin(workload, scope), eq(siteExtension.kind, kind), inArray(siteExtension.slug, [...slugs])));

import type { HealthFilter } from '@panel/contract';
import { and, asc, desc, eq, getTableColumns, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/database.ts';
import {
  app,
  appBuild,
  appProject,
  githubInstallation,
  usageDay,
  user,
  workload,
  workloadHost,
  type InstallationState,
} from '../../db/schema.ts';
import { appsWithin } from '../../db/section.ts';
import { atOneMoment, within, type Scope } from '../../db/select-page.ts';
import { hasWords } from '../../db/search.ts';
import type { Slice, Sliced } from '../../kernel/paged.ts';
import { hasHealth, healthColumn, type StoredFacts } from '../site/site-health.repo.ts';
import { USAGE_DAYS } from '../site/site-list.repo.ts';

export type AppRow = typeof app.$inferSelect;
export type AppWorkload = typeof workload.$inferSelect;
export type BuildRow = typeof appBuild.$inferSelect;

/** An application with what its lists show. */
export type ListedApp = {
  workload: AppWorkload;
  app: AppRow;
  live: BuildRow | null;
  last: BuildRow | null;
  /** The task that works on what its visitors get. */
  taskId: string | null;
  /** The other part of a full-stack application. */
  otherId: string | null;
  otherFqdn: string | null;
  otherPart: AppRow['part'] | null;
  customerEmail: string | null;
  /** Of the installation of the GitHub App; null for one that its customer has not connected. */
  installationState: InstallationState | null;
  usage: { requests: number; bytes: number; pageViews: number };
  health: StoredFacts;
};

export type AppFilter = {
  searchKey?: string;
  id?: string;
  projectId?: string;
  upgradable?: boolean;
  /** Applications with one of these levels of health. */
  health?: readonly HealthFilter[];
  tag?: string;
};

const COLUMN = {
  created_at: workload.createdAt,
  fqdn: workload.fqdn,
  name: workload.name,
  type: app.type,
} as const;

const live = alias(appBuild, 'live');
const last = alias(appBuild, 'last');
const otherApp = alias(app, 'other_app');
const otherWorkload = alias(workload, 'other_workload');
/** A part of a project. */
const part = alias(workload, 'w');

const since = sql.raw(`(now() at time zone 'utc')::date - ${USAGE_DAYS}`);
const total = (column: SQL): SQL<number> =>
  sql<number>`coalesce((select sum(${column})::float8 from ${usageDay} d where d.workload_id = ${workload.id} and d.day > ${since}), 0)`;

/** The same as `productionTaskOn`; its conditions are those of an index. */
const openTask = sql<
  string | null
>`coalesce(${workload.taskId}, (select t.id from task t where t.resource in ('site', 'app') and t.resource_id = ${workload.id}::text and t.status in ('queued', 'running', 'cancelling') order by t.resource desc limit 1))`;

const listed = (db: Database, scope: Scope) =>
  db
    .select({
      workload: getTableColumns(workload),
      app: getTableColumns(app),
      live,
      last,
      taskId: openTask,
      otherId: otherWorkload.id,
      otherFqdn: otherWorkload.fqdn,
      otherPart: sql<AppRow['part'] | null>`case when ${otherWorkload.id} is not null then ${otherApp.part} end`,
      customerEmail: user.email,
      installationState: githubInstallation.state,
      usage: {
        requests: total(sql`d.requests`).mapWith(Number),
        bytes: total(sql`d.bytes`).mapWith(Number),
        pageViews: total(sql`d.page_views`).mapWith(Number),
      },
      health: healthColumn,
    })
    .from(workload)
    .innerJoin(app, eq(app.id, workload.id))
    .leftJoin(user, eq(user.id, workload.customerId))
    .leftJoin(
      githubInstallation,
      and(
        eq(githubInstallation.userId, workload.customerId),
        eq(githubInstallation.installationId, app.installationId),
      ),
    )
    .leftJoin(live, eq(live.id, app.liveBuildId))
    // The newest of production: that of a preview says nothing about the application.
    .leftJoin(
      last,
      and(
        eq(last.appId, app.id),
        sql`${last.number} = (select max(n.number) from app_build n where n.app_id = ${app.id} and n.preview_id is null)`,
      ),
    )
    .leftJoin(
      otherApp,
      and(eq(otherApp.projectId, app.projectId), sql`${otherApp.id} <> ${app.id}`, sql`${app.part} <> 'whole'`),
    )
    // A member may be limited to one part.
    .leftJoin(otherWorkload, and(eq(otherWorkload.id, otherApp.id), within(otherWorkload, scope)));

function conditions({ searchKey, id, projectId, upgradable, health, tag }: AppFilter): (SQL | undefined)[] {
  return [
    searchKey ? hasWords(workload.searchText, searchKey) : undefined,
    id ? eq(workload.id, id) : undefined,
    projectId ? eq(app.projectId, projectId) : undefined,
    tag ? sql`${workload.tags} @> ${JSON.stringify([tag])}::jsonb` : undefined,
    upgradable ? sql`${workload.licenseKey} is null and ${workload.status} = 'ready'` : undefined,
    // What is being built or published is in progress, as in `siteHealth`.
    health?.length ? hasHealth(health, '"workload"', openTask) : undefined,
  ];
}

/** A page of the scope's applications; `searchKey` has words of the address and the title. */
export async function listApps(
  db: Database,
  scope: Scope,
  { sortOrder, orderBy, limit, offset }: Slice<keyof typeof COLUMN>,
  filter: AppFilter = {},
): Promise<Sliced<ListedApp>> {
  const where = and(appsWithin(workload, scope), ...conditions(filter));
  return atOneMoment(db, async (tx) => {
    const rows = await listed(tx, scope)
      .where(where)
      .orderBy((sortOrder === 'asc' ? asc : desc)(COLUMN[orderBy]), asc(workload.id))
      .limit(limit)
      .offset(offset);
    const [counted] = await tx
      .select({ total: sql<number>`count(*)::int` })
      .from(workload)
      .innerJoin(app, eq(app.id, workload.id))
      .where(where);
    return { rows, total: counted?.total ?? 0 };
  });
}

/** A query of `id` and `name` of the scope's applications that a filter finds; of these `ids` only, if there are some. */
export const appsThat = (scope: Scope, { ids, ...filter }: AppFilter & { ids?: readonly string[] }): SQL =>
  sql`select ${workload.id} as id, ${workload.fqdn} as name from ${workload} inner join ${app} on ${eq(app.id, workload.id)}
    where ${and(appsWithin(workload, scope), ...conditions(filter), ids && inArray(workload.id, [...ids]))}`;

/** One application of the scope, in the form of lists. */
export async function findListedApp(db: Database, scope: Scope, id: string): Promise<ListedApp | undefined> {
  return (await listed(db, scope).where(and(appsWithin(workload, scope), eq(workload.id, id))))[0];
}

/** The three applications with the most traffic of the last 30 days. */
export const topApps = async (db: Database, scope: Scope): Promise<ListedApp[]> =>
  listed(db, scope)
    .where(appsWithin(workload, scope))
    .orderBy(desc(total(sql`d.bytes`)), asc(workload.id))
    .limit(3);

/** The application of the scope, locked until the transaction ends. */
export async function lockApp(
  tx: Database,
  scope: Scope,
  id: string,
): Promise<{ workload: AppWorkload; app: AppRow } | undefined> {
  const rows = await tx
    .select({ workload: getTableColumns(workload), app: getTableColumns(app) })
    .from(workload)
    .innerJoin(app, eq(app.id, workload.id))
    .where(and(appsWithin(workload, scope), eq(workload.id, id)))
    .for('update');
  return rows[0];
}

/** For tasks, whose application comes from a request that was in scope. With `lock`, locked until the transaction ends. */
export async function taskApp(
  db: Database,
  id: string,
  { lock = false } = {},
): Promise<{ workload: AppWorkload; app: AppRow } | undefined> {
  const rows = db
    .select({ workload: getTableColumns(workload), app: getTableColumns(app) })
    .from(workload)
    .innerJoin(app, eq(app.id, workload.id))
    .where(eq(workload.id, id));
  return (await (lock ? rows.for('update') : rows))[0];
}

export async function updateApp(tx: Database, id: string, change: Partial<AppRow>): Promise<void> {
  await tx.update(app).set(change).where(eq(app.id, id));
}

export type NewApp = Omit<typeof app.$inferInsert, 'id'>;
type Owner = { partnerId: string; customerId: string };

/** Inserts an application and its address; undefined when the address is taken. */
export async function insertApp(
  tx: Database,
  owner: Owner,
  { fqdn, name, nodeId, ...values }: NewApp & { fqdn: string; name: string; nodeId: string | null },
  now: Date,
): Promise<AppWorkload | undefined> {
  const [row] = await tx
    .insert(workload)
    .values({
      ...owner,
      fqdn,
      name,
      nodeId,
      title: name,
      kind: 'node',
      // Of other kinds than sites `type` repeats the kind.
      type: sql`'node'`,
      infraDomainId: sql`gen_random_uuid()::text`,
      status: 'created',
      assignedAt: now,
    })
    .onConflictDoNothing()
    .returning();
  if (!row) return undefined;
  const taken = await tx
    .insert(workloadHost)
    .values({ fqdn, workloadId: row.id })
    .onConflictDoNothing()
    .returning({ fqdn: workloadHost.fqdn });
  if (taken.length === 0) return undefined;
  await tx.insert(app).values({ id: row.id, ...values });
  return row;
}

/** How many applications a customer has, without those in the bin. */
export const countApps = (db: Database, scope: Scope): Promise<number> =>
  db.$count(workload, appsWithin(workload, scope));

export async function insertProject(tx: Database, owner: Owner, name: string): Promise<string> {
  const [row] = await tx
    .insert(appProject)
    .values({ ...owner, name })
    .returning({ id: appProject.id });
  if (!row) throw new Error('A project was not stored.');
  return row.id;
}

type ListedProject = {
  id: string;
  name: string;
  createdAt: Date;
  apps: { id: string; fqdn: string; name: string; part: AppRow['part']; status: AppWorkload['status'] }[];
};

/** A page of the scope's projects, with their applications. */
export async function listProjects(
  db: Database,
  scope: Scope,
  { sortOrder, orderBy, limit, offset }: Slice<'created_at' | 'name'>,
): Promise<Sliced<ListedProject>> {
  const where = and(
    within(appProject, scope),
    sql`exists (select 1 from app a join workload w on w.id = a.id where a.project_id = app_project.id and w.binned_at is null)`,
  );
  const column = orderBy === 'name' ? appProject.name : appProject.createdAt;
  return atOneMoment(db, async (tx) => {
    const rows = await tx
      .select({
        id: appProject.id,
        name: appProject.name,
        createdAt: appProject.createdAt,
        apps: sql<
          ListedProject['apps']
        >`coalesce((select json_agg(json_build_object('id', w.id, 'fqdn', w.fqdn, 'name', w.name, 'part', a.part, 'status', w.status) order by a.part desc, w.created_at)
        from app a join workload w on w.id = a.id where a.project_id = app_project.id and ${appsWithin(part, scope)}), '[]'::json)`,
      })
      .from(appProject)
      .where(where)
      .orderBy((sortOrder === 'asc' ? asc : desc)(column), asc(appProject.id))
      .limit(limit)
      .offset(offset);
    return { rows, total: await tx.$count(appProject, where) };
  });
}

/** The ids of a project's applications; undefined for a project of others. */
export async function appsOfProject(tx: Database, scope: Scope, id: string): Promise<string[] | undefined> {
  const [project] = await tx
    .select({ id: appProject.id })
    .from(appProject)
    .where(and(within(appProject, scope), eq(appProject.id, id)))
    .for('update');
  if (!project) return undefined;
  const rows = await tx
    .select({ id: workload.id })
    .from(app)
    .innerJoin(workload, eq(workload.id, app.id))
    .where(and(eq(app.projectId, id), appsWithin(workload, scope)));
  return rows.map((row) => row.id);
}

/** Removes projects that are older than that and have no application, not even in the bin. */
export async function removeEmptyProjects(db: Database, before: Date): Promise<void> {
  await db
    .delete(appProject)
    .where(
      and(lt(appProject.createdAt, before), sql`not exists (select 1 from app a where a.project_id = app_project.id)`),
    );
}

/** Whether an application of the scope uses a repository. */
export async function usesRepository(db: Database, scope: Scope, repository: string): Promise<boolean> {
  const rows = await db
    .select({ id: app.id })
    .from(app)
    .innerJoin(workload, eq(workload.id, app.id))
    .where(
      and(
        appsWithin(workload, scope),
        eq(app.source, 'github'),
        sql`lower(${app.repository}) = ${repository.toLowerCase()}`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

import { TASKS_LISTED_MAX, type ListedTask, type TaskStatus } from '@panel/contract';
import { and, asc, desc, eq, gte, inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { task, user } from '../db/schema.ts';
import { within, type Scope } from '../db/select-page.ts';
import { namesHaveWords } from '../db/search.ts';
import type { Slice, Sliced } from '../kernel/paged.ts';
import { taskSummary } from './task-view.ts';
import type { TaskKinds } from './task-kind.ts';

export type TaskFilter = {
  keyword?: string | undefined;
  status?: readonly TaskStatus[] | undefined;
  /** The first day (UTC). */
  from?: string | undefined;
};

/** One status is written as a constant, which proves the condition of its partial index. */
const hasStatus = ([only, ...others]: readonly TaskStatus[]): SQL | undefined =>
  only && others.length === 0 ? sql`${task.status} = ${sql.raw(`'${only}'`)}` : undefined;

const chosen = (scope: Scope, { keyword, status = [], from }: TaskFilter): SQL | undefined =>
  and(
    within(task, scope),
    keyword ? namesHaveWords([task.title], keyword) : undefined,
    status.length > 1 ? inArray(task.status, [...status]) : hasStatus(status),
    from ? gte(task.createdAt, new Date(from)) : undefined,
  );

/** A page of the scope's tasks. The total counts up to `TASKS_LISTED_MAX`. */
export async function listTasks(
  db: Database,
  kinds: TaskKinds,
  scope: Scope,
  filter: TaskFilter,
  { limit, offset, sortOrder }: Omit<Slice, 'orderBy'>,
): Promise<Sliced<ListedTask>> {
  const where = chosen(scope, filter);
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(task)
    .where(where)
    .limit(TASKS_LISTED_MAX)
    .as('some');
  const [[counted], rows] = await Promise.all([
    db.select({ total: sql<number>`count(*)::int` }).from(some),
    db
      .select({
        ...{ id: task.id, kind: task.kind, status: task.status, error: task.error },
        ...{ createdAt: task.createdAt, endedAt: task.endedAt, resource: task.resource, title: task.title },
        ...{ customerId: user.id, email: user.email },
      })
      .from(task)
      .leftJoin(user, eq(user.id, task.customerId))
      .where(where)
      .orderBy(
        ...(sortOrder === 'asc'
          ? [sql`${task.createdAt} asc nulls last`, desc(task.id)]
          : [sql`${task.createdAt} desc nulls first`, asc(task.id)]),
      )
      .limit(Math.max(0, Math.min(limit, TASKS_LISTED_MAX - offset)))
      .offset(Math.min(offset, TASKS_LISTED_MAX)),
  ]);
  return {
    total: counted?.total ?? 0,
    rows: rows.map(({ resource, title, customerId, email, ...row }) => ({
      ...taskSummary(row, kinds),
      ...{ resource, title },
      customer: customerId === null || email === null ? null : { id: customerId, email },
    })),
  };
}

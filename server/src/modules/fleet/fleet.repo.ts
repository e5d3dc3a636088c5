import { FLEET_KINDS } from '@panel/contract';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { extensionRun, user } from '../../db/schema.ts';
import { within, type Scope } from '../../db/select-page.ts';
import type { PlanRow } from '../../tasks/plan-kind.ts';

const SHOWN = 50;

/** A plan, with the email of whoever started it. */
export type ListedPlan = { run: PlanRow; startedBy: string | null };

const select = (db: Database) =>
  db
    .select({ run: extensionRun, startedBy: user.email })
    .from(extensionRun)
    .leftJoin(user, eq(user.id, extensionRun.userId));

/** The plans of a scope, the newest first. */
export const listPlans = (db: Database, scope: Scope): Promise<ListedPlan[]> =>
  select(db)
    .where(and(within(extensionRun, scope), inArray(extensionRun.kind, [...FLEET_KINDS])))
    .orderBy(desc(extensionRun.createdAt), desc(extensionRun.id))
    .limit(SHOWN);

/** A plan of a scope. */
export async function findPlan(db: Database, scope: Scope, id: string): Promise<ListedPlan | undefined> {
  const [row] = await select(db).where(
    and(within(extensionRun, scope), inArray(extensionRun.kind, [...FLEET_KINDS]), eq(extensionRun.id, id)),
  );
  return row;
}

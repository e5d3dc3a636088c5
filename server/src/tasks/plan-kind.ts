import type { PlanReason, PlanState } from '@panel/contract';
import type { AppContext } from '../context/app-context.ts';
import type { Database } from '../db/database.ts';
import type { extensionRun, extensionRunSite, task, workload } from '../db/schema.ts';
import type { Notice } from './task-kind.ts';

declare module '../context/app-context.ts' {
  interface AppContext {
    planKinds: PlanKinds;
  }
}

export type PlanRow = typeof extensionRun.$inferSelect;
type TaskState = Pick<typeof task.$inferSelect, 'status' | 'steps' | 'error'>;
/** A site of a plan with its task, and the one that undid its change; null for a task that is gone. */
export type PlanSiteRow = typeof extensionRunSite.$inferSelect & { task: TaskState | null; undo: TaskState | null };
/** A site as lists have it, without its large columns. */
export type PlanSite = Omit<
  typeof workload.$inferSelect,
  'evidence' | 'deliveryEvidence' | 'protectionHash' | 'searchText'
>;

/** The task of a plan on one site. */
export type PlanTask = { kind: string; payload: Record<string, unknown> };

/** What a plan does on a site: a task, or why there is none. `isFirst`: no other site has shown yet that the change works. */
export type PlanTarget = { reason: PlanReason } | { task(isFirst: boolean): PlanTask };

/**
 * A kind of change that plans make on many sites. Waves, halting, decisions and what survives a crash are the same for all of
 * them (modules/change-plan).
 */
export type PlanKind = {
  /** What the change does on sites that another task may work on now; what it has to read for all of them is read once. */
  targets(app: Pick<AppContext, 'hosting'>, db: Database, run: PlanRow): Promise<(site: PlanSite) => PlanTarget>;
  /** The task that undoes the change of a site after people have looked at it. */
  putBack(run: PlanRow, row: PlanSiteRow & { taskId: string }): PlanTask;
  /** What people read once the last site has ended; null before. */
  ended(run: PlanRow, rows: readonly PlanSiteRow[]): Notice | null;
  /** Asks for a decision because of a site. */
  paused(run: PlanRow, state: Extract<PlanState, 'review' | 'halted'>, row: PlanSiteRow): Notice;
};

/** By the kind of a plan. */
export type PlanKinds = Readonly<Record<string, PlanKind>>;

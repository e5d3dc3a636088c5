import type { FleetChange, FleetKind, FleetReason } from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import type { Said, Sentence } from '../../context/said.ts';
import type { PlanSite } from '../../tasks/plan-kind.ts';
import type { StepContext } from '../../tasks/task-kind.ts';

/** The change of a kind. */
export type ChangeOf<Kind extends FleetKind> = Extract<FleetChange, { kind: Kind }>;

/** What a change replaces on a site, as `before` recorded it. */
export type Had = Record<string, unknown>;

/**
 * A change that plans make on many sites, said once: waves, pictures, halting, undoing and what survives a crash come from
 * modules/change-plan. `apply` and `undo` may be repeated after a crash and must then have the same result.
 */
export type FleetChangeKind<Kind extends FleetKind = FleetKind> = {
  /** Headings of the tasks on one site, in full, so that each has its translation. */
  label: { change: string; putBack: string };
  /** The title of the step that changes a site. */
  doing(change: ChangeOf<Kind>): Said;
  /** What the change is called in notifications. */
  subject(change: ChangeOf<Kind>): Sentence;
  /** What a site has now, as far as it has a version. */
  now(site: PlanSite): string | null;
  /** Why a site cannot take the change, or null. */
  preview(app: Pick<AppContext, 'hosting'>, site: PlanSite, change: ChangeOf<Kind>): FleetReason | null;
  /** Whether the site is archived before the change, because nothing else brings it back. */
  archives: boolean;
  /** What `undo` needs to know of the site before the change. */
  before(context: StepContext): Promise<Had>;
  apply(context: StepContext, change: ChangeOf<Kind>): Promise<void>;
  /** @param archive the file with the site before the change, of a kind that archives */
  undo(context: StepContext, had: Had, archive: string): Promise<void>;
  /** Whether a site has the change now; without it, an interrupted change is made again. */
  check?(context: StepContext, change: ChangeOf<Kind>): Promise<boolean>;
};

/** Why nothing can be changed on a site until its state is another one, or null. A busy site is waited for. */
export function unready({ status, assignedAt }: PlanSite): FleetReason | null {
  return assignedAt && (status === 'ready' || status === 'processing') ? null : 'not_ready';
}

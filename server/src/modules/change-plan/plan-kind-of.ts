import type { AppContext } from '../../context/app-context.ts';
import type { PlanKind } from '../../tasks/plan-kind.ts';
import type { RunRow } from './run.repo.ts';

/** The kind of a plan. @throws Error for one that this release does not know */
export function planKindOf({ planKinds }: Pick<AppContext, 'planKinds'>, { kind }: Pick<RunRow, 'kind'>): PlanKind {
  const found = planKinds[kind];
  if (!found) throw new Error(`There is no kind of plan ${kind}.`);
  return found;
}

import { outlineOf, type StepDefinition, type TaskKind } from '../../tasks/task-kind.ts';

/** The steps of a kind of task, which say something else of what cancelling leaves behind. */
export function stepsLeaving(leaves: string, given: readonly StepDefinition[]): Pick<TaskKind, 'steps' | 'outline'> {
  const all = given.map((step) => ({ ...step, leaves }));
  return { steps: () => all, outline: () => all.map(outlineOf) };
}

import { outlineOf, type StepDefinition, type TaskKind } from '../../tasks/task-kind.ts';

/** Titles of steps that have others for sites. */
const OF_APP: Readonly<Record<string, string>> = {
  pack: 'Packing the release, its settings and the database',
  rehearse: 'Restoring the backup with its database beside the application, and asking it for its pages',
};

/** Steps that work on an application, and what cancelling them leaves behind. */
export const onApplication = (leaves: string, given: readonly StepDefinition[]): StepDefinition[] =>
  given.map((step) => ({ ...step, title: OF_APP[step.name] ?? step.title, leaves }));

/** The same for a kind of task. */
export function stepsLeaving(leaves: string, given: readonly StepDefinition[]): Pick<TaskKind, 'steps' | 'outline'> {
  const all = onApplication(leaves, given);
  return { steps: () => all, outline: () => all.map(outlineOf) };
}

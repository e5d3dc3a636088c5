import * as v from 'valibot';
import { said, titled } from '../../context/said.ts';
import { definePayload } from '../../tasks/payload.ts';
import type { CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { found, scopeOf } from '../../context/scope.ts';
import type { StepDefinition } from '../../tasks/task-kind.ts';
import { fetchArchive, fetched } from '../backup/fetch-step.ts';
import { findBlueprint, recordBlueprint, taskBlueprint } from './blueprint.repo.ts';

/** The fields of the payload of a creation that starts from a blueprint. */
export const FROM_BLUEPRINT = {
  blueprintId: v.exactOptional(v.string()),
  blueprintName: v.exactOptional(v.string()),
};
type FromBlueprint = { blueprintId?: string; blueprintName?: string };
const Versions = definePayload(v.object({ phpVersion: v.exactOptional(v.string()) }));

/**
 * The blueprint that a new site starts from; nothing for “Default”.
 * @throws PanelError NOT_FOUND, BLUEPRINT_NOT_COMPLETE
 */
export async function chosenBlueprint(
  context: CallContext,
  choice: { id: string | null } | null | undefined,
): Promise<FromBlueprint> {
  if (!choice?.id) return {};
  const row = found(await findBlueprint(context.app.db, scopeOf(context), { id: choice.id }));
  if (row.status !== 'succeeded') throw new PanelError('BLUEPRINT_NOT_COMPLETE');
  return { blueprintId: row.id, blueprintName: row.name };
}

/**
 * Puts a blueprint into a site that has just been installed: its own administrator, title, address and secrets stay.
 */
export function blueprintSteps({ blueprintId, blueprintName }: FromBlueprint): StepDefinition[] {
  if (!blueprintId) return [];
  let applied = false;
  return [
    fetchArchive({
      what: 'blueprint',
      row: ({ app }) => taskBlueprint(app.db, blueprintId),
      record: ({ app }, row, facts) => recordBlueprint(app.db, row, facts),
      codes: { notComplete: 'BLUEPRINT_NOT_COMPLETE', damaged: 'BLUEPRINT_DAMAGED' },
    }),
    {
      name: 'blueprint',
      ...titled(said('Applying the blueprint “{name}”', { name: blueprintName ?? '' })),
      async run(context) {
        const { app, task } = context;
        const keepPhp = Versions.of(task.payload).phpVersion !== undefined;
        await app.hosting.applyBlueprint(task.resourceId, fetched(context), { keepPhp, p: context });
        applied = true;
      },
      // The site does not show whether an interrupted attempt has put it in place, so the next one applies it again.
      check: async () => applied,
    },
  ];
}

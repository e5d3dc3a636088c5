import type { Blueprint } from '@panel/core';
import { lazyPanel } from '@panel/ui';
import { cannotDeleteBlueprint, cannotRenameBlueprint } from '@panel/resources/blueprint';
import type { BlueprintPanel } from './blueprint.actions.ts';

// The list is opened more often than its panels.
const RenamePanel = lazyPanel(async () => (await import('./blueprint-rename.panel.tsx')).BlueprintRenamePanel);
const DeleteDialog = lazyPanel(async () => (await import('./blueprint-delete.dialog.tsx')).BlueprintDeleteDialog);

type Props = { panel: BlueprintPanel | null; blueprint: Blueprint | undefined; onClose: () => void };

/** The panel of a row in the address. One with an action that is not possible opens nothing. */
export function BlueprintPanels({ panel, blueprint, onClose }: Props) {
  if (!blueprint) return null;
  const open = { blueprint, onClose };
  if (panel === 'rename' && !cannotRenameBlueprint(blueprint)) return <RenamePanel {...open} />;
  if (panel === 'delete' && !cannotDeleteBlueprint(blueprint)) return <DeleteDialog {...open} />;
  return null;
}

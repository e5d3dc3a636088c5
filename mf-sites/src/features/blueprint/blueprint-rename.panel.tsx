import { t } from '@panel/core';
import { BlueprintName } from '@panel/contract/schemas';
import type { Blueprint } from '@panel/core';
import { RenamePanel } from '@panel/ui/form';
import { useRenameBlueprint } from '@panel/resources/blueprint';

export function BlueprintRenamePanel({ blueprint, onClose }: { blueprint: Blueprint; onClose: () => void }) {
  const { mutateAsync: rename } = useRenameBlueprint(blueprint);
  return (
    <RenamePanel
      title={t('Rename blueprint')}
      name={blueprint.name}
      schema={BlueprintName}
      onRename={rename}
      onClose={onClose}
    />
  );
}

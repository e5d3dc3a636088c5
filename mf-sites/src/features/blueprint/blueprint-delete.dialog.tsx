import { t } from '@panel/core';
import type { Blueprint } from '@panel/core';
import { ConfirmDestroy } from '@panel/ui';
import { useDeleteBlueprint } from '@panel/resources/blueprint';

export function BlueprintDeleteDialog({ blueprint, onClose }: { blueprint: Blueprint; onClose: () => void }) {
  const remove = useDeleteBlueprint(blueprint, onClose);
  return (
    <ConfirmDestroy
      open
      title={t('Delete blueprint')}
      name={blueprint.name}
      facts={{
        goes: [t('The blueprint and its archive')],
        stays: [t('The site it was made from'), t('Sites that were created from it')],
      }}
      confirmations={[]}
      confirmLabel={t('Delete blueprint')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}

import { t } from '@panel/core';
import type { Extension, ExtensionKind } from '@panel/core';
import { Banner, Button, Dialog, Stack, Text } from '@panel/ui';
import { useRemoveExtension } from '@panel/resources/extension';

type Props = { kind: ExtensionKind; extension: Extension; onClose: () => void };

/** Deletes a version from the library. Nothing on a site changes, so a click is enough. */
export function ExtensionRemoveDialog({ kind, extension: { id, name, version }, onClose }: Props) {
  const remove = useRemoveExtension(kind, onClose);
  return (
    <Dialog
      open
      icon="warning"
      tone="danger"
      title={t('Delete {name} {version} from your library', { name, version })}
      onClose={onClose}
      busy={remove.isPending}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="danger" loading={remove.isPending} onClick={() => remove.mutate(id)}>
            {t('Delete from library')}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <Text as="p">
          {kind === 'plugin'
            ? t('The uploaded zip file is deleted. Sites that have this plugin keep it. You can upload the file again.')
            : t('The uploaded zip file is deleted. Sites that have this theme keep it. You can upload the file again.')}
        </Text>
        {remove.isError && (
          <Banner kind="danger" live>
            {remove.error.message}
          </Banner>
        )}
      </Stack>
    </Dialog>
  );
}

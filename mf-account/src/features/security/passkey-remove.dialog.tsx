import { t, type Passkey } from '@panel/core';
import { ConfirmDialog } from '@panel/ui';
import { useRemovePasskey } from '@panel/resources/passkey';

export function PasskeyRemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useRemovePasskey(passkey, onClose);
  return (
    <ConfirmDialog
      title={t('Remove the passkey {name}?', { name: passkey.name })}
      confirmLabel={t('Remove')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t('It no longer opens your account. Remove it on the device as well, or the device goes on offering it.')}
    </ConfirmDialog>
  );
}

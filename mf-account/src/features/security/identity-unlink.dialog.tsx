import { t, type LoginIdentity } from '@panel/core';
import { ConfirmDialog } from '@panel/ui';
import { useUnlinkIdentity } from '@panel/resources/login-provider';

export function IdentityUnlinkDialog({ identity, onClose }: { identity: LoginIdentity; onClose: () => void }) {
  const unlink = useUnlinkIdentity(identity, onClose);
  return (
    <ConfirmDialog
      title={t('Unlink {name}?', { name: identity.name })}
      confirmLabel={t('Unlink')}
      danger
      busy={unlink.isPending}
      error={unlink.error}
      onConfirm={() => unlink.mutate()}
      onClose={onClose}
    >
      {t('{email} no longer opens your account here. The account there stays as it is.', { email: identity.email })}
    </ConfirmDialog>
  );
}

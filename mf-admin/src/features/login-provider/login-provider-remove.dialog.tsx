import { t, type LoginProvider } from '@panel/core';
import { ConfirmDialog } from '@panel/ui';
import { useRemoveLoginProvider } from '@panel/resources/login-provider';

export function LoginProviderRemoveDialog({ provider, onClose }: { provider: LoginProvider; onClose: () => void }) {
  const remove = useRemoveLoginProvider(provider, onClose);
  return (
    <ConfirmDialog
      title={t('Remove {name}?', { name: provider.name })}
      confirmLabel={t('Remove')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t(
        '{accounts, plural, one {# account} other {# accounts}} can no longer sign in with it, also after it is added again. Their owners can request a password by email.',
        { accounts: provider.accounts },
      )}
    </ConfirmDialog>
  );
}

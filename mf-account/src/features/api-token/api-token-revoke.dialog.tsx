import { t, type ApiToken } from '@panel/core';
import { ConfirmDialog } from '@panel/ui';
import { useRevokeAllApiTokens, useRevokeApiToken } from '@panel/resources/api-token';

export function ApiTokenRevokeDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const revoke = useRevokeApiToken(token, onClose);
  return (
    <ConfirmDialog
      title={t('Revoke “{name}”?', { name: token.name })}
      confirmLabel={t('Revoke token')}
      danger
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      {t('Programs that use it lose access at once. A revoked token can’t be used again.')}
    </ConfirmDialog>
  );
}

export function ApiTokenRevokeAllDialog({ onClose }: { onClose: () => void }) {
  const revoke = useRevokeAllApiTokens(onClose);
  return (
    <ConfirmDialog
      title={t('Revoke all API tokens?')}
      confirmLabel={t('Revoke all')}
      danger
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      {t('Every program that uses a token of this list loses access at once, whoever made the token.')}
    </ConfirmDialog>
  );
}

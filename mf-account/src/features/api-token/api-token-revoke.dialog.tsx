import type { ApiToken } from '@panel/core';
import { ConfirmDialog } from '@panel/ui';
import { useRevokeAllApiTokens, useRevokeApiToken } from '@panel/resources/api-token';

export function ApiTokenRevokeDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const revoke = useRevokeApiToken(token, onClose);
  return (
    <ConfirmDialog
      title={`Revoke “${token.name}”?`}
      confirmLabel="Revoke token"
      danger
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      Programs that use it lose access at once. A revoked token can’t be used again.
    </ConfirmDialog>
  );
}

export function ApiTokenRevokeAllDialog({ onClose }: { onClose: () => void }) {
  const revoke = useRevokeAllApiTokens(onClose);
  return (
    <ConfirmDialog
      title="Revoke all API tokens?"
      confirmLabel="Revoke all"
      danger
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      Every program that uses your account through the API loses access at once.
    </ConfirmDialog>
  );
}

import { t, Trans } from '@panel/core';
import type { Team } from '@panel/core';
import { ConfirmDialog, Text } from '@panel/ui';
import { useRevokeKey } from '@panel/resources/team';

type Props = { team: Team; keyId: string; onClose: () => void; onDone: (message: string) => void };

/** Asks before a key is rejected for good. */
export function RevokeDialog({ team, keyId, onClose, onDone }: Props) {
  const revoke = useRevokeKey((message) => {
    onClose();
    onDone(message);
  });
  return (
    <ConfirmDialog
      title={t('Revoke the key of {name}?', { name: team.name })}
      confirmLabel={t('Revoke key')}
      danger
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate(keyId)}
      onClose={onClose}
    >
      <Text as="p">
        <Trans
          id="The panel rejects everything that is signed with the key <0>{key}</0> from now on. This can’t be undone; the team needs a new key."
          values={{ key: keyId }}
          parts={[(piece) => <span className="p-mono">{piece}</span>]}
        />
      </Text>
      <Text as="p" tone="soft">
        {t(
          'Releases that were published with it keep running. If you don’t trust one of them, roll it back at Releases.',
        )}
      </Text>
    </ConfirmDialog>
  );
}

import type { Team } from '@panel/core';
import { Banner, Button, Dialog, Stack, Text } from '@panel/ui';
import { useRevokeKey } from '@panel/resources/team';

type Props = { team: Team; keyId: string; onClose: () => void; onDone: (message: string) => void };

/** Asks before a key is rejected for good. */
export function RevokeDialog({ team, keyId, onClose, onDone }: Props) {
  const revoke = useRevokeKey((message) => {
    onClose();
    onDone(message);
  });
  return (
    <Dialog
      open
      title={`Revoke the key of ${team.name}?`}
      tone="danger"
      onClose={onClose}
      busy={revoke.isPending}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" loading={revoke.isPending} onClick={() => revoke.mutate(keyId)}>
            Revoke key
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {revoke.error && (
          <Banner kind="danger" live>
            {revoke.error.message}
          </Banner>
        )}
        <Text as="p">
          The panel rejects everything that is signed with the key <span className="p-mono">{keyId}</span> from now on.
          This can’t be undone; the team needs a new key.
        </Text>
        <Text as="p" tone="soft">
          Releases that were published with it keep running. If you don’t trust one of them, roll it back at Releases.
        </Text>
      </Stack>
    </Dialog>
  );
}

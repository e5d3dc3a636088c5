import { t, type Machine } from '@panel/core';
import { ConfirmDialog, Stack, Text } from '@panel/ui';
import { useRevokeMachine } from '@panel/resources/machine';

type Props = { machine: Machine; onClose: () => void; onDone: (message: string) => void };

/** Asks before a machine is refused for good. */
export function MachineRevokeDialog({ machine, onClose, onDone }: Props) {
  const revoke = useRevokeMachine((message) => {
    onClose();
    onDone(message);
  });
  return (
    <ConfirmDialog
      title={t('Revoke {name}?', { name: machine.name })}
      confirmLabel={t('Revoke')}
      danger
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate(machine.id)}
      onClose={onClose}
    >
      <Stack gap={3}>
        <Text as="p">
          {t(
            'The panel on it stops serving within seconds and says why. This can’t be undone: to come back, the machine starts with an empty data folder.',
          )}
        </Text>
        {machine.joinedAt === null && (
          <Text as="p">
            {t('It knows the password of the database. Change that too if you don’t trust this machine.')}
          </Text>
        )}
      </Stack>
    </ConfirmDialog>
  );
}

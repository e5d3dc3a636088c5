import { t, type Machine } from '@panel/core';
import { ConfirmDialog, Text } from '@panel/ui';
import { useEmptyMachine } from '@panel/resources/machine';

type Props = { machine: Machine; onClose: () => void; onDone: (message: string) => void };

/** Asks before everything leaves a machine. */
export function MachineEmptyDialog({ machine, onClose, onDone }: Props) {
  const empty = useEmptyMachine((message) => {
    onClose();
    onDone(message);
  });
  return (
    <ConfirmDialog
      title={t('Move everything off {name}?', { name: machine.name })}
      confirmLabel={t('Move all')}
      busy={empty.isPending}
      error={empty.error}
      onConfirm={() => empty.mutate({ id: machine.id, isOn: true })}
      onClose={onClose}
    >
      <Text as="p">
        {t(
          'Its sites and applications move to the other machines one after the other, and stay reachable meanwhile. Nothing new is placed on it. You can stop at any time.',
        )}
      </Text>
    </ConfirmDialog>
  );
}

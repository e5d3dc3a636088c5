import { useState } from 'react';
import { t } from '@panel/core';
import { ConfirmDialog, Select, Stack, Text } from '@panel/ui';
import { restoreAfterLabel, useSetRecovery } from '@panel/resources/machine';

const CHOICES = [null, 5, 10, 30, 60] as const;
const valueOf = (minutes: number | null): string => (minutes === null ? 'never' : String(minutes));

type Props = { minutes: number | null; onClose: () => void; onDone: (message: string) => void };

/** Whether what is on a lost machine is restored elsewhere by itself, and after how long. */
export function RecoverySettingDialog({ minutes, onClose, onDone }: Props) {
  const [chosen, setChosen] = useState(valueOf(minutes));
  const save = useSetRecovery((message) => {
    onClose();
    onDone(message);
  });
  const choices = CHOICES.some((one) => one === minutes) ? CHOICES : [...CHOICES, minutes];
  return (
    <ConfirmDialog
      title={t('When a machine is lost')}
      confirmLabel={t('Save')}
      busy={save.isPending}
      error={save.error}
      onConfirm={() => save.mutate(chosen === 'never' ? null : Number(chosen))}
      onClose={onClose}
    >
      <Stack gap={3}>
        <Text as="p">
          {t(
            'Other machines can restore what was on it from the newest proven backups. Changes after those backups are lost, even if the machine comes back later.',
          )}
        </Text>
        <Select
          aria-label={t('Restore elsewhere')}
          options={choices.map((one) => ({ value: valueOf(one), label: restoreAfterLabel(one) }))}
          value={chosen}
          onChange={setChosen}
        />
      </Stack>
    </ConfirmDialog>
  );
}

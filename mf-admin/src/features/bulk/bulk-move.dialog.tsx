import { useState } from 'react';
import { t } from '@panel/core';
import { ConfirmDialog, Field, Stack, Text } from '@panel/ui';
import { BULK_LABELS, bulkCount, useStartBulk, type BulkChange } from '@panel/resources/bulk';
import type { BulkDraft } from '@panel/workload/bulk';
import { CustomerChoice } from './customer-choice.tsx';

type Props = { draft: BulkDraft; onStarted: (id: string) => void; onClose: () => void };

/** Asks to whom many sites or applications are moved. */
export function BulkMoveDialog({ draft: { subject, action, selection, count }, onStarted, onClose }: Props) {
  const [customerId, setCustomerId] = useState<string | null>(null);
  const start = useStartBulk(onStarted);
  const confirm = () =>
    customerId !== null && start.mutate({ subject, action, selection, customer_id: customerId } as BulkChange);
  return (
    <ConfirmDialog
      title={t('{action}: {count}', { action: BULK_LABELS[action], count: bulkCount(subject, count) })}
      confirmLabel={t('Move')}
      busy={start.isPending}
      error={start.error}
      disabledReason={customerId === null ? t('Choose a customer.') : null}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap={3}>
        <Field label={t('Customer')} help={t('Type part of their name or email.')}>
          <CustomerChoice value={customerId} onChange={setCustomerId} />
        </Field>
        <Text as="p">
          {t(
            'The new customer sees and manages them at once; the old one no longer does. Licenses stay with the old one.',
          )}
        </Text>
        <Text as="p">{t('Those for which nothing changes are passed over. You see the result for each.')}</Text>
      </Stack>
    </ConfirmDialog>
  );
}

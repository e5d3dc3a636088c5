import { t } from '@panel/core';
import * as v from 'valibot';
import type { Migration } from '@panel/core';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { useMoveMigration } from '@panel/resources/migration';

const Failure = v.object({
  reason: v.pipe(v.string(), v.trim(), v.nonEmpty(t('Enter the reason.')), v.maxLength(500)),
});

/** Gives up a migration, with the reason for the customer. */
export function MigrationFailPanel({ migration, onClose }: { migration: Migration; onClose: () => void }) {
  const move = useMoveMigration(migration, onClose);
  const form = useForm({
    schema: Failure,
    values: { reason: '' },
    onSubmit: ({ reason }) => move.mutateAsync({ status: 'failed', reason }),
  });
  return (
    <FormPanel
      form={form}
      call="migration.updateStatus"
      title={t('Set to failed')}
      submitLabel={t('Set to failed')}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="reason"
        label={t('Reason')}
        required
        help={t('The customer sees it on the page of the migration.')}
        autoFocusInDialog
      />
    </FormPanel>
  );
}

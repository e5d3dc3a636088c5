import { useSuspenseQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { AUDIT_KEEP_DAYS, AuditSettings } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { Text } from '@panel/ui';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { auditSettingsQuery, useSaveAuditSettings } from '@panel/resources/audit';

/** Empty keeps lines for good. */
const Retention = v.object({
  keep_days: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{0,6}$/, t('This must be a whole number.')),
    v.transform((days) => (days === '' ? null : Number(days))),
    AuditSettings.entries.keep_days,
  ),
});

/** For how long lines are kept. */
export function AuditRetentionPanel({ onClose }: { onClose: () => void }) {
  const { data } = useSuspenseQuery(auditSettingsQuery);
  const save = useSaveAuditSettings(onClose);
  const form = useForm({
    schema: Retention,
    values: { keep_days: data.keep_days === null ? '' : String(data.keep_days) },
    onSubmit: (input) => save.mutateAsync(input),
  });
  return (
    <FormPanel form={form} call="audit.saveSettings" title={t('Retention')} submitLabel={t('Save')} onClose={onClose}>
      <Text as="p">{t('Older lines are removed each night. What is removed cannot be restored.')}</Text>
      <FormField
        form={form}
        name="keep_days"
        label={t('Keep lines for this many days')}
        help={t('{min} to {max}. Leave it empty to keep all lines.', AUDIT_KEEP_DAYS)}
        inputMode="numeric"
      />
    </FormPanel>
  );
}

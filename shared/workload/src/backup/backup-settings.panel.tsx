import { t } from '@panel/core';
import { BackupSchedule } from '@panel/contract/schemas';
import type { BackupSettings } from '@panel/core';
import { Checkbox, Select } from '@panel/ui';
import { Combobox } from '@panel/ui/data';
import { FormField, FormPanel, useForm, useWatch } from '@panel/ui/form';
import type { Workload } from '@panel/resources/workload';
import { byKind } from '../parts/on-workload.ts';
import { useSaveBackupSettings, WEEKDAYS } from '@panel/resources/backup';

type Props = { workload: Workload; settings: BackupSettings; onClose: () => void };

const FREQUENCIES = [
  { value: 'daily', label: t('Every day') },
  { value: 'weekly', label: t('Every week') },
] as const;
const DAYS = WEEKDAYS.map((label, index) => ({ value: String(index), label }));
const KEPT = Array.from({ length: 30 }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }));
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** Without a schedule yet, it begins in the time zone of the browser. */
const initialZone = ({ is_active, time_zone }: BackupSettings): string =>
  is_active ? time_zone : Intl.DateTimeFormat().resolvedOptions().timeZone || time_zone;

export function BackupSettingsPanel({ workload, settings, onClose }: Props) {
  const save = useSaveBackupSettings(workload);
  const { is_active, frequency, time, weekday, keep } = settings;
  const form = useForm({
    schema: BackupSchedule,
    values: { is_active, frequency, time, weekday, keep, time_zone: initialZone(settings) },
    saved: { is_active, frequency, time, weekday, keep, time_zone: settings.time_zone },
    onSubmit: async (input, expected) => {
      await save.mutateAsync({ ...input, expected });
      onClose();
    },
  });
  const [active, chosen] = useWatch({ control: form.control, name: ['is_active', 'frequency'] });
  return (
    <FormPanel form={form} title={t('Scheduled backups')} submitLabel={t('Save')} onClose={onClose}>
      <FormField form={form} name="is_active" label={t('Schedule')} hideLabel>
        {({ value, onChange }) => (
          <Checkbox
            label={byKind(workload, t('Back up this site by schedule'), t('Back up this application by schedule'))}
            checked={value}
            onChange={onChange}
          />
        )}
      </FormField>
      {active && (
        <>
          <FormField form={form} name="frequency" label={t('How often')} required>
            {({ onChange, ...input }) => (
              <Select {...input} options={FREQUENCIES} onChange={(one) => one !== '' && onChange(one)} />
            )}
          </FormField>
          {chosen === 'weekly' && (
            <FormField form={form} name="weekday" label={t('Day')} required>
              {({ value, onChange, ...input }) => (
                <Select {...input} options={DAYS} value={String(value)} onChange={(day) => onChange(Number(day))} />
              )}
            </FormField>
          )}
          <FormField form={form} name="time" label={t('Time')} type="time" required />
          <FormField form={form} name="time_zone" label={t('Time zone')} required>
            {({ value, onChange }) => (
              <Combobox
                value={value}
                onChange={(zone) => onChange(zone ?? '')}
                options={ZONES.map((zone) => ({ value: zone, label: zone }))}
              />
            )}
          </FormField>
          <FormField
            form={form}
            name="keep"
            label={t('Backups to keep')}
            help={t('Older scheduled backups are deleted. Manual backups stay until you delete them.')}
            required
          >
            {({ value, onChange, ...input }) => (
              <Select {...input} options={KEPT} value={String(value)} onChange={(count) => onChange(Number(count))} />
            )}
          </FormField>
        </>
      )}
    </FormPanel>
  );
}

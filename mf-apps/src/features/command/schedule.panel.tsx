import { t, type App } from '@panel/core';
import { AppScheduleForm, type AppSchedule } from '@panel/contract';
import { Switch } from '@panel/ui';
import { FormField, FormPanel, useForm, useFormField } from '@panel/ui/form';
import { useSaveSchedule } from '@panel/resources/app';

type Props = { app: App; schedule: AppSchedule | null; onClose: () => void };

/** Adds a scheduled command, or changes one. */
export function SchedulePanel({ app, schedule, onClose }: Props) {
  const save = useSaveSchedule(app.id);
  const values = {
    name: schedule?.name ?? '',
    command: schedule?.command ?? '',
    cron: schedule?.cron ?? '0 3 * * *',
    enabled: schedule?.enabled ?? true,
  };
  const form = useForm({
    schema: AppScheduleForm,
    values,
    saved: values,
    savedOf: (current) => ({ ...values, ...current }),
    async onSubmit(input, opened) {
      await save.mutateAsync({ id: schedule?.id ?? null, input, expected: opened });
      onClose();
    },
  });
  const { value, onChange } = useFormField(form, 'enabled');
  return (
    <FormPanel
      form={form}
      title={schedule ? t('Edit scheduled command') : t('Add scheduled command')}
      submitLabel={t('Save')}
      onClose={onClose}
    >
      <FormField form={form} name="name" label={t('Name')} required autoComplete="off" autoFocusInDialog />
      <FormField
        form={form}
        name="command"
        label={t('Command')}
        help={t('Such as node jobs/clean.js. It is started without a shell and may take 10 minutes.')}
        required
        autoComplete="off"
        spellCheck={false}
      />
      <FormField
        form={form}
        name="cron"
        label={t('Schedule')}
        help={t('Minute, hour, day of the month, month, day of the week, in UTC. 0 3 * * * is every day at 3:00.')}
        required
        autoComplete="off"
        spellCheck={false}
      />
      <Switch label={t('Switched on')} checked={value} onChange={onChange} />
    </FormPanel>
  );
}

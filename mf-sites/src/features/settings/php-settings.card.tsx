import { t } from '@panel/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import type { PhpSetting, PhpSettings } from '@panel/core';
import { Card, Select } from '@panel/ui';
import { Form, FormField, useForm } from '@panel/ui/form';
import {
  PHP_SETTING_LABELS,
  phpChoices,
  phpSettingsQuery,
  setPhpSettings,
  useTool,
  type OnStarted,
} from '@panel/resources/site-tool';

const number = v.pipe(v.string(), v.transform(Number));
const PhpForm = v.object({ memory_mb: number, upload_mb: number, execution_seconds: number });
const NAMES = ['memory_mb', 'upload_mb', 'execution_seconds'] as const satisfies readonly PhpSetting[];

const asTexts = ({ memory_mb, upload_mb, execution_seconds }: PhpSettings) => ({
  memory_mb: String(memory_mb),
  upload_mb: String(upload_mb),
  execution_seconds: String(execution_seconds),
});

type Props = { siteId: string; reason: string | undefined; onStarted: OnStarted };

/** Memory, upload size and execution time, within the plan of the site. */
export function PhpSettingsCard({ siteId, reason, onStarted }: Props) {
  const {
    data: { settings, ranges },
  } = useSuspenseQuery(phpSettingsQuery(siteId));
  const save = useTool(setPhpSettings, onStarted);
  const values = asTexts(settings);
  const form = useForm({
    schema: PhpForm,
    values,
    saved: values,
    savedOf: (current) => asTexts({ ...settings, ...current }),
    onSubmit: (input, opened) =>
      save.mutateAsync({ id: siteId, ...input, expected: v.parse(v.partial(PhpForm), opened) }),
  });
  return (
    <Card title={t('PHP settings')}>
      <Form
        form={form}
        submitLabel={t('Save')}
        submitDisabledReason={reason ?? (form.dirty ? null : t('Change a setting first.'))}
        aria-label={t('PHP settings')}
      >
        {NAMES.map((name) => (
          <FormField
            key={name}
            form={form}
            name={name}
            label={PHP_SETTING_LABELS[name].label}
            help={PHP_SETTING_LABELS[name].help}
          >
            {(input) => <Select {...input} options={phpChoices(name, settings[name], ranges[name])} />}
          </FormField>
        ))}
      </Form>
    </Card>
  );
}

import { t } from '@panel/core';
import { updateMailLabel, useUpdateIncident, type Incident } from '@panel/resources/incident';
import { Card, formatDate, Stack, Text, toast } from '@panel/ui';
import { Form, useForm } from '@panel/ui/form';
import { IncidentState } from './incident.columns.tsx';
import { ToldFields } from './incident-fields.tsx';
import { ToldForm, typedOf } from './incident-form.ts';

/** Tells what is new. The page shows what was told before, so the version is that of now. */
export function NewUpdate({ incident }: { incident: Incident }) {
  const update = useUpdateIncident();
  const { id, version } = incident;
  const form = useForm({
    schema: ToldForm,
    values: typedOf(incident),
    onSubmit: async ({ step, text, mail }) => {
      await update.mutateAsync({ id, step, text, mail, version });
      toast.success({ message: t('Update published.') });
    },
  });
  return (
    <Card title={t('New update')}>
      <Form form={form} submitLabel={t('Publish update')} call="incident.update">
        <ToldFields form={form} />
      </Form>
    </Card>
  );
}

/** What was told, the newest first. */
export const Updates = ({ incident: { updates } }: { incident: Incident }) => (
  <Card title={t('Updates')}>
    <Stack gap={4}>
      {updates.map(({ id, step, text, at, mail }) => (
        <Stack key={id} gap={1}>
          <Text tone="soft" size="s">
            {formatDate(at)} · {updateMailLabel(mail)}
          </Text>
          {step && <IncidentState state={step} />}
          <div dir="auto">{text}</div>
        </Stack>
      ))}
    </Stack>
  </Card>
);

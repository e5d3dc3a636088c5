import { t } from '@panel/core';
import { updateMailLabel, useUpdateIncident, type Incident } from '@panel/resources/incident';
import { Card, formatDate, Inline, Stack, Text, toast } from '@panel/ui';
import { Form, useForm } from '@panel/ui/form';
import { IncidentState } from './incident.columns.tsx';
import { ToldFields } from './incident-fields.tsx';
import { ToldForm, typedOf } from './incident-form.ts';
import './incident.css';

/** Publishes an update. The page shows the earlier ones, so the version is the one that was loaded. */
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

/** Published updates, newest first. */
export const Updates = ({ incident: { updates } }: { incident: Incident }) => (
  <Card title={t('Updates')}>
    <Stack gap={4}>
      {updates.map(({ id, step, text, at, mail }) => (
        <Stack key={id} gap={1}>
          <Inline>
            {step && <IncidentState state={step} />}
            <Text tone="soft" size="s">
              {formatDate(at)} · {updateMailLabel(mail)}
            </Text>
          </Inline>
          <div dir="auto" className="incident-text p-break">
            {text}
          </div>
        </Stack>
      ))}
    </Stack>
  </Card>
);

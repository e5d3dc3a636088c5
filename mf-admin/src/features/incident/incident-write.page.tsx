import { useEffect, useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t, type PageContext } from '@panel/core';
import { useNavigate, useParams } from '@panel/core/router';
import { incidentQuery, useCreateIncident, useSaveIncident, type Incident } from '@panel/resources/incident';
import { Card, Page, Stack, toast } from '@panel/ui';
import { Form, useForm } from '@panel/ui/form';
import { FactsFields, KindField, ToldFields } from './incident-fields.tsx';
import { EMPTY, FactsForm, ToldForm, typedOf, type Entered } from './incident-form.ts';
import { NewUpdate, Updates } from './incident-updates.tsx';

export const prefetch = ({ params: { id } }: PageContext) => id && queryClient.prefetchQuery(incidentQuery(id));

/** A maintenance has times where an incident has states. */
const sentOf = ({ version: _none, ...entered }: Entered) =>
  entered.kind === 'maintenance' ? { ...entered, step: null } : { ...entered, until: null };

function Create() {
  const create = useCreateIncident();
  const navigate = useNavigate();
  const [saved, setSaved] = useState(false);
  const form = useForm({
    schema: ToldForm,
    values: EMPTY,
    onSubmit: async (entered) => {
      await create.mutateAsync(sentOf(entered));
      toast.success({ message: t('Published on the status page.') });
      setSaved(true);
    },
  });
  const { dirty } = form;
  // Once nothing counts as unsaved any more.
  useEffect(() => {
    if (saved && !dirty) void navigate('/admin/status', { replace: true });
  }, [saved, dirty, navigate]);
  return (
    <Page title={t('Report something')} width="form">
      <Form form={form} submitLabel={t('Publish')} call="incident.create">
        <KindField form={form} />
        <FactsFields form={form} />
        <ToldFields form={form} isFirst />
      </Form>
    </Page>
  );
}

function Facts({ incident }: { incident: Incident }) {
  const save = useSaveIncident();
  const form = useForm({
    schema: FactsForm,
    values: typedOf(incident),
    onSubmit: async ({ title, parts, impact, from, until, version }) => {
      await save.mutateAsync({ id: incident.id, title, parts, impact, from, until, version });
      toast.success({ message: t('Saved.') });
    },
  });
  return (
    <Card title={t('Details')}>
      <Form
        form={form}
        submitLabel={t('Save')}
        call="incident.save"
        submitDisabledReason={form.dirty ? null : t('Change something first.')}
      >
        <FactsFields form={form} />
      </Form>
    </Card>
  );
}

function Edit({ id }: { id: string }) {
  const { data } = useSuspenseQuery(incidentQuery(id));
  return (
    <Page title={data.title} width="form">
      <Stack gap={6}>
        <NewUpdate incident={data} />
        <Updates incident={data} />
        <Facts incident={data} />
      </Stack>
    </Page>
  );
}

/** /admin/status/write/{id}: an incident or a maintenance with its updates, and a new one without an id. */
export function Component() {
  const { id } = useParams();
  return id === undefined ? <Create /> : <Edit key={id} id={id} />;
}

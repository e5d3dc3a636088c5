import { STATUS_IMPACTS, STATUS_KINDS, STATUS_PARTS, STATUS_STEPS } from '@panel/contract/schemas';
import { t } from '@panel/core';
import {
  INCIDENT_IMPACT_LABELS,
  INCIDENT_KIND_LABELS,
  INCIDENT_STATE_LABELS,
  STATUS_PART_LABELS,
} from '@panel/resources/incident';
import { Checkbox, Grid, Select, TextArea } from '@panel/ui';
import { FormField, useFormField, type FormState } from '@panel/ui/form';
import { Choice } from '../choice.tsx';
import type { Typed } from './incident-form.ts';

type Form<O> = { form: FormState<Typed, O> };

const KINDS = STATUS_KINDS.map((value) => ({ value, label: INCIDENT_KIND_LABELS[value] }));
const PARTS = STATUS_PARTS.map((value) => ({ value, label: STATUS_PART_LABELS[value] }));
const IMPACTS = STATUS_IMPACTS.map((value) => ({ value, label: INCIDENT_IMPACT_LABELS[value] }));
const STEPS = STATUS_STEPS.map((value) => ({ value, label: INCIDENT_STATE_LABELS[value].label }));
const UNCHANGED = { value: '', label: t('No change') };

/** Whether it is an incident or a planned maintenance. */
export const KindField = <O,>({ form }: Form<O>) => (
  <FormField form={form} name="kind" label={t('Kind')}>
    {({ value, onChange, ...input }) => (
      <Select {...input} options={KINDS} value={value} onChange={(next) => next && onChange(next)} />
    )}
  </FormField>
);

/** What is affected, how, and when. */
export function FactsFields<O>({ form }: Form<O>) {
  const parts = useFormField(form, 'parts');
  const isPlanned = useFormField(form, 'kind').value === 'maintenance';
  return (
    <>
      <FormField form={form} name="title" label={t('Title')} required />
      <Choice
        legend={t('Parts')}
        help={parts.error ?? t('What the status page shows as affected.')}
        options={PARTS}
        chosen={parts.value}
        onChange={parts.onChange}
      />
      {!isPlanned && (
        <FormField form={form} name="impact" label={t('Impact')}>
          {({ value, onChange, ...input }) => (
            <Select {...input} options={IMPACTS} value={value} onChange={(next) => next && onChange(next)} />
          )}
        </FormField>
      )}
      <Grid min="s">
        <FormField
          form={form}
          name="from"
          label={t('From')}
          type="datetime-local"
          help={t('Your local time. Empty for now.')}
        />
        {isPlanned && (
          <FormField form={form} name="until" label={t('Until')} type="datetime-local" help={t('Your local time.')} />
        )}
      </Grid>
    </>
  );
}

/** The fields of an update. Incidents have a state; a maintenance can only be marked as over. `isFirst`: it is the first update. */
export function ToldFields<O>({ form, isFirst = false }: Form<O> & { isFirst?: boolean }) {
  const isPlanned = useFormField(form, 'kind').value === 'maintenance';
  const steps = isPlanned ? STEPS.filter(({ value }) => value === 'resolved') : STEPS;
  return (
    <>
      {!(isFirst && isPlanned) && (
        <FormField form={form} name="step" label={t('State')}>
          {({ value, onChange, ...input }) => (
            <Select
              {...input}
              options={isFirst ? steps : [UNCHANGED, ...steps]}
              value={value ?? ''}
              onChange={(next) => onChange(STATUS_STEPS.find((step) => step === next) ?? null)}
            />
          )}
        </FormField>
      )}
      <FormField form={form} name="text" label={t('Text')} required help={t('Plain text, as visitors read it.')}>
        {(input) => <TextArea {...input} value={input.value ?? ''} rows={5} />}
      </FormField>
      <FormField form={form} name="mail" label={t('Email')} hideLabel>
        {({ value, onChange }) => (
          <Checkbox
            label={t('Also send it by email')}
            help={t('To everybody who subscribed on the status page. Each gets one email.')}
            checked={value}
            onChange={onChange}
          />
        )}
      </FormField>
    </>
  );
}

import { ANNOUNCEMENT_KINDS, ANNOUNCEMENT_PLANS } from '@panel/contract/schemas';
import { sectionOn, WORKLOAD_SECTIONS } from '@panel/contract/sections';
import { t, usePartner } from '@panel/core';
import { ANNOUNCEMENT_KIND_LABELS } from '@panel/resources/announcement';
import { SECTION_LABELS } from '@panel/resources/partner';
import { Checkbox, Grid, Select, TextArea } from '@panel/ui';
import { FormField, useFormField, type FormState } from '@panel/ui/form';
import { Choice } from '../choice.tsx';
import { AnnouncementPreview } from './announcement-preview.tsx';
import type { Entered, Typed } from './announcement-form.ts';

type Form = { form: FormState<Typed, Entered> };

const KINDS = ANNOUNCEMENT_KINDS.map((value) => ({ value, label: ANNOUNCEMENT_KIND_LABELS[value].label }));

function Audience({ form }: Form) {
  const partner = usePartner();
  const sections = useFormField(form, 'sections');
  const plans = useFormField(form, 'plans');
  const shown = WORKLOAD_SECTIONS.filter(
    (section) => sections.value.includes(section) || sectionOn(partner, section),
  ).map((value) => ({ value, label: SECTION_LABELS[value].name }));
  return (
    <Grid min="s">
      <Choice
        legend={t('Only customers with')}
        help={t('Without a choice it is for everybody.')}
        options={shown}
        chosen={sections.value}
        onChange={sections.onChange}
      />
      <Choice
        legend={t('Only on these plans')}
        help={t('Without a choice it is for every plan. A trial counts as its plan.')}
        options={ANNOUNCEMENT_PLANS.map((value) => ({ value, label: value }))}
        chosen={plans.value}
        onChange={plans.onChange}
      />
    </Grid>
  );
}

/** Everything but to which partners. `mailLocked`: its emails are being sent, or were. */
export function AnnouncementFields({ form, begun, mailLocked }: Form & { begun: boolean; mailLocked: boolean }) {
  return (
    <>
      <FormField form={form} name="title" label={t('Title')} required help={t('The banner shows it.')} />
      <FormField form={form} name="kind" label={t('Kind')}>
        {({ value, onChange, ...input }) => (
          <Select {...input} options={KINDS} value={value} onChange={(next) => next && onChange(next)} />
        )}
      </FormField>
      <FormField
        form={form}
        name="markdown"
        label={t('Text')}
        required
        help={t('Markdown: ## heading, **bold**, [link](/sites), lists and tables. HTML and images are left out.')}
      >
        {(input) => <TextArea {...input} value={input.value ?? ''} rows={10} />}
      </FormField>
      <AnnouncementPreview markdown={() => form.getValues('markdown')} />
      <Grid min="s">
        <FormField
          form={form}
          name="from"
          label={t('From')}
          type="datetime-local"
          readOnly={begun}
          help={begun ? t('It has begun.') : t('Your local time. Empty for now.')}
        />
        <FormField
          form={form}
          name="until"
          label={t('Until')}
          type="datetime-local"
          help={t('Your local time. Empty until you end it.')}
        />
      </Grid>
      <Audience form={form} />
      {!mailLocked && (
        <FormField form={form} name="mail" label={t('Email')} hideLabel>
          {({ value, onChange }) => (
            <Checkbox
              label={t('Also send it by email')}
              help={t(
                'To everybody whom it concerns, once it begins. Each gets one email; later changes are not sent.',
              )}
              checked={value}
              onChange={onChange}
            />
          )}
        </FormField>
      )}
    </>
  );
}

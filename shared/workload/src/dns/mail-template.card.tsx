import { useState } from 'react';
import { applyMailTemplate, mailValueProblem, type MailTemplate } from '@panel/contract/schemas';
import { t, type DnsRecord } from '@panel/core';
import { Button, Card, Stack, Text } from '@panel/ui';
import { Form, FormField, useForm } from '@panel/ui/form';
import * as v from 'valibot';
import type { ZoneDraft } from './use-zone-draft.ts';

/** A template that was put into the draft. */
type AppliedTemplate = {
  template: MailTemplate;
  notes: readonly string[];
  changed: boolean;
  /** The draft without it, which undo brings back. */
  before: readonly DnsRecord[];
};

type Inputs = Record<string, string>;

const valuesForm = ({ values }: MailTemplate) =>
  v.object(
    Object.fromEntries(
      values.map((value) => [
        value.key,
        v.pipe(
          v.string(),
          v.check(
            (text) => mailValueProblem(value, text) === null,
            ({ input }) => mailValueProblem(value, input) ?? '',
          ),
        ),
      ]),
    ),
  );

/** Puts a template into the draft, as one change to undo. */
export function useMailTemplate(fqdn: string, draft: ZoneDraft) {
  const [applied, setApplied] = useState<AppliedTemplate | null>(null);
  const sameAs = (records: readonly DnsRecord[]) =>
    records.length === draft.records.length && records.every((each) => draft.records.includes(each));
  const apply = (template: MailTemplate, inputs: Inputs) => {
    const { records, notes } = applyMailTemplate(fqdn, draft.records, template, inputs);
    const changed = !sameAs(records);
    if (changed) draft.replace(records);
    setApplied({ template, notes, changed, before: draft.records });
  };
  // Once it is undone, discarded or saved, what it said is no longer true; its values can still be added.
  const isOver = applied?.changed && (draft.changes === 0 || draft.records === applied.before);
  const shown = applied && { template: applied.template, outcome: isOver ? null : applied };
  return {
    applied: isOver && applied?.template.values.length === 0 ? null : shown,
    apply,
    close: () => setApplied(null),
  };
}

type Props = {
  applied: { template: MailTemplate; outcome: Pick<AppliedTemplate, 'notes' | 'changed'> | null };
  onApply: (template: MailTemplate, inputs: Inputs) => void;
  onClose: () => void;
};

/** What a template did with the records that were there, and the values that only the provider shows. */
export function MailTemplateCard({ applied: { template, outcome }, onApply, onClose }: Props) {
  return (
    <Card
      title={t('Email: {provider}', { provider: template.name })}
      actions={
        <Button size="s" onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <Stack gap={3}>
        <div role="status">
          {outcome && (
            <Stack gap={2}>
              <Text>
                {outcome.changed
                  ? t('The records are among the unsaved changes. Nothing changes until you save.')
                  : t('The domain has these records already.')}
              </Text>
              {outcome.notes.map((note) => (
                <Text key={note} className="p-break">
                  {note}
                </Text>
              ))}
            </Stack>
          )}
        </div>
        {template.values.length > 0 && <Values key={template.id} template={template} onApply={onApply} />}
      </Stack>
    </Card>
  );
}

function Values({ template, onApply }: { template: MailTemplate; onApply: Props['onApply'] }) {
  const form = useForm({
    schema: valuesForm(template),
    values: Object.fromEntries(template.values.map(({ key }) => [key, ''])) as Inputs,
    guard: false,
    onSubmit: (inputs: Inputs) => onApply(template, inputs),
  });
  return (
    <Form form={form} aria-label={t('Values from {provider}', { provider: template.name })}>
      <Text tone="muted">
        {t('Some records need values that only your account at {provider} shows. You can also add them later.', {
          provider: template.name,
        })}
      </Text>
      {template.values.map(({ key, label, placeholder, help }) => (
        <FormField
          key={key}
          form={form}
          name={key}
          label={label}
          placeholder={placeholder}
          help={help}
          spellCheck={false}
          optional
        />
      ))}
      <div>
        <Button type="submit">{t('Add these values')}</Button>
      </div>
    </Form>
  );
}

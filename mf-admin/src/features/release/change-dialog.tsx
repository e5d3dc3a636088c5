import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { ApiError, t } from '@panel/core';
import { Banner, Button, Dialog, Field, Select, Skeleton, Text, TextInput } from '@panel/ui';
import { Form, FormField, useForm, useFormField } from '@panel/ui/form';
import {
  type ChangeInput,
  policyOf,
  previewQuery,
  type ReleaseAction,
  type ReleaseOverview,
  scopesOf,
  shortVersion,
  useChangeChannel,
} from '@panel/resources/release';
import { ChangeEffects } from './change-effects.tsx';
import { changeOf, percentOf, PERCENT_ERROR } from './change-form.ts';
import { ACTIONS, type Subject } from './release.actions.ts';

const ALL = 'all';
const IDLE: ChangeInput = { package: 'shell', action: ACTIONS.enable.call };
const NOTES: Partial<Record<ReleaseAction, string>> = {
  canary: t('Each user stays on the version they get.'),
  pin: t('It takes priority over stable and canary until you unpin it.'),
  follow: t(
    'Removes its own policy, so the settings for all partners apply here too. Versions held back here stay held back.',
  ),
  block: t('Its users get the previous stable version instead.'),
  revoke: t(
    'For a version that is unsafe. Nobody ever gets it again, and this can’t be undone. Open tabs that run it reload.',
  ),
  disable: t('Its menu entries, pages and search entries disappear immediately for everyone.'),
};

const ChangeForm = v.object({
  scope: v.string(),
  percent: v.pipe(
    v.string(),
    v.check((text) => percentOf(text) !== null, PERCENT_ERROR),
  ),
  reason: v.pipe(v.string(), v.maxLength(300, t('Use 300 characters or fewer.'))),
});

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'CONFLICT';

type Props = {
  action: ReleaseAction;
  subject: Subject;
  data: ReleaseOverview;
  onClose: () => void;
  onDone: (detail: string) => void;
};

/**
 * One change of the registry: its scope, its effects, and the confirmation. The server previews it and reports
 * refusals.
 */
export function ChangeDialog({ action, subject, data, onClose, onDone }: Props) {
  const { label, title, danger, ofRelease } = ACTIONS[action];
  const scopes = scopesOf(data, action, subject);
  const [first] = useState(() => subject.partner ?? scopes.find(({ reason }) => !reason)?.scope ?? ALL);
  const [firstPercent] = useState(() => {
    const { ownCanary, canaryPercent } = policyOf(data, subject.package, first === ALL ? null : first);
    return String(ownCanary === subject.version && canaryPercent > 0 ? canaryPercent : 10);
  });
  const form = useForm({
    schema: ChangeForm,
    values: { scope: first, percent: firstPercent, reason: '' },
    guard: false,
    onSubmit: async (values) =>
      change &&
      shown &&
      run.mutateAsync({ ...change, ...(action === 'revoke' && { reason: values.reason }), base: shown.base }),
  });
  const percentField = useFormField(form, 'percent');
  const lacksReason = action === 'revoke' && form.watch('reason').trim() === '';
  const chosen = form.watch('scope');
  const percent = percentOf(percentField.value);
  const change = changeOf(action, subject, chosen === ALL ? null : chosen, percent);
  const preview = useQuery({ ...previewQuery(change ?? IDLE), enabled: change !== null });
  const run = useChangeChannel((detail) => {
    onClose();
    onDone(detail);
  });
  const shown = change && !preview.isError ? preview.data : undefined;
  const about = ofRelease && subject.version ? `${subject.package} ${shortVersion(subject.version)}` : subject.package;
  const blocked = !change
    ? PERCENT_ERROR
    : preview.isError
      ? t('This is not possible.')
      : shown
        ? lacksReason
          ? t('Enter the reason.')
          : null
        : t('Wait for the preview of the changes.');
  return (
    <Dialog
      open
      title={title(about)}
      tone={danger ? 'danger' : 'default'}
      onClose={onClose}
      busy={form.busy}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
            type="submit"
            form={form.id}
            loading={form.busy}
            disabledReason={blocked}
          >
            {label}
          </Button>
        </>
      }
    >
      <Form form={form} failure={null}>
        {form.failure instanceof Error && !preview.isError && (
          <Banner
            kind={isConflict(form.failure) ? 'warning' : 'danger'}
            live
            title={isConflict(form.failure) ? t('Nothing was changed. The current state is shown below.') : undefined}
          >
            {form.failure.message}
          </Banner>
        )}
        {NOTES[action] && (
          <Text as="p" tone="soft">
            {NOTES[action]}
          </Text>
        )}
        <FormField form={form} name="scope" label={t('For')}>
          {(input) => (
            <Select
              {...input}
              options={scopes.map(({ scope: value, name, reason }) => ({
                value: value ?? ALL,
                label: reason && (value ?? ALL) !== chosen ? `${name}: ${reason}` : name,
                disabled: reason !== undefined && (value ?? ALL) !== chosen,
              }))}
            />
          )}
        </FormField>
        {action === 'canary' && (
          <Field label={t('Percent of users')} required error={percent === null ? PERCENT_ERROR : undefined}>
            <TextInput {...percentField} inputMode="numeric" maxLength={5} suffix="%" autoFocusInDialog />
          </Field>
        )}
        {action === 'revoke' && (
          <FormField
            form={form}
            name="reason"
            label={t('Reason')}
            required
            help={t('Operators see it beside the release.')}
          >
            {(input) => <TextInput {...input} maxLength={300} autoFocusInDialog />}
          </FormField>
        )}
        {change && preview.isError && (
          <Banner kind="danger" live title={preview.error instanceof ApiError ? preview.error.title : undefined}>
            {preview.error.message}
          </Banner>
        )}
        {change && !preview.isError && !shown && (
          <Skeleton kind="text" rows={2} label={t('Checking what will change')} />
        )}
        {shown?.waits && (
          <Banner kind="info">{t('Two persons have to approve this. It applies once the second one has.')}</Banner>
        )}
        {shown && <ChangeEffects effects={shown.effects} />}
      </Form>
    </Dialog>
  );
}

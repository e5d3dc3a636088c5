import { useState } from 'react';
import * as v from 'valibot';
import { notify, t, type App } from '@panel/core';
import { PREVIEW_DAYS_MAX } from '@panel/contract/app-values';
import type { AppPreviews } from '@panel/contract';
import { linesOf, PasswordProtectionInput } from '@panel/contract/schemas';
import { Banner, Button, Card, ConfirmDialog, Inline, Stack, Switch, Text, TextArea } from '@panel/ui';
import { Form, FormField, FormPanel, useForm } from '@panel/ui/form';
import { useSavePreviews } from '@panel/resources/app';
import { ProtectionFields } from '@panel/workload/protection';

const DAYS = t('Enter a whole number from 1 to {most}.', { most: PREVIEW_DAYS_MAX });
const RulesInput = v.object({
  branches: v.pipe(v.string(), v.transform(linesOf)),
  days: v.pipe(
    v.string(),
    v.transform(Number),
    v.integer(DAYS),
    v.minValue(1, DAYS),
    v.maxValue(PREVIEW_DAYS_MAX, DAYS),
  ),
});

const asTexts = ({ branches, days }: Pick<AppPreviews, 'branches' | 'days'>) => ({
  branches: branches.join('\n'),
  days: String(days),
});

type Props = { app: App; given: AppPreviews };

/** Which branches get previews, for how long, and who may see them. */
export function PreviewSettingsCard({ app, given }: Props) {
  const { enabled, username, previews } = given;
  const save = useSavePreviews(app.id);
  // Of its own, so that the form shows its failures alone.
  const change = useSavePreviews(app.id);
  const [isProtecting, setProtecting] = useState(false);
  const [isOpening, setOpening] = useState(false);
  const values = asTexts(given);
  const form = useForm({
    schema: RulesInput,
    values,
    saved: values,
    savedOf: (current) => asTexts({ ...given, ...current }),
    onSubmit: async (rules, opened) => {
      await save.mutateAsync({ ...rules, expected: v.parse(v.partial(RulesInput), opened) });
      notify({ kind: 'success', title: t('Success'), message: t('Previews saved.') });
    },
  });
  return (
    <Card title={t('Which branches get previews')}>
      <Stack gap={4}>
        {change.error && (
          <Banner kind="danger" live>
            {change.error.message}
          </Banner>
        )}
        <Switch
          label={t('Previews')}
          help={t('A push to another branch than that of production builds a preview. Search engines leave it out.')}
          checked={enabled}
          disabled={change.isPending}
          onChange={(isOn) => change.mutate({ enabled: isOn })}
        />
        {(enabled || previews.length > 0) && (
          <>
            <Form form={form} submitLabel={t('Save')} aria-label={t('Which branches get previews')}>
              <FormField
                form={form}
                name="branches"
                label={t('Branches')}
                help={t('One branch or pattern in each line, such as feature/*. Empty for all branches.')}
              >
                {(input) => <TextArea {...input} rows={3} spellCheck={false} />}
              </FormField>
              <FormField
                form={form}
                name="days"
                label={t('Days without a push until a preview ends')}
                inputMode="numeric"
                required
                autoComplete="off"
              />
            </Form>
            <Inline>
              <Text>{whoSees(given)}</Text>
              <Button size="s" onClick={() => setProtecting(true)}>
                {username === null ? t('Set a password') : t('Change the password')}
              </Button>
              {username !== null && (
                <Button size="s" onClick={() => setOpening(true)}>
                  {t('Remove the password')}
                </Button>
              )}
            </Inline>
          </>
        )}
        {isProtecting && <PasswordPanel app={app} given={given} onClose={() => setProtecting(false)} />}
        {isOpening && <OpenDialog app={app} onClose={() => setOpening(false)} />}
      </Stack>
    </Card>
  );
}

function whoSees({ username, is_protected }: AppPreviews): string {
  if (username !== null) return t('Visitors of previews are asked for the password of {name}.', { name: username });
  return is_protected
    ? t('Visitors of previews are asked for the password of the application.')
    : t('Everyone who knows its address can see a preview.');
}

function OpenDialog({ app, onClose }: { app: App; onClose: () => void }) {
  const save = useSavePreviews(app.id);
  return (
    <ConfirmDialog
      title={t('Remove the password of previews?')}
      confirmLabel={t('Remove the password')}
      danger
      busy={save.isPending}
      error={save.error}
      onConfirm={() => save.mutate({ password_protection: null }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text as="p">
        {app.is_password_protected
          ? t('Visitors of previews are asked for the password of the application.')
          : t('Everyone who knows its address can see a preview.')}
      </Text>
    </ConfirmDialog>
  );
}

function PasswordPanel({ app, given, onClose }: Props & { onClose: () => void }) {
  const username = given.username ?? '';
  const save = useSavePreviews(app.id);
  const form = useForm({
    schema: PasswordProtectionInput,
    values: { username, password: '' },
    saved: { username },
    savedOf: (current) => ({ username: v.parse(v.nullable(v.string()), current['username']) ?? '' }),
    onSubmit: async (password_protection, { username: before = '' }) => {
      await save.mutateAsync({ password_protection, expected: { username: before || null } });
      onClose();
    },
  });
  return (
    <FormPanel form={form} title={t('Password of previews')} submitLabel={t('Save')} onClose={onClose}>
      <ProtectionFields form={form} />
    </FormPanel>
  );
}

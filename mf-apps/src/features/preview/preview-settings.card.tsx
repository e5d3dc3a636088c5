import { useState } from 'react';
import * as v from 'valibot';
import { notify, t, type App } from '@panel/core';
import { PREVIEW_DAYS_MAX } from '@panel/contract/app-values';
import type { AppPreviews } from '@panel/contract';
import { PasswordProtectionInput } from '@panel/contract/schemas';
import {
  Banner,
  Button,
  Card,
  ConfirmDialog,
  Inline,
  NewPasswordField,
  Stack,
  Switch,
  Text,
  TextArea,
} from '@panel/ui';
import { Form, FormField, FormPanel, useForm, useFormField } from '@panel/ui/form';
import { useSavePreviews } from '@panel/resources/app';

const DAYS = t('Enter a whole number from 1 to {most}.', { most: PREVIEW_DAYS_MAX });
const RulesInput = v.object({
  branches: v.pipe(
    v.string(),
    v.transform((text) =>
      text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ),
  days: v.pipe(
    v.string(),
    v.transform(Number),
    v.integer(DAYS),
    v.minValue(1, DAYS),
    v.maxValue(PREVIEW_DAYS_MAX, DAYS),
  ),
});

type Props = { app: App; given: AppPreviews };

/** Which branches get previews, for how long, and who may see them. */
export function PreviewSettingsCard({ app, given }: Props) {
  const { enabled, branches, days, username, previews } = given;
  const save = useSavePreviews(app.id);
  const [isProtecting, setProtecting] = useState(false);
  const [isOpening, setOpening] = useState(false);
  const form = useForm({
    schema: RulesInput,
    values: { branches: branches.join('\n'), days: String(days) },
    onSubmit: async (rules) => {
      await save.mutateAsync({ enabled, ...rules });
      notify({ kind: 'success', title: t('Success'), message: t('Previews saved.') });
    },
  });
  return (
    <Card title={t('Which branches get previews')}>
      <Stack gap={4}>
        {save.error && (
          <Banner kind="danger" live>
            {save.error.message}
          </Banner>
        )}
        <Switch
          label={t('Previews')}
          help={t('A push to another branch than that of production builds a preview. Search engines leave it out.')}
          checked={enabled}
          disabled={save.isPending}
          onChange={(isOn) => save.mutate({ enabled: isOn, branches, days })}
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
        {isOpening && <OpenDialog app={app} given={given} onClose={() => setOpening(false)} />}
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

function OpenDialog({ app, given: { enabled, branches, days }, onClose }: Props & { onClose: () => void }) {
  const save = useSavePreviews(app.id);
  return (
    <ConfirmDialog
      title={t('Remove the password of previews?')}
      confirmLabel={t('Remove the password')}
      danger
      busy={save.isPending}
      error={save.error}
      onConfirm={() => save.mutate({ enabled, branches, days, password_protection: null }, { onSuccess: onClose })}
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
  const { enabled, branches, days, username } = given;
  const save = useSavePreviews(app.id);
  const form = useForm({
    schema: PasswordProtectionInput,
    values: { username: username ?? '', password: '' },
    onSubmit: async (password_protection) => {
      await save.mutateAsync({ enabled, branches, days, password_protection });
      onClose();
    },
  });
  const password = useFormField(form, 'password');
  return (
    <FormPanel form={form} title={t('Password of previews')} submitLabel={t('Save')} onClose={onClose}>
      <FormField
        form={form}
        name="username"
        label={t('User name')}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocusInDialog
      />
      <NewPasswordField
        {...password}
        required
        help={t('At least 8 characters. Share it with the people who should have access. Don’t use your own password.')}
      />
    </FormPanel>
  );
}

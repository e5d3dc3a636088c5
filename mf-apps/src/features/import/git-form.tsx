import { t } from '@panel/core';
import { Card, Field, PasswordInput, Stack } from '@panel/ui';
import { Form, FormField, useForm } from '@panel/ui/form';
import { StepFoot } from './import-wizard.tsx';
import { GitStep, type PartDraft } from './part-draft.ts';

type Props = {
  part: PartDraft;
  keep: (change: Partial<PartDraft>) => void;
  onDone: () => unknown;
  back?: string;
  token: string;
  setToken: (token: string) => void;
};

/** A repository at any https address. */
export function GitForm({ part, keep, onDone, back, token, setToken }: Props) {
  const form = useForm({
    schema: GitStep,
    values: { repository: part.repository, branch: part.branch },
    keep,
    onSubmit: onDone,
  });
  return (
    <Form form={form}>
      <Card title={t('Repository')}>
        <Stack gap={4}>
          <FormField
            form={form}
            name="repository"
            label={t('Repository address')}
            help={t('The https address that you would clone, such as https://git.example.com/team/app.git.')}
            required
            autoComplete="off"
            inputMode="url"
          />
          <FormField form={form} name="branch" label={t('Branch')} required autoComplete="off" />
          <Field
            label={t('Access token')}
            help={t('Only for a private repository. It is stored encrypted, and not kept in this browser.')}
          >
            <PasswordInput value={token} onChange={setToken} autoComplete="off" />
          </Field>
        </Stack>
      </Card>
      <StepFoot back={back} />
    </Form>
  );
}

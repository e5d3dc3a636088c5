import * as v from 'valibot';
import { t } from '@panel/core';
import { Button, Card } from '@panel/ui';
import { Form, FormField, useForm } from '@panel/ui/form';

const CommitInput = v.object({
  commit: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.regex(/^[0-9a-f]{7,40}$/, t('Enter a commit: 7 to 40 of its hexadecimal digits.')),
  ),
});

type Props = { reason: string | undefined; onDeploy: (commit: string) => void };

/** Deploys one commit of the repository. */
export function CommitForm({ reason, onDeploy }: Props) {
  const form = useForm({
    schema: CommitInput,
    values: { commit: '' },
    guard: false,
    onSubmit: ({ commit }) => onDeploy(commit),
  });
  return (
    <Card title={t('One commit')}>
      <Form form={form} aria-label={t('One commit')}>
        <FormField
          form={form}
          name="commit"
          label={t('Commit')}
          help={t('As your repository shows it, e.g. 1f0c2ab.')}
          required
          autoComplete="off"
          spellCheck={false}
        />
        <div>
          <Button type="submit" disabledReason={reason}>
            {t('Deploy this commit')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

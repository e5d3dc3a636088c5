import * as v from 'valibot';
import { t, type App } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { GithubBranchName } from '@panel/contract/schemas';
import { Button, Card } from '@panel/ui';
import { Form, FormField, useForm } from '@panel/ui/form';
import { buildPath, useBuildPreview } from '@panel/resources/app';

const BranchInput = v.object({ branch: v.pipe(v.string(), v.trim(), GithubBranchName) });

/** Builds the preview of one branch now. */
export function PreviewBranchCard({ app, disabledReason }: { app: App; disabledReason: string | undefined }) {
  const build = useBuildPreview(app.id);
  const navigate = useNavigate();
  const form = useForm({
    schema: BranchInput,
    values: { branch: '' },
    guard: false,
    onSubmit: async ({ branch }) => {
      const { build_id } = await build.mutateAsync(branch);
      void navigate(buildPath(app.id, build_id));
    },
  });
  return (
    <Card title={t('One branch')}>
      <Form form={form} aria-label={t('One branch')}>
        <FormField
          form={form}
          name="branch"
          label={t('Branch')}
          help={t('Its newest commit is built, without a push.')}
          required
          autoComplete="off"
          spellCheck={false}
        />
        <div>
          <Button type="submit" loading={form.busy} disabledReason={disabledReason}>
            {t('Build a preview')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

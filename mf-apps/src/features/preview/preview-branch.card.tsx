import * as v from 'valibot';
import { t, type App } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { GithubBranchName } from '@panel/contract/schemas';
import { buildPath, useBuildPreview } from '@panel/resources/app';
import { OneFieldCard } from '../app/one-field.card.tsx';

const Branch = v.pipe(v.string(), v.trim(), GithubBranchName);

/** Builds the preview of one branch now. */
export function PreviewBranchCard({ app, disabledReason }: { app: App; disabledReason: string | undefined }) {
  const build = useBuildPreview(app.id);
  const navigate = useNavigate();
  return (
    <OneFieldCard
      title={t('One branch')}
      name="branch"
      label={t('Branch')}
      help={t('Its newest commit is built, without a push.')}
      schema={Branch}
      submitLabel={t('Build a preview')}
      disabledReason={disabledReason}
      onSubmit={async (branch) => {
        const { build_id } = await build.mutateAsync(branch);
        void navigate(buildPath(app.id, build_id));
      }}
    />
  );
}

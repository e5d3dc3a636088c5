import { t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { EXISTING_STEPS, useExistingDraft } from './import-draft.ts';
import { ImportWizard, prefetchWizard } from './import-wizard.tsx';
import { RepositoryStep } from './repository-step.tsx';

export const prefetch = prefetchWizard;

/** /new-app/existing-project/pick-repo */
export function Component() {
  const { draft, update, token, setToken } = useExistingDraft();
  const navigate = useNavigate();
  return (
    <ImportWizard
      steps={EXISTING_STEPS}
      current="repo"
      draft={draft}
      title={t('Import an existing project')}
      subtitle={t('Choose the repository and branch of your application.')}
    >
      <RepositoryStep
        part={draft}
        keep={update}
        token={token}
        setToken={setToken}
        onDone={() => navigate(EXISTING_STEPS[1].path)}
      />
    </ImportWizard>
  );
}

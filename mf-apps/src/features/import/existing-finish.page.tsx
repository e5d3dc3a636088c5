import { t, usePartner } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { firstBuildPath, useCreateFromRepository } from '@panel/resources/app';
import { ConfirmStep } from './confirm-step.tsx';
import { EXISTING_STEPS, useExistingDraft } from './import-draft.ts';
import { ImportWizard, prefetchWizard } from './import-wizard.tsx';
import { settingsOf, sourceOf } from './part-draft.ts';
import { PartSummary } from './part-summary.tsx';

const [pick, settings] = EXISTING_STEPS;

export const prefetch = prefetchWizard;

/** /new-app/existing-project/finish: what is made, and what happens then. */
export function Component() {
  const { draft, token, discard } = useExistingDraft();
  const { sitesDomain } = usePartner();
  const navigate = useNavigate();
  const create = useCreateFromRepository();
  const send = () =>
    create.mutate(
      { fqdn: draft.name, from: sourceOf(draft, token), settings: settingsOf(draft) },
      {
        onSuccess: async ({ app_id, build_id }) => {
          await navigate(firstBuildPath(app_id, build_id));
          discard();
        },
      },
    );
  return (
    <ImportWizard
      steps={EXISTING_STEPS}
      current="finish"
      draft={draft}
      isStarted={create.isSuccess}
      title={t('Confirm')}
      subtitle={t('Check what is imported.')}
    >
      <PartSummary title={t('Repository')} part={draft} edit={pick.path} />
      <ConfirmStep
        fqdn={`${draft.name}.${sitesDomain}`}
        back={settings.path}
        label={t('Import and build')}
        busy={create.isPending}
        error={create.error}
        onConfirm={send}
      />
    </ImportWizard>
  );
}

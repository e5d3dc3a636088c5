import { t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Form, useForm } from '@panel/ui/form';
import { fullstackPath, FULLSTACK_STEPS, useFullstackDraft } from './import-draft.ts';
import { ImportWizard, prefetchWizard, StepFoot } from './import-wizard.tsx';
import { SettingsStep } from './part-draft.ts';
import { SettingsFields } from './settings-fields.tsx';

export const prefetch = prefetchWizard;

/** /new-app/full-stack/backend-settings */
export function Component() {
  const { draft, update } = useFullstackDraft();
  const navigate = useNavigate();
  const { root_folder, build_command, output_folder, start_command } = draft.backend;
  const form = useForm({
    schema: SettingsStep,
    values: { root_folder, build_command, output_folder, start_command },
    keep: (settings) => update({ backend: { ...draft.backend, ...settings } }),
    onSubmit: () => navigate(fullstackPath('plan')),
  });
  return (
    <ImportWizard
      steps={FULLSTACK_STEPS}
      current="backend-settings"
      draft={draft}
      title={t('Back-end settings')}
      subtitle={t('Choose how the server is built and started.')}
    >
      <Form form={form}>
        <SettingsFields form={form} kind="backend" />
        <StepFoot back={fullstackPath('backend-repo')} />
      </Form>
    </ImportWizard>
  );
}

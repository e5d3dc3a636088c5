import * as v from 'valibot';
import { t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Card } from '@panel/ui';
import { Form, useForm } from '@panel/ui/form';
import { FormCheckbox } from '../app/form-checkbox.tsx';
import { fullstackPath, FULLSTACK_STEPS, useFullstackDraft } from './import-draft.ts';
import { ImportWizard, prefetchWizard, StepFoot } from './import-wizard.tsx';
import { SettingsStep } from './part-draft.ts';
import { SettingsFields } from './settings-fields.tsx';

const BackendStep = v.object({ database: v.boolean(), ...SettingsStep.entries });

export const prefetch = prefetchWizard;

/** /new-app/full-stack/backend-settings */
export function Component() {
  const { draft, update } = useFullstackDraft();
  const navigate = useNavigate();
  const { root_folder, build_command, output_folder, start_command } = draft.backend;
  const form = useForm({
    schema: BackendStep,
    values: { database: draft.database, root_folder, build_command, output_folder, start_command },
    keep: ({ database, ...settings }) => update({ database, backend: { ...draft.backend, ...settings } }),
    onSubmit: () => navigate(fullstackPath('plan')),
  });
  return (
    <ImportWizard
      steps={FULLSTACK_STEPS}
      current="backend-settings"
      draft={draft}
      title={t('Back-end settings')}
      subtitle={t('Choose how the server is built, and whether it has a database.')}
    >
      <Form form={form}>
        <Card title={t('Database')}>
          <FormCheckbox
            form={form}
            name="database"
            label={t('A PostgreSQL database of its own')}
            help={t('The server gets its address in the variable DATABASE_URL.')}
          />
        </Card>
        <SettingsFields form={form} kind="backend" />
        <StepFoot back={fullstackPath('backend-repo')} />
      </Form>
    </ImportWizard>
  );
}

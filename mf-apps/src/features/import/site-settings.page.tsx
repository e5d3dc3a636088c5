import * as v from 'valibot';
import { SiteName } from '@panel/contract/schemas';
import { t, usePartner } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Card } from '@panel/ui';
import { Form, useForm, useFormField } from '@panel/ui/form';
import { NameField, useNameCheck } from '@panel/workload/name';
import { EXISTING_STEPS, useExistingDraft } from './import-draft.ts';
import { ImportWizard, prefetchWizard, StepFoot } from './import-wizard.tsx';
import { SettingsStep } from './part-draft.ts';
import { SettingsFields } from './settings-fields.tsx';

const NamedStep = v.object({ name: SiteName, ...SettingsStep.entries });
const [pick, , finish] = EXISTING_STEPS;

export const prefetch = prefetchWizard;

/** /new-app/existing-project/site-settings */
export function Component() {
  const { draft, update } = useExistingDraft();
  const { sitesDomain } = usePartner();
  const navigate = useNavigate();
  const { name, root_folder, build_command, output_folder, start_command } = draft;
  const form = useForm({
    schema: NamedStep,
    values: { name, root_folder, build_command, output_folder, start_command },
    keep: update,
    onSubmit: () => navigate(finish.path),
  });
  const field = useFormField(form, 'name');
  const check = useNameCheck(field.value, `${field.value}.${sitesDomain}`, { kind: 'app' });
  return (
    <ImportWizard
      steps={EXISTING_STEPS}
      current="settings"
      draft={draft}
      title={t('Application settings')}
      subtitle={t('Choose its address. How it is built is recognized in the code.')}
    >
      <Form form={form}>
        <Card title={t('Address')}>
          <NameField label={t('App Domain Name')} {...field} check={check} suffix={`.${sitesDomain}`} />
        </Card>
        <SettingsFields form={form} kind="whole" />
        <StepFoot back={pick.path} disabledReason={'message' in check ? check.message : undefined} />
      </Form>
    </ImportWizard>
  );
}

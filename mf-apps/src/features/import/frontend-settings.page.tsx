import * as v from 'valibot';
import { SiteName } from '@panel/contract/schemas';
import { t, usePartner } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Card } from '@panel/ui';
import { Form, useForm, useFormField } from '@panel/ui/form';
import { NameField, useNameCheck } from '@panel/workload/name';
import { fullstackPath, FULLSTACK_STEPS, useFullstackDraft } from './import-draft.ts';
import { ImportWizard, prefetchWizard, StepFoot } from './import-wizard.tsx';
import { SettingsStep } from './part-draft.ts';
import { SettingsFields } from './settings-fields.tsx';

const NamedStep = v.object({ name: SiteName, ...SettingsStep.entries });

export const prefetch = prefetchWizard;

/** /new-app/full-stack/frontend-settings */
export function Component() {
  const { draft, update } = useFullstackDraft();
  const { sitesDomain } = usePartner();
  const navigate = useNavigate();
  const { root_folder, build_command, output_folder, start_command } = draft.frontend;
  const form = useForm({
    schema: NamedStep,
    values: { name: draft.name, root_folder, build_command, output_folder, start_command },
    keep: ({ name, ...settings }) => update({ name, frontend: { ...draft.frontend, ...settings } }),
    onSubmit: () => navigate(fullstackPath('backend-repo')),
  });
  const field = useFormField(form, 'name');
  const check = useNameCheck(field.value, `${field.value}.${sitesDomain}`, { kind: 'app' });
  return (
    <ImportWizard
      steps={FULLSTACK_STEPS}
      current="frontend-settings"
      draft={draft}
      title={t('Front-end settings')}
      subtitle={t('Choose the address of the application. How it is built is recognized in the code.')}
    >
      <Form form={form}>
        <Card title={t('Address')}>
          <NameField label={t('App Domain Name')} {...field} check={check} suffix={`.${sitesDomain}`} />
        </Card>
        <SettingsFields form={form} kind="frontend" />
        <StepFoot
          back={fullstackPath('frontend-repo')}
          disabledReason={'message' in check ? check.message : undefined}
        />
      </Form>
    </ImportWizard>
  );
}

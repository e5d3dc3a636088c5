import { t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { PlanForm } from './plan-form.tsx';
import { stepPath, useSiteDraft } from './site-draft.ts';
import { WizardPage } from './wizard.page.tsx';

/** /create-site-with-wordpress/select-a-plan */
export function Component() {
  const { draft, update, fqdn } = useSiteDraft();
  const navigate = useNavigate();
  return (
    <WizardPage step="plan" title={t('Select a plan')} subtitle={t('Choose what your site runs on.')}>
      <PlanForm
        fqdn={fqdn}
        create="wordpress"
        plan={draft.plan}
        keep={update}
        back={stepPath('details')}
        onChosen={() => navigate(stepPath('confirm'))}
      />
    </WizardPage>
  );
}

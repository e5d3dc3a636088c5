import { useNavigate } from '@panel/core/router';
import { PlanForm } from '../create/plan-form.tsx';
import { publishPath, staticPath, useStaticDraft } from './static-draft.ts';
import { StaticWizard } from './static-wizard.page.tsx';

/** /create-site/plan-selection */
export function Component() {
  const { draft, update, fqdn } = useStaticDraft();
  const navigate = useNavigate();
  return (
    <StaticWizard step="plan" title="Select a plan" subtitle="Choose what your site runs on.">
      <PlanForm
        fqdn={fqdn}
        plan={draft.plan}
        keep={update}
        back={staticPath('name', draft)}
        onChosen={() => navigate(publishPath(draft))}
      />
    </StaticWizard>
  );
}

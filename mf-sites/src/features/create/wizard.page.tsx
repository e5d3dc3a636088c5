import type { ReactNode } from 'react';
import { Navigate } from '@panel/core/router';
import { Page } from '@panel/ui';
import { Steps } from '@panel/ui/data';
import { missingStep, stepPath, STEPS, useSiteDraft, type StepKey } from './site-draft.ts';

type Props = { step: StepKey; title: string; subtitle?: ReactNode; children: ReactNode };

const steps = STEPS.map(({ key, title, path }) => ({ key, title, to: path }));

/** One step of the WordPress wizard. A step whose earlier data is missing leads to the first that is not complete. */
export function WizardPage({ step, title, subtitle, children }: Props) {
  const { draft, password } = useSiteDraft();
  const missing = missingStep(step, draft, password);
  if (missing) return <Navigate to={stepPath(missing)} replace />;
  return (
    <Page title={title} subtitle={subtitle} width="form">
      {/* On the last step the site is on its way: there is no way back into the wizard. */}
      <Steps
        steps={step === 'finish' ? steps.map(({ key, title: name }) => ({ key, title: name })) : steps}
        current={step}
      />
      {children}
    </Page>
  );
}

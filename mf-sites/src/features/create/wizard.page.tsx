import type { ReactNode } from 'react';
import { Navigate } from '@panel/core/router';
import { Page } from '@panel/ui';
import { Steps } from '@panel/ui/data';
import { missingStep, stepPath, STEPS, useSiteDraft, type StepKey } from './site-draft.ts';

type Props = { step: StepKey; complete?: boolean; title: string; subtitle?: ReactNode; children: ReactNode };

const steps = STEPS.map(({ key, title, path }) => ({ key, title, to: path }));

/** One step of the WordPress wizard. If earlier data is missing, it redirects to the first incomplete step. */
export function WizardPage({ step, complete, title, subtitle, children }: Props) {
  const { draft, ...beside } = useSiteDraft();
  const missing = missingStep(step, draft, beside);
  if (missing) return <Navigate to={stepPath(missing)} replace />;
  return (
    <Page title={title} subtitle={subtitle} width="form">
      {/* The last step has no way back: the site is being created. */}
      <Steps
        steps={step === 'finish' ? steps.map(({ key, title: name }) => ({ key, title: name })) : steps}
        current={step}
        complete={complete}
      />
      {children}
    </Page>
  );
}

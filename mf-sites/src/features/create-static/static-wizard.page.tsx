import type { ReactNode } from 'react';
import { Navigate } from '@panel/core/router';
import { Page } from '@panel/ui';
import { Steps } from '@panel/ui/data';
import { missingStaticStep, staticPath, staticSteps, useStaticDraft, type StaticStep } from './static-draft.ts';

type Props = {
  step: StaticStep;
  title: string;
  subtitle?: ReactNode;
  /** The site is being published: there is no way back. */
  isStarted?: boolean;
  complete?: boolean;
  children: ReactNode;
};

/** One step of the wizard for sites without WordPress; redirects to the first incomplete one. */
export function StaticWizard({ step, title, subtitle, isStarted = false, complete = false, children }: Props) {
  const { draft } = useStaticDraft();
  const missing = isStarted ? null : missingStaticStep(step, draft);
  if (missing) return <Navigate to={staticPath(missing, draft)} replace />;
  const steps = staticSteps(draft);
  return (
    <Page title={title} subtitle={subtitle} width="form">
      <Steps
        steps={isStarted ? steps.map(({ key, title: name }) => ({ key, title: name })) : steps}
        current={step}
        complete={complete}
      />
      {children}
    </Page>
  );
}

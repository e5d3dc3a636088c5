import type { ReactNode } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t } from '@panel/core';
import { Navigate } from '@panel/core/router';
import { Banner, Button, ButtonLink, Page } from '@panel/ui';
import { Steps } from '@panel/ui/data';
import { appDashboardQuery } from '@panel/resources/app';

/** A step of a wizard, with an address of its own. */
export type WizardStep<D> = { key: string; title: string; path: string; isDone: (draft: D) => boolean };

export const prefetchWizard = () => queryClient.prefetchQuery(appDashboardQuery);

type Props<D> = {
  steps: readonly WizardStep<D>[];
  current: string;
  draft: D;
  title: string;
  subtitle: string;
  /** What was planned is being made: the draft is gone, and this page is being left. */
  isStarted?: boolean;
  children: ReactNode;
};

/** One step. Without the data of an earlier one, the user comes to that; what this server cannot do is said first. */
export function ImportWizard<D>({ steps, current, draft, title, subtitle, isStarted, children }: Props<D>) {
  const {
    data: { builds_missing: missing },
  } = useSuspenseQuery(appDashboardQuery);
  const at = steps.findIndex(({ key }) => key === current);
  const undone = steps.slice(0, at).find(({ isDone }) => !isDone(draft));
  if (undone && !isStarted) return <Navigate to={undone.path} replace />;
  return (
    <Page title={title} subtitle={subtitle} width="form">
      <Steps steps={steps.map(({ path, ...step }) => ({ ...step, to: path }))} current={current} />
      {missing !== null && (
        <Banner kind="warning" title={t('Builds can’t run on this server')}>
          {missing}
        </Banner>
      )}
      {children}
    </Page>
  );
}

/** The buttons of a step that is not the last one. */
export const StepFoot = ({ back, disabledReason }: { back?: string; disabledReason?: string | null }) => (
  <div className="p-form-foot">
    <ButtonLink icon="arrow-left" to={back ?? '/apps'}>
      {back === undefined ? t('Cancel') : t('Back')}
    </ButtonLink>
    <Button kind="primary" type="submit" iconEnd="arrow-right" disabledReason={disabledReason}>
      {t('Continue')}
    </Button>
  </div>
);

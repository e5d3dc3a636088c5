import { useSuspenseQuery } from '@tanstack/react-query';
import { panelStore, partnerAtom, queryClient, usePartner, usePanelState, useRegistry, useUser, t } from '@panel/core';
import { sectionOn } from '@panel/contract/sections';
import { Badge, Button, ButtonLink, Card, lazyPanel, Page, Stack } from '@panel/ui';
import { siteSummaryQuery } from '@panel/resources/site';
import { manifestsOf } from '../../menus/manifests.ts';
import { helpWasRead, rememberHelpRead } from './help-read.ts';
import { stepsFor, type Step } from './steps.ts';
import './get-started.css';

export function prefetch() {
  const partner = panelStore.get(partnerAtom);
  return partner && sectionOn(partner, 'sites') && queryClient.prefetchQuery(siteSummaryQuery);
}

const Tour = lazyPanel(async () => (await import('./get-started.tour.tsx')).GetStartedTour);

const StepCard = ({ step, primary, onOpen }: { step: Step; primary: boolean; onOpen?: () => void }) => (
  <Card>
    <div className="g-step">
      <div className="g-text">
        <h2>{step.title}</h2>
        <p>{step.text}</p>
      </div>
      {step.done ? (
        <Badge tone="success">{t('Done')}</Badge>
      ) : (
        <ButtonLink kind={primary ? 'primary' : 'default'} to={step.to} onClick={onOpen}>
          {step.action}
        </ButtonLink>
      )}
    </div>
  </Card>
);

function Steps({ siteCount }: { siteCount: number | null }) {
  const manifests = manifestsOf(useRegistry());
  const user = useUser();
  const steps = stepsFor({ manifests, partner: usePartner(), user, siteCount, helpWasRead: helpWasRead(user.id) });
  const { panel, open, close } = usePanelState(['tour']);
  const next = steps.find((step) => !step.done);
  const done = steps.filter((step) => step.done).length;
  return (
    <Page
      title={t('Get started')}
      subtitle={next ? t('{done} of {steps} steps are done.', { done, steps: steps.length }) : t('All steps are done.')}
      width="form"
      actions={<Button onClick={() => open('tour')}>{t('Take the tour')}</Button>}
    >
      <Stack gap={3}>
        {steps.map((step) => (
          <StepCard
            key={step.key}
            step={step}
            primary={step === next}
            onOpen={step.key === 'help' ? () => rememberHelpRead(user.id) : undefined}
          />
        ))}
      </Stack>
      {panel === 'tour' && <Tour onClose={close} />}
    </Page>
  );
}

function StepsWithSites() {
  const { data } = useSuspenseQuery(siteSummaryQuery);
  return <Steps siteCount={data.siteCount} />;
}

/** The first steps in a new account, and which of them are done. */
export function Component() {
  return sectionOn(usePartner(), 'sites') ? <StepsWithSites /> : <Steps siteCount={null} />;
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { t, type FleetPlan } from '@panel/core';
import { Navigate, useLocation, useSearchParams } from '@panel/core/router';
import { Banner, ButtonLink, Page, Text } from '@panel/ui';
import { fleetPaths, fleetPlanQuery, fleetSubject, useDecideFleet } from '@panel/resources/fleet';
import { overviewPath } from '@panel/resources/site';
import { PlanDecisionCard } from '../extension/plan-decision.tsx';
import { RunSites } from '../extension/run-sites.tsx';

/** /fleet/plan?id= and /admin/fleet/plan?id=: progress and result by site, and what is to be decided. */
export function Component() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const id = search.get('id');
  return id ? <Plan id={id} pathname={pathname} /> : <Navigate to={fleetPaths(pathname).list} replace />;
}

function Plan({ id, pathname }: { id: string; pathname: string }) {
  const paths = fleetPaths(pathname);
  const { data: plan } = useSuspenseQuery(fleetPlanQuery(id));
  const decide = useDecideFleet(plan);
  const isPaused = plan.state === 'review' || plan.state === 'halted';
  return (
    <Page title={fleetSubject(plan.change)} width="form">
      <Result plan={plan} />
      <PlanDecisionCard run={plan} decide={decide} />
      <RunSites run={plan} decide={decide} linkOf={paths.list === '/fleet' ? overviewPath : null} />
      {!plan.ended && (
        <Text as="p" tone="muted">
          {isPaused
            ? t('You can leave this page and decide later.')
            : t('You can leave this page. We’ll keep working and notify you when all sites are done.')}
        </Text>
      )}
      <div className="p-form-foot">
        <ButtonLink to={paths.list}>{t('All changes')}</ButtonLink>
      </div>
    </Page>
  );
}

function Result({ plan: { ended, sites } }: { plan: FleetPlan }) {
  if (!ended) return null;
  const done = sites.filter(({ status }) => status === 'succeeded').length;
  if (done === sites.length)
    return (
      <Banner kind="success" live>
        {t('Changed on {count, plural, one {# site} other {# sites}}.', { count: done })}
      </Banner>
    );
  return (
    <Banner
      kind="warning"
      live
      title={t('{done} of {count, plural, one {# sites} other {# sites}} are done', { done, count: sites.length })}
    >
      {t('The reasons are below. A site whose change failed is as it was before.')}
    </Banner>
  );
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t, type FleetPlanSummary } from '@panel/core';
import { useLocation } from '@panel/core/router';
import { ButtonLink, Card, EmptyState, Inline, Link, Page, RelativeTime, Stack, Text } from '@panel/ui';
import { fleetPaths, fleetQuery, fleetSubject, PLAN_STATE_LABELS } from '@panel/resources/fleet';
import '../extension/extension.css';

export const prefetch = () => queryClient.prefetchQuery(fleetQuery);

/** /fleet and /admin/fleet: the changes of many sites in the last month. */
export function Component() {
  const paths = fleetPaths(useLocation().pathname);
  const { data: plans } = useSuspenseQuery(fleetQuery);
  const create = (
    <ButtonLink kind="primary" icon="plus" to={paths.new}>
      {t('New change')}
    </ButtonLink>
  );
  return (
    <Page
      title={t('Change many sites')}
      subtitle={t('One site first, then the others in waves. A site that breaks gets its earlier state back.')}
      actions={plans.length > 0 && create}
    >
      {plans.length === 0 ? (
        <EmptyState
          icon="sites"
          title={t('No changes in the last month')}
          text={t('Change the PHP version, WordPress or the cache rules of many sites at once.')}
          action={create}
        />
      ) : (
        <Card title={t('Changes')}>
          <ul className="extension-sites">
            {plans.map((plan) => (
              <Row key={plan.id} plan={plan} to={paths.plan(plan.id)} />
            ))}
          </ul>
        </Card>
      )}
    </Page>
  );
}

const isPaused = ({ state }: FleetPlanSummary): boolean => state === 'review' || state === 'halted';

const Row = ({ plan, to }: { plan: FleetPlanSummary; to: string }) => (
  <li>
    <Stack gap={1}>
      <Link to={to}>{fleetSubject(plan.change)}</Link>
      <Text size="s" tone="muted">
        {plan.started_by}
      </Text>
    </Stack>
    <Inline gap={3}>
      <Text tone={isPaused(plan) ? 'warning' : 'muted'}>{PLAN_STATE_LABELS[plan.state]}</Text>
      <Text tone="muted">
        <RelativeTime at={plan.created_at} />
      </Text>
    </Inline>
  </li>
);

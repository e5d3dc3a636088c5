import { useSuspenseQuery } from '@tanstack/react-query';
import { formatNumber, queryClient, t } from '@panel/core';
import {
  ButtonLink,
  Card,
  formatUsage,
  HealthBadge,
  Inline,
  Link,
  ResourceName,
  Stack,
  Stat,
  Stats,
  Text,
} from '@panel/ui';
import { firstPage } from '@panel/contract/reads';
import { APP_LIST, appDashboardQuery, appListQuery, appOverviewPath } from '@panel/resources/app';

const NEWEST = 3;
const newestQuery = appListQuery({ ...firstPage(APP_LIST), pageSize: NEWEST });

export const prefetch = () =>
  Promise.all([queryClient.prefetchQuery(newestQuery), queryClient.prefetchQuery(appDashboardQuery)]);

const minutesOf = (seconds: number): string => formatNumber(Math.ceil(seconds / 60));

/** A card of the customer's dashboard: the newest applications, and the numbers of all of them. */
export function Component() {
  const newest = useSuspenseQuery(newestQuery);
  const numbers = useSuspenseQuery(appDashboardQuery);
  const apps = newest.data.pageElements;
  const { appCount, totalPageViews, totalCDNUsage, build_seconds, build_seconds_limit } = numbers.data;
  if (apps.length === 0)
    return (
      <Card title={t('No applications yet')}>
        <Inline justify="between">
          <Text tone="soft">{t('Start from a template, import a repository or upload a zip.')}</Text>
          <ButtonLink to="/new-app">{t('New application')}</ButtonLink>
        </Inline>
      </Card>
    );
  return (
    <Card
      title={t('You have {appCount, plural, one {# application} other {# applications}}', { appCount })}
      actions={
        <Link to="/apps" small>
          {t('All applications')}
        </Link>
      }
    >
      <Stack gap={5}>
        <Stats>
          <Stat label={t('Page views, 30 days')} value={totalPageViews === null ? '-' : formatNumber(totalPageViews)} />
          <Stat label={t('Traffic, 30 days')} value={formatUsage(totalCDNUsage)} />
          <Stat
            label={t('Build minutes this month')}
            value={t('{used} of {limit}', { used: minutesOf(build_seconds), limit: minutesOf(build_seconds_limit) })}
          />
        </Stats>
        <Stack gap={3} as="ul">
          {apps.map(({ id, name, fqdn, status, health }) => (
            <Inline key={id} as="li" justify="between" wrap={false}>
              <ResourceName icon="apps" title={name} detail={fqdn} to={appOverviewPath(id)} />
              <HealthBadge status={status} health={health} />
            </Inline>
          ))}
        </Stack>
      </Stack>
    </Card>
  );
}

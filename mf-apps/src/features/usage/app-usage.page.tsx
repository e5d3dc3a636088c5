import { useSuspenseQuery } from '@tanstack/react-query';
import { formatNumber, t, type App } from '@panel/core';
import { Banner, Card, formatBytes, formatDate, Stack, Text } from '@panel/ui';
import { appDashboardQuery } from '@panel/resources/app';
import { cdnMetricsQuery, cdnRegionsQuery } from '@panel/resources/cdn';
import { appAsWorkload } from '@panel/resources/workload';
import { CdnTraffic } from '@panel/workload/cdn';
import { appComponent, prefetchApp } from '../app/app-component.tsx';
import { AppPage } from '../app/app-page.tsx';

export const prefetch = prefetchApp((id) => [appDashboardQuery, cdnMetricsQuery(id), cdnRegionsQuery(id)]);

/** /manage-app/usage: Usage & Insight. */
export const Component = appComponent(AppUsage);

const minutesOf = (seconds: number): string => formatNumber(Math.ceil(seconds / 60));

function AppUsage({ app }: { app: App }) {
  const { data } = useSuspenseQuery(appDashboardQuery);
  const renews = formatDate(data.renews_at, { withTime: false });
  const { build_seconds: used, build_seconds_limit: limit } = data;
  return (
    <AppPage app={app} title={t('Usage & Insight')}>
      <Stack gap={4}>
        <CdnTraffic workload={appAsWorkload(app)} />
        <Card title={t('Disk usage')}>
          <Text as="p">
            {app.file_size === null
              ? t('It has not been measured yet.')
              : t('The application with its previews takes {size}.', { size: formatBytes(app.file_size) })}
          </Text>
        </Card>
        {used !== null && (
          <Card title={t('Build time')}>
            <Stack gap={3}>
              {used >= limit && <Banner kind="warning">{t('Your build time of this month is used up.')}</Banner>}
              <Text as="p">
                {t('{used} of {limit} minutes of this month are used, by all applications of your account.', {
                  used: minutesOf(used),
                  limit: minutesOf(limit),
                })}
              </Text>
              <Text as="p" tone="muted">
                {t('It begins anew on {date}.', { date: renews })}
              </Text>
            </Stack>
          </Card>
        )}
      </Stack>
    </AppPage>
  );
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { formatNumber, t, type App } from '@panel/core';
import { Banner, Card, formatBytes, formatDate, formatOrDash, formatUsage, Stack, Stat, Stats, Text } from '@panel/ui';
import { appDashboardQuery } from '@panel/resources/app';
import { appComponent, prefetchApp } from '../app/app-component.tsx';
import { AppPage } from '../app/app-page.tsx';

export const prefetch = prefetchApp(() => [appDashboardQuery]);

/** /manage-app/usage: Usage & Insight. */
export const Component = appComponent(AppUsage);

const minutesOf = (seconds: number): string => formatNumber(Math.ceil(seconds / 60));

function AppUsage({ app }: { app: App }) {
  const { data } = useSuspenseQuery(appDashboardQuery);
  const renews = formatDate(data.renews_at, { withTime: false });
  const isUsedUp = data.build_seconds >= data.build_seconds_limit;
  return (
    <AppPage app={app} title={t('Usage & Insight')}>
      <Stack gap={4}>
        <Card title={t('Last 30 days')}>
          <Stats>
            <Stat label={t('Requests')} value={formatNumber(app.totalRequests)} />
            <Stat label={t('Page views')} value={formatNumber(app.totalPageViews)} />
            <Stat label={t('Data sent')} value={formatUsage(app.totalCDNUsage)} />
            <Stat label={t('Disk usage')} value={formatOrDash(app.file_size, formatBytes)} />
          </Stats>
        </Card>
        <Card title={t('Build time')}>
          <Stack gap={3}>
            {isUsedUp && <Banner kind="warning">{t('Your build time of this month is used up.')}</Banner>}
            <Text as="p">
              {t('{used} of {limit} minutes of this month are used, by all applications of your account.', {
                used: minutesOf(data.build_seconds),
                limit: minutesOf(data.build_seconds_limit),
              })}
            </Text>
            <Text as="p" tone="muted">
              {t('It begins anew on {date}.', { date: renews })}
            </Text>
          </Stack>
        </Card>
      </Stack>
    </AppPage>
  );
}

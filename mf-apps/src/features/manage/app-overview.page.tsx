import { useSuspenseQuery } from '@tanstack/react-query';
import { formatNumber, t, told, type App } from '@panel/core';
import {
  Badge,
  Banner,
  ButtonLink,
  Card,
  EmptyState,
  Grid,
  Inline,
  Link,
  RelativeTime,
  Stack,
  Text,
  formatBytes,
  formatOrDash,
  formatUsage,
} from '@panel/ui';
import { DataList } from '@panel/ui/data';
import {
  buildPath,
  buildStatusLabels,
  frameworkLabel,
  isActiveBuild,
  runtimeLabel,
  shortCommit,
  typeLabel,
  appChecksQuery,
  appOverviewPath,
  useCheckApp,
  appUsagePath,
  partLabel,
} from '@panel/resources/app';
import { appComponent, prefetchApp } from '../app/app-component.tsx';
import { ChecksCard, UptimeCard } from '@panel/workload/health';
import { AppPage } from '../app/app-page.tsx';
import { AppHealthCard } from './app-health.card.tsx';
import { GithubAccessBanner } from './github-access.tsx';
import './app-overview.css';

export const prefetch = prefetchApp((id) => [appChecksQuery(id)]);

/** /manage-app/overview */
export const Component = appComponent(AppOverview);

function AppOverview({ app }: { app: App }) {
  const { data: checks } = useSuspenseQuery(appChecksQuery(app.id));
  const check = useCheckApp(app.id);
  return (
    <AppPage app={app}>
      <GithubAccessBanner app={app} />
      <FailedBuild app={app} />
      <AppHealthCard app={app} />
      <Grid min="sidebar">
        <Stack gap={4}>
          <Card title={t('Live release')}>
            <LiveRelease app={app} />
          </Card>
          <Card
            title={t('Last 30 days')}
            actions={
              <ButtonLink size="s" to={appUsagePath(app.id)}>
                {t('Usage & Insight')}
              </ButtonLink>
            }
          >
            <DataList
              columns={2}
              items={[
                { key: 'requests', label: t('Requests'), value: formatNumber(app.totalRequests) },
                { key: 'views', label: t('Page views'), value: formatNumber(app.totalPageViews) },
                { key: 'bytes', label: t('Data sent'), value: formatUsage(app.totalCDNUsage) },
                { key: 'disk', label: t('Disk usage'), value: formatOrDash(app.file_size, formatBytes) },
              ]}
            />
          </Card>
          <UptimeCard uptime={checks.uptime} />
          <ChecksCard evidence={checks.evidence} isChecking={check.isPending} onCheck={() => check.mutate()} />
        </Stack>
        <Card title={t('Application')}>
          <DataList
            items={[
              { key: 'type', label: t('Type'), value: typeLabel(app) },
              { key: 'framework', label: t('Framework'), value: frameworkLabel(app.framework) },
              { key: 'runtime', label: t('Runs as'), value: runtimeLabel(app.runtime) },
              app.repository.url !== null && {
                key: 'repository',
                label: t('Repository'),
                value: (
                  <Link href={app.repository.url} newTab>
                    {app.repository.repository}
                  </Link>
                ),
              },
              app.repository.branch !== null && { key: 'branch', label: t('Branch'), value: app.repository.branch },
              app.other_part !== null && {
                key: 'other',
                label: partLabel(app.other_part.part),
                value: <Link to={appOverviewPath(app.other_part.id)}>{app.other_part.fqdn}</Link>,
              },
              { key: 'plan', label: t('Plan'), value: app.plan_type },
              { key: 'created', label: t('Created'), value: <RelativeTime at={app.created_at} /> },
            ]}
          />
        </Card>
      </Grid>
    </AppPage>
  );
}

/** Says why the newest build failed, where visitors still get an older release. */
function FailedBuild({ app }: { app: App }) {
  const build = app.last_build;
  if (build?.status !== 'failed') return null;
  return (
    <Banner
      kind="danger"
      title={t('The last build failed')}
      action={<ButtonLink to={buildPath(app.id, build.id)}>{t('View log')}</ButtonLink>}
    >
      {build.error && told(build.error)}
    </Banner>
  );
}

function LiveRelease({ app }: { app: App }) {
  const { live_build: live, last_build: last } = app;
  if (live === null)
    return (
      <EmptyState
        icon="apps"
        title={last && isActiveBuild(last) ? t('The first release is being built') : t('No release yet')}
        text={t('Visitors can open the application once its first release answers.')}
        action={last && <ButtonLink to={buildPath(app.id, last.id)}>{t('View build')}</ButtonLink>}
      />
    );
  return (
    <Stack gap={3}>
      {app.picture_url && (
        <img className="app-picture" src={app.picture_url} alt={t('{fqdn} as it was last seen', { fqdn: app.fqdn })} />
      )}
      <Inline>
        <Link to={buildPath(app.id, live.id)}>{t('Build {number}', { number: live.number })}</Link>
        <Badge tone="success">{t('Live')}</Badge>
        <Text tone="muted">
          <RelativeTime at={live.ended_at ?? live.created_at} />
        </Text>
      </Inline>
      {live.commit !== null && (
        <Text as="p" className="p-break">
          <code>{shortCommit(live.commit)}</code> {live.commit_message}
        </Text>
      )}
      {last !== null && last.id !== live.id && isActiveBuild(last) && (
        <Text as="p" tone="soft">
          <Badge tone={buildStatusLabels[last.status].tone}>{buildStatusLabels[last.status].label}</Badge>{' '}
          <Link to={buildPath(app.id, last.id)}>{t('Build {number}', { number: last.number })}</Link>
        </Text>
      )}
    </Stack>
  );
}

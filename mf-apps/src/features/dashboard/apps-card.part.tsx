import { useSuspenseQueries } from '@tanstack/react-query';
import { memberMay } from '@panel/contract/member-roles';
import { UNWELL } from '@panel/contract/status';
import { t, useUser, type App, type SlotProps } from '@panel/core';
import { ButtonLink, Card, HealthBadge, Inline, Link, ResourceName, Stack, Text } from '@panel/ui';
import { appName, appOverviewPath, newestAppsQuery } from '@panel/resources/app';
import { LastBuild } from '../app/last-build.tsx';

const SHOWN = 5;
const newest = newestAppsQuery(SHOWN);
const unwell = newestAppsQuery(SHOWN, [...UNWELL]);

const Row = ({ app }: { app: App }) => (
  <Inline as="li" justify="between" gap={2}>
    <ResourceName {...appName(app)} to={appOverviewPath(app.id)} />
    <Inline gap={3}>
      <Text size="s" tone="muted">
        <LastBuild last_build={app.last_build} />
      </Text>
      <HealthBadge status={app.status} health={app.health} />
    </Inline>
  </Inline>
);

/** The customer's applications on the dashboard: those that need attention, then the newest. */
export function Component(_given: SlotProps['dashboard.cards']) {
  const { member } = useUser();
  const [all, troubled] = useSuspenseQueries({ queries: [newest, unwell] });
  const { totalCount: count, pageElements } = all.data;
  const first = troubled.data.pageElements;
  const rows = [...first, ...pageElements.filter(({ id }) => !first.some((app) => app.id === id))].slice(0, SHOWN);
  if (count === 0)
    return (
      <Card title={t('Applications')}>
        <Inline justify="between" gap={3}>
          <Text tone="muted">{t('No applications yet. Start from a template, a repository or a zip.')}</Text>
          {memberMay('create', member) && (
            <ButtonLink icon="plus" to="/new-app">
              {t('New application')}
            </ButtonLink>
          )}
        </Inline>
      </Card>
    );
  return (
    <Card
      title={t('You have {count, plural, one {# application} other {# applications}}', { count })}
      actions={
        <Link to="/apps" small>
          {t('All applications')}
        </Link>
      }
    >
      <Stack gap={3}>
        {troubled.data.totalCount > 0 && (
          <Link to={`/apps?${UNWELL.map((level) => `health=${level}`).join('&')}`}>
            {t('{count, plural, one {# needs attention} other {# need attention}}', {
              count: troubled.data.totalCount,
            })}
          </Link>
        )}
        <Stack as="ul" gap={3}>
          {rows.map((app) => (
            <Row key={app.id} app={app} />
          ))}
        </Stack>
      </Stack>
    </Card>
  );
}

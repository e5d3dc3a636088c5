import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { t, useUser, type App } from '@panel/core';
import { Banner, Link, Skeleton, Stack } from '@panel/ui';
import {
  appConnectPath,
  appDashboardQuery,
  appPreviewsQuery,
  appVariablesQuery,
  cannotBuild,
} from '@panel/resources/app';
import { appComponent, prefetchApp } from '../app/app-component.tsx';
import { AppPage } from '../app/app-page.tsx';
import { VariablesCard } from '../build/variables.card.tsx';
import { PreviewBranchCard } from './preview-branch.card.tsx';
import { PreviewList } from './preview-list.tsx';
import { PreviewSettingsCard } from './preview-settings.card.tsx';

export const prefetch = prefetchApp((id) => [appPreviewsQuery(id), appDashboardQuery]);

/** /manage-app/previews: branches that answer at addresses of their own, before they are production. */
export const Component = appComponent(AppPreviewsPage);

function AppPreviewsPage({ app }: { app: App }) {
  const { data: given } = useSuspenseQuery(appPreviewsQuery(app.id));
  const { data: variables } = useQuery(appVariablesQuery(app.id, 'preview'));
  const { data: dashboard } = useSuspenseQuery(appDashboardQuery);
  const isAbuse = useUser()?.is_abuse_system ?? false;
  const reason = cannotBuild(app, { missing: dashboard.builds_missing, isAbuse });
  return (
    <AppPage
      app={app}
      title={t('Previews')}
      subtitle={t('Each branch and pull request can be seen at an address of its own before visitors get it.')}
    >
      {!given.has_branches ? (
        <Banner kind="info" title={t('The code of this application has no branches yet')}>
          {t('Previews are built from the branches of a repository.')}{' '}
          <Link to={appConnectPath(app.id)}>{t('Push code to this application.')}</Link>
        </Banner>
      ) : (
        <Stack gap={4}>
          <PreviewList app={app} given={given} />
          {given.enabled && <PreviewBranchCard app={app} disabledReason={reason} />}
          <PreviewSettingsCard app={app} given={given} />
          {(given.enabled || given.previews.length > 0) &&
            (variables ? (
              <VariablesCard
                key={variables.version}
                id={app.id}
                given={variables}
                title={t('Environment variables of previews')}
                help={t('Previews get these instead of those of production, and no database.')}
              />
            ) : (
              <Skeleton kind="text" rows={4} />
            ))}
        </Stack>
      )}
    </AppPage>
  );
}

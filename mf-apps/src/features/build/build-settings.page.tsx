import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { t, type App } from '@panel/core';
import { ButtonLink, Skeleton, Stack } from '@panel/ui';
import {
  appConnectPath,
  appDashboardQuery,
  appPushQuery,
  appSettingsQuery,
  appVariablesQuery,
} from '@panel/resources/app';
import { appComponent, prefetchApp } from '../app/app-component.tsx';
import { AppPage } from '../app/app-page.tsx';
import { PushCard } from '../push/push.card.tsx';
import { BuildSettingsForm } from './build-settings.form.tsx';
import { VariablesCard } from './variables.card.tsx';

export const prefetch = prefetchApp((id) => [appSettingsQuery(id), appDashboardQuery]);

/** /manage-app/build-settings: how it is built and started, when, and its environment variables. */
export const Component = appComponent(BuildSettingsPage);

function BuildSettingsPage({ app }: { app: App }) {
  const { data: settings } = useSuspenseQuery(appSettingsQuery(app.id));
  const { data: dashboard } = useSuspenseQuery(appDashboardQuery);
  const variables = useQuery(appVariablesQuery(app.id));
  const push = useQuery(appPushQuery(app.id));
  return (
    <AppPage
      app={app}
      title={t('Build settings')}
      subtitle={t('The next build uses what you save here. The live release stays as it is.')}
      actions={
        push.data?.git_url && (
          <ButtonLink icon="branch" to={appConnectPath(app.id)}>
            {t('Connect')}
          </ButtonLink>
        )
      }
    >
      <Stack gap={4}>
        <BuildSettingsForm key={settings.version} id={app.id} given={settings} nodeVersions={dashboard.node_versions} />
        {app.repository.source !== 'zip' && push.data && <PushCard app={app} given={push.data} />}
        {variables.data ? (
          <VariablesCard key={variables.data.version} id={app.id} given={variables.data} />
        ) : (
          <Skeleton kind="text" rows={4} />
        )}
      </Stack>
    </AppPage>
  );
}

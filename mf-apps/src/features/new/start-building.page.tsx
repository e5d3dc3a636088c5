import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@panel/core';
import { Navigate, useNavigate, useSearchParams } from '@panel/core/router';
import { ButtonLink, Page } from '@panel/ui';
import { appBuildSettingsPath, appQuery, buildQuery } from '@panel/resources/app';
import { BuildView } from '../build/build-view.tsx';

/** /new-app/start-building?app=…&build=…: the first build. Leaving the page loses nothing. */
export function Component() {
  const [search] = useSearchParams();
  const [id, buildId] = [search.get('app') ?? '', search.get('build') ?? ''];
  const navigate = useNavigate();
  const { data: app } = useQuery({ ...appQuery(id), enabled: id !== '' });
  const { data: build } = useQuery({ ...buildQuery(buildId), enabled: buildId !== '' });
  const isDone = build?.status === 'success';
  useEffect(() => {
    if (isDone) void navigate(`/new-app/finish?app=${encodeURIComponent(id)}`, { replace: true });
  }, [isDone, id, navigate]);
  if (id === '' || buildId === '') return <Navigate to="/new-app" replace />;
  return (
    <Page
      title={app ? t('Building {name}', { name: app.name }) : t('Building')}
      subtitle={t('You can leave this page. We’ll notify you when the build has ended.')}
      actions={
        build?.status === 'failed' && (
          <ButtonLink icon="settings" to={appBuildSettingsPath(id)}>
            {t('Build settings')}
          </ButtonLink>
        )
      }
    >
      <BuildView buildId={buildId} />
    </Page>
  );
}

import { useQuery } from '@tanstack/react-query';
import { t, type App } from '@panel/core';
import { useSearchParams } from '@panel/core/router';
import { Button, ButtonLink, Card, EmptyState } from '@panel/ui';
import { appDeployPath, appOverviewPath, hasPanelGit } from '@panel/resources/app';
import { studioQuery, useStartStudio } from '@panel/resources/studio';
import { ToolData } from '@panel/workload/parts';
import { appComponent, prefetchApp } from '../app/app-component.tsx';
import { AppPage } from '../app/app-page.tsx';
import { Workbench } from './workbench.tsx';

export const prefetch = prefetchApp();

/** /manage-app/studio: the code of an application whose repository is in the panel. */
export const Component = appComponent(StudioPage);

function StudioPage({ app }: { app: App }) {
  return (
    <AppPage app={app} title={t('Studio')}>
      {hasPanelGit(app) ? <Studio app={app} /> : <Elsewhere app={app} />}
    </AppPage>
  );
}

/** Where the code of an application is edited that is not in the panel. */
function Elsewhere({ app: { id, repository } }: { app: App }) {
  const isZip = repository.source === 'zip';
  return (
    <Card>
      <EmptyState
        icon="branch"
        title={isZip ? t('This application has no repository') : t('This code is in another repository')}
        text={
          isZip
            ? t('It was deployed from a zip. Change the files on your computer, then upload them again.')
            : t('The studio edits repositories in the panel. Change this code where it is; a push deploys it.')
        }
        action={
          isZip ? (
            <ButtonLink icon="upload" to={appDeployPath(id)}>
              {t('Deploy')}
            </ButtonLink>
          ) : repository.url === null ? (
            <ButtonLink to={appOverviewPath(id)}>{t('Overview')}</ButtonLink>
          ) : (
            <ButtonLink icon="globe" href={repository.url} newTab>
              {t('Open the repository')}
            </ButtonLink>
          )
        }
      />
    </Card>
  );
}

function Studio({ app }: { app: App }) {
  const [search] = useSearchParams();
  const result = useQuery(studioQuery(app.id, search.get('branch')));
  const start = useStartStudio(app.id);
  return (
    <ToolData result={result} reason={undefined} what={t('the code')}>
      {(studio) =>
        studio.missing !== null ? (
          <EmptyState icon="warning" title={t('Git can’t run on this server')} text={studio.missing} />
        ) : studio.template !== null ? (
          <Card>
            <EmptyState
              icon="blueprint"
              title={t('The repository is empty')}
              text={
                start.error
                  ? start.error.message
                  : t('Put the code of the template into it, and change it here. The same code is built once more.')
              }
              action={
                <Button
                  kind="primary"
                  icon="edit"
                  call="studio.start"
                  loading={start.isPending}
                  onClick={() => start.mutate()}
                >
                  {t('Start with the template')}
                </Button>
              }
            />
          </Card>
        ) : (
          <Workbench key={studio.branch} app={app} studio={studio} firstBuild={start.data ?? null} />
        )
      }
    </ToolData>
  );
}

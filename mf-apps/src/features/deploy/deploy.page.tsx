import { useSuspenseQuery } from '@tanstack/react-query';
import { t, useUser, type App } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Button, Card, Link, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { appDashboardQuery, buildPath, cannotBuild, useDeploy } from '@panel/resources/app';
import { appComponent, prefetchApp } from '../app/app-component.tsx';
import { AppPage } from '../app/app-page.tsx';
import { ReplaceFiles } from '../build/replace-files.tsx';
import { CommitForm } from './commit.form.tsx';
import { CommitList } from './commit-list.tsx';

export const prefetch = prefetchApp(() => [appDashboardQuery]);

/** /manage-app/deploy: a new release from the branch, from one commit, or from a zip. */
export const Component = appComponent(DeployPage);

function DeployPage({ app }: { app: App }) {
  const title = t('Deploy');
  if (app.repository.source === 'zip')
    return (
      <AppPage app={app} title={title} width="form" subtitle={t('The live release answers until the new one does.')}>
        <ReplaceFiles app={app} />
      </AppPage>
    );
  return <FromRepository app={app} title={title} />;
}

function FromRepository({ app, title }: { app: App; title: string }) {
  const { data: dashboard } = useSuspenseQuery(appDashboardQuery);
  const isAbuse = useUser()?.is_abuse_system ?? false;
  const navigate = useNavigate();
  const deploy = useDeploy(app.id);
  const { url, repository, branch, source } = app.repository;
  const reason = cannotBuild(app, { missing: dashboard.builds_missing, isAbuse });
  const start = (commit?: string) =>
    deploy.mutate(commit, { onSuccess: ({ build_id }) => void navigate(buildPath(app.id, build_id)) });
  return (
    <AppPage app={app} title={title} subtitle={t('The live release answers until the new one does.')}>
      <Stack gap={4}>
        <Card
          title={t('Newest version')}
          footer={
            <Button
              kind="primary"
              icon="rocket"
              loading={deploy.isPending}
              disabledReason={reason}
              onClick={() => start()}
            >
              {t('Deploy now')}
            </Button>
          }
        >
          {source === 'template' ? (
            <Text as="p">{t('This application is built from its template.')}</Text>
          ) : (
            <DataList
              items={[
                {
                  key: 'repository',
                  label: t('Repository'),
                  value: url === null ? repository : <Link href={url}>{repository}</Link>,
                },
                branch !== null && { key: 'branch', label: t('Branch'), value: branch },
              ]}
            />
          )}
        </Card>
        {source !== 'template' && <CommitForm reason={reason} onDeploy={start} />}
        <CommitList app={app} reason={reason} busy={deploy.isPending} onDeploy={start} />
      </Stack>
    </AppPage>
  );
}

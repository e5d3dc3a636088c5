import { useSuspenseQuery } from '@tanstack/react-query';
import { t, useUser, type App, type AppBuild } from '@panel/core';
import { useSearchParams } from '@panel/core/router';
import {
  Button,
  ButtonLink,
  ConfirmDialog,
  EmptyState,
  Link,
  Text,
  Badge,
  RelativeTime,
  TaskProgress,
} from '@panel/ui';
import { ListTable, prefetchList, type Column } from '@panel/ui/data';
import {
  appBuildsPath,
  appDashboardQuery,
  BUILD_LIST,
  buildListQuery,
  buildPath,
  buildStatusLabels,
  cannotBuild,
  cannotCancelBuild,
  cannotPublishBuild,
  shortCommit,
  useCancelBuild,
  useDeploy,
  usePublishBuild,
  useAppTaskEnd,
} from '@panel/resources/app';
import { useTaskProgress } from '@panel/resources/task';
import { buildsTitle } from '../app/app.actions.ts';
import { appComponent, prefetchApp } from '../app/app-component.tsx';
import { AppPage } from '../app/app-page.tsx';
import { BuildView } from './build-view.tsx';
import { ReplaceFiles } from './replace-files.tsx';

const own = prefetchApp(() => [appDashboardQuery]);
export const prefetch = (context: Parameters<typeof own>[0]) =>
  Promise.all([
    own(context),
    prefetchList({ list: BUILD_LIST, query: buildListQuery(context.params['id'] ?? '') })(context),
  ]);

/** /manage-app/build: the builds of an application, or one of them with its log. */
export const Component = appComponent(AppBuilds);

const columns = (app: App): readonly Column<AppBuild>[] => [
  {
    key: 'number',
    title: t('Build'),
    render: ({ id, number, is_live, preview_id, branch }) => (
      <>
        <Link to={buildPath(app.id, id)}>{t('Build {number}', { number })}</Link>{' '}
        {is_live && <Badge tone="success">{t('Live')}</Badge>}
        {preview_id !== null && <Badge tone="info">{t('Preview of {branch}', { branch: branch ?? '' })}</Badge>}
      </>
    ),
  },
  {
    key: 'status',
    title: t('Status'),
    render: ({ status }) => <Badge tone={buildStatusLabels[status].tone}>{buildStatusLabels[status].label}</Badge>,
  },
  {
    key: 'commit',
    title: t('Commit'),
    hideBelow: 'md',
    render: ({ commit, commit_message }) =>
      commit ? (
        <span className="p-break">
          <code>{shortCommit(commit)}</code> {commit_message}
        </span>
      ) : (
        '–'
      ),
  },
  {
    key: 'created_at',
    title: t('Started'),
    sortable: true,
    render: ({ created_at }) => <RelativeTime at={created_at} />,
  },
];

function AppBuilds({ app }: { app: App }) {
  const [search] = useSearchParams();
  const buildId = search.get('build');
  const { data: dashboard } = useSuspenseQuery(appDashboardQuery);
  const isAbuse = useUser()?.is_abuse_system ?? false;
  const deploy = useDeploy(app.id);
  const cancel = useCancelBuild();
  const publish = usePublishBuild();
  // The list shows what is live once the task has ended, whoever started it.
  useAppTaskEnd(app);
  const publishing = useTaskProgress(publish.data?.task_id ?? null);
  const isManual = app.type === 'manual';
  const title = buildsTitle(app);
  if (buildId !== null)
    return (
      <AppPage
        app={app}
        title={title}
        actions={
          <ButtonLink icon="arrow-left" to={appBuildsPath(app.id)}>
            {t('All builds')}
          </ButtonLink>
        }
      >
        <BuildView key={buildId} buildId={buildId} />
      </AppPage>
    );
  return (
    <AppPage
      app={app}
      title={title}
      actions={
        !isManual && (
          <Button
            kind="primary"
            icon="refresh"
            loading={deploy.isPending}
            disabledReason={cannotBuild(app, { missing: dashboard.builds_missing, isAbuse })}
            onClick={() => deploy.mutate(undefined)}
          >
            {t('Deploy now')}
          </Button>
        )
      }
    >
      {publishing && <TaskProgress {...publishing} />}
      {isManual && <ReplaceFiles app={app} />}
      <ListTable
        list={BUILD_LIST}
        query={buildListQuery(app.id)}
        panels={['publish']}
        caption={t('Builds')}
        columns={columns(app)}
        rowKey={({ id }: AppBuild) => id}
        rowLabel={({ number }) => t('Build {number}', { number })}
        rowActions={(build, { open }) => [
          { key: 'open', label: t('Open log'), icon: 'eye', to: buildPath(app.id, build.id) },
          {
            key: 'publish',
            label: t('Roll back to this release'),
            icon: 'refresh',
            onSelect: () => open('publish', build.id),
            disabledReason: cannotPublishBuild(app, build),
          },
          {
            key: 'cancel',
            label: t('Cancel build'),
            icon: 'close',
            onSelect: () => cancel.mutate(build.id),
            disabledReason: cannotCancelBuild(build),
          },
        ]}
        empty={() => (
          <EmptyState
            icon="refresh"
            title={t('No builds yet')}
            text={t('Each deployment appears here with its log.')}
          />
        )}
      >
        {({ panel, chosen, close }) =>
          panel === 'publish' &&
          chosen && (
            <ConfirmDialog
              title={t('Publish build {number} again?', { number: chosen.number })}
              confirmLabel={t('Publish this release')}
              busy={publish.isPending}
              disabledReason={cannotPublishBuild(app, chosen)}
              error={publish.error}
              onConfirm={() => publish.mutate(chosen.id, { onSuccess: close })}
              onClose={close}
            >
              <Text as="p">
                {t(
                  'Visitors of {fqdn} get this release at once. Nothing is built, and the release that is live now is kept.',
                  { fqdn: app.fqdn },
                )}
              </Text>
            </ConfirmDialog>
          )
        }
      </ListTable>
    </AppPage>
  );
}

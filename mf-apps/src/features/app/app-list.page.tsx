import { queryClient, t, type PageContext } from '@panel/core';
import { ButtonLink, EmptyState, lazyPanel } from '@panel/ui';
import { ListPage, prefetchList } from '@panel/ui/data';
import {
  appBuildsPath,
  appDashboardQuery,
  appOverviewPath,
  cannotDeleteApp,
  cannotRenameApp,
  cannotUpgradeApp,
  cannotVisitApp,
} from '@panel/resources/app';
import { APP_BIN_PATH } from '@panel/resources/bin';
import { APP_SOURCE, BulkCard, useAppList, withTags } from '@panel/workload/bulk';
import { APP_PANELS, buildsTitle } from './app.actions.ts';
import { AppPanels } from './app-panels.tsx';
import { appColumns } from './app.columns.tsx';

const BulkDialog = lazyPanel(async () => (await import('@panel/workload/bulk-panels')).BulkDialog);

const source = { ...APP_SOURCE, panels: APP_PANELS } as const;
const list = prefetchList(source);
export const prefetch = (context: PageContext) =>
  Promise.all([list(context), queryClient.prefetchQuery(appDashboardQuery)]);

const Create = () => (
  <ButtonLink kind="primary" icon="plus" to="/new-app">
    {t('New application')}
  </ButtonLink>
);

/** /apps: the applications of the account. */
export function Component() {
  const { bulk, shared } = useAppList<(typeof APP_PANELS)[number]>(['deploy', 'license', 'tag', 'untag', 'delete']);
  return (
    <ListPage
      {...source}
      title={t('My Applications')}
      subtitle={t('Front-end and full-stack applications of your account.')}
      actions={({ data, isFiltered }) => (
        <>
          <ButtonLink icon="trash" to={APP_BIN_PATH}>
            {t('Bin')}
          </ButtonLink>
          {(data.totalCount > 0 || isFiltered) && <Create />}
        </>
      )}
      caption={t('Applications')}
      columns={({ data }) => withTags(appColumns, data.pageElements)}
      {...shared}
      rowActions={(app, { open }) => [
        {
          key: 'visit',
          label: t('Open application'),
          icon: 'globe',
          href: app.url,
          disabledReason: cannotVisitApp(app),
        },
        { key: 'manage', label: t('Manage'), icon: 'settings', to: appOverviewPath(app.id) },
        {
          key: 'builds',
          label: buildsTitle(app),
          icon: 'refresh',
          to: appBuildsPath(app.id),
        },
        {
          key: 'rename',
          label: t('Rename'),
          icon: 'edit',
          onSelect: () => open('rename', app.id),
          disabledReason: cannotRenameApp(app),
        },
        {
          key: 'upgrade',
          label: t('Upgrade'),
          icon: 'arrow-up',
          onSelect: () => open('license', app.id),
          disabledReason: cannotUpgradeApp(app),
        },
        { key: 'tags', call: 'tag.save', label: t('Tags'), onSelect: () => open('tags', app.id) },
        {
          key: 'delete',
          label: t('Delete'),
          icon: 'trash',
          danger: true,
          separated: true,
          onSelect: () => open('delete', app.id),
          disabledReason: cannotDeleteApp(app),
        },
      ]}
      above={bulk.id && <BulkCard key={bulk.id} id={bulk.id} binPath={APP_BIN_PATH} onClose={bulk.close} />}
      search={t('Search applications')}
      empty={() => (
        <EmptyState
          preview
          icon="apps"
          title={t('No applications yet')}
          text={t('Start from a template, import a repository or upload a zip. A template is live in a few seconds.')}
          action={<Create />}
        />
      )}
    >
      {({ panel, chosen, close }) => (
        <>
          <AppPanels panel={panel} app={chosen} onClose={close} />
          {bulk.draft && <BulkDialog draft={bulk.draft} onStarted={bulk.started} onClose={bulk.cancel} />}
        </>
      )}
    </ListPage>
  );
}

import { queryClient, t, type PageContext } from '@panel/core';
import { ButtonLink, EmptyState, lazyPanel } from '@panel/ui';
import { ListPage, prefetchList } from '@panel/ui/data';
import {
  APP_LIST,
  appBuildsPath,
  appDashboardQuery,
  appListQuery,
  appOverviewPath,
  cannotDeleteApp,
  cannotRenameApp,
  cannotVisitApp,
} from '@panel/resources/app';
import { appColumns } from './app.columns.tsx';

// The list is opened more often than its panels.
const RenamePanel = lazyPanel(async () => (await import('./app-rename.panel.tsx')).AppRenamePanel);
const DeleteDialog = lazyPanel(async () => (await import('./app-delete.dialog.tsx')).AppDeleteDialog);

const source = { list: APP_LIST, query: appListQuery, panels: ['rename', 'delete'] } as const;
const list = prefetchList(source);
export const prefetch = (context: PageContext) =>
  Promise.all([list(context), queryClient.prefetchQuery(appDashboardQuery)]);

const Create = () => (
  <ButtonLink kind="primary" icon="plus" to="/new-app">
    {t('New application')}
  </ButtonLink>
);

/** /apps: the applications of the account. */
export const Component = () => (
  <ListPage
    {...source}
    title={t('My Applications')}
    subtitle={t('Front-end and full-stack applications of your account.')}
    actions={({ data, isFiltered }) => (data.totalCount > 0 || isFiltered) && <Create />}
    caption={t('Applications')}
    columns={appColumns}
    rowKey={({ id }) => id}
    rowLabel={({ name }) => name}
    rowActions={(app, { open }) => [
      { key: 'visit', label: t('Open application'), icon: 'globe', href: app.url, disabledReason: cannotVisitApp(app) },
      { key: 'manage', label: t('Manage'), icon: 'settings', to: appOverviewPath(app.id) },
      {
        key: 'builds',
        label: app.type === 'manual' ? t('Deploys') : t('Build & Deploy'),
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
        key: 'delete',
        label: t('Delete'),
        icon: 'trash',
        danger: true,
        separated: true,
        onSelect: () => open('delete', app.id),
        disabledReason: cannotDeleteApp(app),
      },
    ]}
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
        {panel === 'rename' && chosen && <RenamePanel app={chosen} onClose={close} />}
        {panel === 'delete' && chosen && <DeleteDialog app={chosen} onClose={close} />}
      </>
    )}
  </ListPage>
);

import { t, type App } from '@panel/core';
import { RelativeTime, ResourceName } from '@panel/ui';
import { healthColumn, type Column } from '@panel/ui/data';
import { appName, appOverviewPath, frameworkLabel, typeLabel } from '@panel/resources/app';
import { LastBuild } from './last-build.tsx';

export const appColumns: readonly Column<App>[] = [
  {
    key: 'name',
    title: t('Name'),
    sortable: true,
    render: (app) => <ResourceName {...appName(app)} to={appOverviewPath(app.id)} />,
  },
  { ...healthColumn, sortable: false },
  { key: 'type', title: t('Type'), sortable: true, hideBelow: 'md', render: typeLabel },
  { key: 'framework', title: t('Framework'), hideBelow: 'xl', render: ({ framework }) => frameworkLabel(framework) },
  { key: 'last_build', title: t('Last build'), hideBelow: 'md', render: LastBuild },
  {
    key: 'created_at',
    title: t('Created'),
    sortable: true,
    hideBelow: 'lg',
    render: ({ created_at }) => <RelativeTime at={created_at} />,
  },
];

import { t, type App } from '@panel/core';
import { Badge, RelativeTime, ResourceName } from '@panel/ui';
import { healthColumn, type Column } from '@panel/ui/data';
import { appOverviewPath, buildStatusLabels, frameworkLabel, typeLabel } from '@panel/resources/app';

function LastBuild({ last_build }: Pick<App, 'last_build'>) {
  if (last_build === null) return <>–</>;
  const { label, tone } = buildStatusLabels[last_build.status];
  return (
    <>
      <Badge tone={tone}>{label}</Badge> <RelativeTime at={last_build.created_at} />
    </>
  );
}

export const appColumns: readonly Column<App>[] = [
  {
    key: 'name',
    title: t('Name'),
    sortable: true,
    render: ({ id, name, fqdn }) => <ResourceName icon="apps" title={name} detail={fqdn} to={appOverviewPath(id)} />,
  },
  healthColumn,
  { key: 'type', title: t('Type'), sortable: true, hideBelow: 'md', render: typeLabel },
  { key: 'framework', title: t('Framework'), hideBelow: 'lg', render: ({ framework }) => frameworkLabel(framework) },
  { key: 'last_build', title: t('Last build'), hideBelow: 'md', render: LastBuild },
  {
    key: 'created_at',
    title: t('Created'),
    sortable: true,
    hideBelow: 'lg',
    render: ({ created_at }) => <RelativeTime at={created_at} />,
  },
];

import { t } from '@panel/core';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, EmptyState, ErrorState, NoMatch, Stack } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import { type ReleaseOverview, releasesQuery, shortVersion } from '@panel/resources/release';
import { ChannelList } from './channel-list.tsx';
import { releaseActions, subjectKey, type Open } from './release.actions.ts';
import { releaseColumns } from './release.columns.tsx';
import { ReleaseFilters } from './release-filters.tsx';
import type { ReleaseView } from './use-release-view.ts';

/** Rows per package while all are shown; a chosen package shows all, paged. */
const NEWEST = 5;

type Props = { data: ReleaseOverview; view: ReleaseView; open: Open; errorOf: (number: string) => string };

function PackageCard({ name, data, view, open, errorOf }: Props & { name: string }) {
  const isOnly = view.package === name;
  const { pageIndex, pageSize } = isOnly ? view.state : { pageIndex: 0, pageSize: NEWEST };
  const {
    data: page,
    error,
    refetch,
    isFetching,
    isPlaceholderData,
  } = useQuery(releasesQuery({ package: name, pageIndex, pageSize }));
  const total = page?.totalCount ?? 0;
  return (
    <Card
      title={name}
      flush
      footer={
        !isOnly &&
        total > NEWEST && (
          <Button size="s" onClick={() => view.show('releases', { package: name })}>
            {t('All {count, plural, one {# release} other {# releases}} of {name}', { count: total, name })}
          </Button>
        )
      }
    >
      <ChannelList data={data} package={name} open={open} />
      <div className="release-table">
        {error && !page ? (
          <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />
        ) : (
          <ResourceTable
            caption={t('Releases of {name}, newest first', { name })}
            columns={releaseColumns(data, errorOf)}
            query={
              page && { rows: page.pageElements, total: isOnly ? total : Math.min(total, NEWEST), pageIndex, pageSize }
            }
            onChange={view.change}
            loading={isPlaceholderData}
            rowKey={subjectKey}
            rowLabel={({ version }) => `${name} ${shortVersion(version)}`}
            rowActions={(release) => releaseActions(data, release, open)}
            empty={<p className="p-text-muted release-none">{t('None of its releases are in the storage.')}</p>}
          />
        )}
      </div>
    </Card>
  );
}

/** All releases by package, newest first, with the policies that roll them out. */
export function ReleaseTab(props: Props) {
  const { data, view } = props;
  const { packages } = data;
  const shown = packages.filter((name) => !view.package || name === view.package);
  if (packages.length === 0)
    return (
      <EmptyState
        icon="rocket"
        title={t('No releases yet')}
        text={t('Publish one with npm run release. It appears here immediately and runs once it’s promoted.')}
      />
    );
  return (
    <Stack gap={5}>
      <div className="p-table-bar">
        <div className="p-filters">
          <ReleaseFilters data={data} view={view} />
        </div>
      </div>
      {shown.length === 0 && <NoMatch onClear={view.clear} text={t('There is no such package.')} />}
      {shown.map((name) => (
        <PackageCard key={name} name={name} {...props} />
      ))}
    </Stack>
  );
}

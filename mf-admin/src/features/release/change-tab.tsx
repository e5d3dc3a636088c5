import { t } from '@panel/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState, ErrorState, Skeleton } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import { changesQuery } from '@panel/resources/release';
import { changeColumns } from './change.columns.tsx';
import type { ReleaseView } from './use-release-view.ts';

/** Who changed what in the registry, and when. */
export function ChangeTab({ view }: { view: ReleaseView }) {
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(changesQuery(view.state));
  if (error && !data) return <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton kind="list" />;
  return (
    <ResourceTable
      caption={t('Registry changes')}
      columns={changeColumns}
      query={{ ...view.state, rows: data.pageElements, total: data.totalCount }}
      onChange={view.change}
      loading={isPlaceholderData}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          icon="clock"
          title={t('No changes yet')}
          text={t('Releases that are published, promoted, held back or turned off appear here, with who did it.')}
        />
      }
    />
  );
}

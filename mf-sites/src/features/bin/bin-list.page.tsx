import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, readListState, useListState, type BinnedSite, type PageContext } from '@panel/core';
import { ButtonLink, EmptyState, lazyPanel, NoMatch, Page } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import { BIN_LIST, BIN_TIME, binListQuery, useRestoreSites } from '@panel/resources/bin';
import { binActions, binBulkActions } from './bin.actions.ts';
import { binColumns } from './bin.columns.tsx';

const BinPurgeDialog = lazyPanel(async () => (await import('./bin-purge.dialog.tsx')).BinPurgeDialog);

export const prefetch = ({ search }: PageContext) =>
  queryClient.prefetchQuery(binListQuery(readListState(search, BIN_LIST)));

const TRAIL = [{ title: 'Dashboard', to: '/dashboard' }, { title: 'My Sites', to: '/sites' }, { title: 'Bin' }];

type Purging = { sites: readonly BinnedSite[]; clear: () => void };

/** /sites/bin: deleted sites, until they are gone. */
export function Component() {
  const { state, change, isFiltered } = useListState(BIN_LIST);
  const { data: list, isFetching } = useSuspenseQuery(binListQuery(state));
  const { mutate: restore } = useRestoreSites();
  const [purging, setPurging] = useState<Purging | null>(null);
  const handlers = (clear: () => void) => ({
    restore: (sites: readonly BinnedSite[]) => {
      clear();
      restore(sites);
    },
    purge: (sites: readonly BinnedSite[]) => setPurging({ sites, clear }),
  });
  const close = () => setPurging(null);
  return (
    <Page
      title="Bin"
      subtitle={`Deleted sites stay here for ${BIN_TIME}. They use disk space, and don’t count as sites of your plan.`}
      breadcrumb={TRAIL}
    >
      <ResourceTable
        caption="Deleted sites"
        columns={binColumns}
        query={{ ...state, rows: list.pageElements, total: list.totalCount }}
        onChange={change}
        loading={isFetching}
        rowKey={({ site_id }) => site_id}
        rowLabel={({ fqdn }) => fqdn}
        rowActions={(site) =>
          binActions(
            site,
            handlers(() => undefined),
          )
        }
        bulkActions={(sites, clear) => binBulkActions(sites, handlers(clear))}
        search={{ label: 'Search the bin', value: state.keyword, onChange: (keyword) => change({ keyword }) }}
        isFiltered={isFiltered}
        empty={
          <EmptyState
            icon="trash"
            title="The bin is empty"
            text={`A site that you delete stays here for ${BIN_TIME}, with its files, database and backups. Until then you can restore it.`}
            action={<ButtonLink to="/sites">Go to your sites</ButtonLink>}
          />
        }
        noMatch={<NoMatch onClear={() => change({ keyword: '' })} />}
      />
      {purging && (
        <BinPurgeDialog
          sites={purging.sites}
          onDone={() => {
            purging.clear();
            close();
          }}
          onClose={close}
        />
      )}
    </Page>
  );
}

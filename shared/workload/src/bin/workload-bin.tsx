import { useState } from 'react';
import { t, useListState, type ListState } from '@panel/core';
import { ButtonLink, EmptyState, lazyPanel, NoMatch, Page } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import { BIN_LIST, BIN_TIME, useRestoreBinned, type BinColumn, type Binned, type BinKind } from '@panel/resources/bin';
import { binActions, binBulkActions } from './bin.actions.ts';
import { binColumns, type NameOf } from './bin.columns.tsx';

const BinPurgeDialog = lazyPanel(async () => (await import('./bin-purge.dialog.tsx')).BinPurgeDialog);

type BinPage<T> = { pageElements: T[]; totalCount: number };
type Props<T extends Binned> = {
  kind: BinKind;
  /** Reads a page of the bin. */
  useBin: (state: ListState<BinColumn>) => { data: BinPage<T>; isFetching: boolean };
  nameOf: NameOf<T>;
};
type Purging = { items: readonly Binned[]; clear: () => void };

const wordsOf = (kind: BinKind) =>
  kind === 'site'
    ? {
        list: { title: t('My Sites'), to: '/sites' },
        subtitle: t('Deleted sites stay here for {time}. They use disk space, and don’t count as sites of your plan.', {
          time: BIN_TIME,
        }),
        caption: t('Deleted sites'),
        one: t('Site'),
        empty: t(
          'A site that you delete stays here for {time}, with its files, database and backups. Until then you can restore it.',
          { time: BIN_TIME },
        ),
        back: t('Go to your sites'),
      }
    : {
        list: { title: t('My Applications'), to: '/apps' },
        subtitle: t(
          'Deleted applications stay here for {time}. They use disk space, and don’t count as applications of your plan.',
          { time: BIN_TIME },
        ),
        caption: t('Deleted applications'),
        one: t('Application'),
        empty: t(
          'An application that you delete stays here for {time}, with its releases, settings and backups. Until then you can restore it.',
          { time: BIN_TIME },
        ),
        back: t('Go to your applications'),
      };

/** Deleted sites or applications, until they are gone. */
export function WorkloadBin<T extends Binned>({ kind, useBin, nameOf }: Props<T>) {
  const { state, change, isFiltered } = useListState(BIN_LIST);
  const { data: list, isFetching } = useBin(state);
  const { mutate: restore } = useRestoreBinned(kind);
  const [purging, setPurging] = useState<Purging | null>(null);
  const words = wordsOf(kind);
  const handlers = (clear: () => void) => ({
    restore: (items: readonly Binned[]) => {
      clear();
      restore(items);
    },
    purge: (items: readonly Binned[]) => setPurging({ items, clear }),
  });
  const close = () => setPurging(null);
  return (
    <Page
      title={t('Bin')}
      subtitle={words.subtitle}
      breadcrumb={[{ title: t('Dashboard'), to: '/dashboard' }, words.list, { title: t('Bin') }]}
    >
      <ResourceTable
        caption={words.caption}
        columns={binColumns(words.one, nameOf)}
        query={{ ...state, rows: list.pageElements, total: list.totalCount }}
        onChange={change}
        loading={isFetching}
        rowKey={({ site_id }) => site_id}
        rowLabel={({ fqdn }) => fqdn}
        rowActions={(item) =>
          binActions(
            item,
            handlers(() => undefined),
          )
        }
        bulkActions={(items, clear) => binBulkActions(items, handlers(clear))}
        search={{ label: t('Search the bin'), value: state.keyword, onChange: (keyword) => change({ keyword }) }}
        isFiltered={isFiltered}
        empty={
          <EmptyState
            icon="trash"
            title={t('The bin is empty')}
            text={words.empty}
            action={<ButtonLink to={words.list.to}>{words.back}</ButtonLink>}
          />
        }
        noMatch={<NoMatch onClear={() => change({ keyword: '' })} />}
      />
      {purging && (
        <BinPurgeDialog
          kind={kind}
          items={purging.items}
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

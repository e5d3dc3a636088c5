import { useQuery } from '@tanstack/react-query';
import {
  ApiError,
  queryClient,
  readListState,
  t,
  useListState,
  usePanelState,
  type DirectoryItem,
  type ExtensionKind,
  type PageContext,
} from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { ButtonLink, EmptyState, ErrorState, NoMatch, Page, SearchInput, Select, Stack } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import {
  BROWSE_LABELS,
  browseOf,
  DIRECTORY_LIST,
  directoryQuery,
  extensionPaths,
  useAddFromDirectory,
} from '@panel/resources/extension';
import { DirectoryDetailsPanel } from './directory-details.panel.tsx';
import { directoryColumns, directoryMenu, isInLibrary, type DirectoryActions } from './directory.columns.tsx';
import { useKind } from './use-kind.ts';

export const directoryPrefetch =
  (kind: ExtensionKind) =>
  ({ search }: PageContext) =>
    queryClient.prefetchQuery(directoryQuery(kind, readListState(search, DIRECTORY_LIST)));

const BROWSE_OPTIONS = (['popular', 'new', 'updated'] as const).map((value) => ({
  value,
  label: BROWSE_LABELS[value],
}));

/** /plugins/directory and /themes/directory: what can be added to the library without a zip file. */
export function DirectoryList() {
  const kind = useKind();
  const navigate = useNavigate();
  const { state, change } = useListState(DIRECTORY_LIST);
  const { data, error, isFetching, refetch } = useQuery(directoryQuery(kind, state));
  const { panel, of, open, close } = usePanelState(['details']);
  const add = useAddFromDirectory(kind);
  const paths = extensionPaths(kind);
  const actions: DirectoryActions = {
    onDetails: (slug) => open('details', slug),
    onAdd: (slug) => add.mutate(slug),
    onInstall: (item: DirectoryItem) =>
      isInLibrary(item)
        ? void navigate(paths.select(item.in_library?.id ?? ''))
        : add.mutate(item.slug, { onSuccess: ({ data: added }) => void navigate(paths.select(added.id)) }),
  };
  const search = {
    label: t('Search the directory'),
    value: state.keyword,
    onChange: (keyword: string) => change({ keyword }),
  };
  const isOff = error instanceof ApiError && error.code === 'DIRECTORY_OFF';
  return (
    <Page
      title={t('Directory of {kind, select, plugin {plugins} other {themes}}', { kind })}
      subtitle={t(
        'Add a {kind, select, plugin {plugin} other {theme}} to your library, then install it on many sites.',
        {
          kind,
        },
      )}
      actions={<ButtonLink to={paths.library}>{t('Library')}</ButtonLink>}
    >
      {isOff && (
        <EmptyState
          icon={kind}
          title={t('There is no directory here')}
          text={t(
            'Your provider has not connected a directory. You can upload the zip file of a {kind, select, plugin {plugin} other {theme}} to your library.',
            { kind },
          )}
          action={<ButtonLink to={paths.library}>{t('Open library')}</ButtonLink>}
        />
      )}
      {error && !isOff && (
        <Stack gap={4}>
          <SearchInput {...search} />
          <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
        </Stack>
      )}
      {!error && (
        <ResourceTable
          caption={t('The {kind, select, plugin {plugins} other {themes}} of the directory', { kind })}
          columns={directoryColumns(kind)}
          query={data && { ...state, rows: data.pageElements, total: data.totalCount }}
          onChange={change}
          rowKey={({ slug }) => slug}
          rowLabel={({ name }) => name}
          rowActions={(item) => directoryMenu(kind, item, actions)}
          loading={isFetching || add.isPending}
          search={search}
          filters={
            state.keyword === '' && (
              <Select
                aria-label={t('Show')}
                options={BROWSE_OPTIONS}
                value={browseOf(state)}
                onChange={(browse) => change({ filters: { browse: browse && browse !== 'popular' ? [browse] : [] } })}
              />
            )
          }
          empty={
            <EmptyState
              icon={kind}
              title={t('The directory is empty')}
              text={t('It has no {kind, select, plugin {plugins} other {themes}} yet.', { kind })}
            />
          }
          noMatch={
            <NoMatch
              text={t('The directory has nothing with these words.')}
              onClear={() => change({ keyword: '', filters: { browse: [] } })}
            />
          }
        />
      )}
      {panel === 'details' && of && (
        <DirectoryDetailsPanel kind={kind} slug={of} actions={actions} isBusy={add.isPending} onClose={close} />
      )}
    </Page>
  );
}

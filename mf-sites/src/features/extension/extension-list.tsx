import { useSuspenseQuery } from '@tanstack/react-query';
import {
  queryClient,
  readListState,
  useListState,
  usePanelState,
  type ExtensionKind,
  type PageContext,
  t,
} from '@panel/core';
import { ButtonLink, EmptyState, NoMatch, Page } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import { EXTENSION_LIST, extensionPaths, libraryQuery, useAddFromDirectory } from '@panel/resources/extension';
import { ExtensionRemoveDialog } from './extension-remove.dialog.tsx';
import { ExtensionUpload } from './extension-upload.tsx';
import { libraryActions, libraryColumns } from './extension.columns.tsx';
import { useKind } from './use-kind.ts';

export const libraryPrefetch =
  (kind: ExtensionKind) =>
  ({ search }: PageContext) =>
    queryClient.prefetchQuery(libraryQuery(kind, readListState(search, EXTENSION_LIST)));

/** /plugins and /themes: the versions in the library. */
export function ExtensionList() {
  const kind = useKind();
  const { state, change, isFiltered } = useListState(EXTENSION_LIST);
  const { data } = useSuspenseQuery(libraryQuery(kind, state));
  const { panel, of, open, close } = usePanelState(['remove']);
  const removing = panel === 'remove' && data.pageElements.find(({ id }) => id === of);
  const hasAny = data.totalCount > 0 || isFiltered;
  const directory = data.has_directory && (
    <ButtonLink icon="search" to={extensionPaths(kind).directory}>
      {t('Directory')}
    </ButtonLink>
  );
  const add = useAddFromDirectory(kind);
  const upload = <ExtensionUpload key={kind} kind={kind} />;
  return (
    <Page
      title={kind === 'plugin' ? t('Plugins') : t('Themes')}
      subtitle={t('Upload a {kind, select, plugin {plugin} other {theme}} once, then install it on many sites.', {
        kind,
      })}
      actions={
        <>
          <ButtonLink to={extensionPaths(kind).installed}>
            {t('Installed {kind, select, plugin {plugins} other {themes}}', { kind })}
          </ButtonLink>
          {hasAny && directory}
          {hasAny && upload}
        </>
      }
    >
      <ResourceTable
        caption={t('The {kind, select, plugin {plugins} other {themes}} in your library', { kind })}
        columns={libraryColumns(kind)}
        query={{ ...state, rows: data.pageElements, total: data.totalCount }}
        onChange={change}
        rowKey={({ id }) => id}
        rowLabel={({ name, version }) => `${name} ${version}`}
        rowActions={(row) =>
          libraryActions(kind, row, { onRemove: () => open('remove', row.id), onUpdate: () => add.mutate(row.slug) })
        }
        search={{
          label: t('Search {kind, select, plugin {plugins} other {themes}}', { kind }),
          value: state.keyword,
          onChange: (keyword) => change({ keyword }),
        }}
        isFiltered={isFiltered}
        empty={
          <EmptyState
            icon={kind}
            preview
            title={t('No {kind, select, plugin {plugins} other {themes}} in your library', { kind })}
            text={t(
              'Upload the zip file of a {kind, select, plugin {plugin} other {theme}}. We check it, keep each version, and install it on the sites that you choose.',
              { kind },
            )}
            action={
              <>
                {upload}
                {directory}
              </>
            }
          />
        }
        noMatch={<NoMatch onClear={() => change({ keyword: '' })} />}
      />
      {removing && <ExtensionRemoveDialog kind={kind} extension={removing} onClose={close} />}
    </Page>
  );
}

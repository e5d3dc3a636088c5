import { useState } from 'react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import {
  queryClient,
  readListState,
  useListState,
  usePanelState,
  type ExtensionKind,
  type InstalledExtension,
  type PageContext,
  t,
  Trans,
} from '@panel/core';
import { Banner, Button, ButtonLink, EmptyState, NoMatch, Page, RelativeTime } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import {
  ACTION_LABELS,
  EXTENSION_LIST,
  extensionPaths,
  installedQuery,
  openPlansQuery,
  runSubject,
  useCheckInstalled,
} from '@panel/resources/extension';
import { ExtensionChangeDialog } from './extension-change.dialog.tsx';
import { installedColumns } from './extension.columns.tsx';
import { installedActions, installedBulkActions, type ItemAction } from './installed.actions.ts';
import { InstalledSitesPanel } from './installed-sites.panel.tsx';
import { useKind } from './use-kind.ts';

export const installedPrefetch =
  (kind: ExtensionKind) =>
  ({ search }: PageContext) =>
    queryClient.prefetchQuery(installedQuery(kind, readListState(search, EXTENSION_LIST)));

/** /plugins/installed-plugins and /themes/installed-themes: what is installed, over all sites. */
export function InstalledList() {
  const kind = useKind();
  const { state, change, isFiltered } = useListState(EXTENSION_LIST);
  const { data } = useSuspenseQuery(installedQuery(kind, state));
  const check = useCheckInstalled(kind);
  const { panel, of, open, close } = usePanelState(['sites']);
  const [changing, setChanging] = useState<{ action: ItemAction; items: readonly InstalledExtension[] } | null>(null);
  const shown = panel === 'sites' ? data.pageElements.find(({ slug }) => slug === of) : undefined;
  const checkNow = (
    <Button icon="refresh" loading={check.isPending} onClick={() => check.mutate()}>
      {t('Check now')}
    </Button>
  );
  return (
    <Page
      title={t('Installed {kind, select, plugin {plugins} other {themes}}', { kind })}
      subtitle={
        data.checked_at ? (
          <Trans
            id="As found on your sites. The oldest check was <0/>."
            parts={[() => <RelativeTime at={data.checked_at ?? ''} />]}
          />
        ) : (
          t('As found on your sites.')
        )
      }
      actions={
        <>
          <ButtonLink to={extensionPaths(kind).library}>{t('Library')}</ButtonLink>
          {checkNow}
        </>
      }
      banner={
        <>
          <OpenPlans kind={kind} />
          <Unchecked sites={data.unchecked} />
        </>
      }
    >
      <ResourceTable
        caption={t('The {kind, select, plugin {plugins} other {themes}} on your sites', { kind })}
        columns={installedColumns(kind)}
        query={{ ...state, rows: data.pageElements, total: data.totalCount }}
        onChange={change}
        rowKey={({ slug }) => slug}
        rowLabel={({ name, slug }) => name || slug}
        rowActions={(row) =>
          installedActions(kind, row, {
            onSites: () => open('sites', row.slug),
            onChange: (action) => setChanging({ action, items: [row] }),
          })
        }
        bulkActions={(items) => installedBulkActions(kind, items, (action) => setChanging({ action, items }))}
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
            title={t('No {kind, select, plugin {plugins} other {themes}} found yet', { kind })}
            text={t(
              'The {kind, select, plugin {plugins} other {themes}} of your WordPress sites appear here, with their versions, once your sites have been checked.',
              { kind },
            )}
            action={checkNow}
          />
        }
        noMatch={<NoMatch onClear={() => change({ keyword: '' })} />}
      />
      {shown && <InstalledSitesPanel item={shown} onClose={close} />}
      {changing && <ExtensionChangeDialog kind={kind} {...changing} onClose={() => setChanging(null)} />}
    </Page>
  );
}

/** Plans that the customer has left. */
function OpenPlans({ kind }: { kind: ExtensionKind }) {
  const { data: plans = [] } = useQuery(openPlansQuery(kind));
  return plans.map((plan) => (
    <Banner
      key={plan.id}
      kind={plan.state === 'running' ? 'info' : 'warning'}
      title={`${ACTION_LABELS[plan.action].doing} ${runSubject(plan)}`}
      action={
        <ButtonLink to={extensionPaths(kind).done(plan.id)}>
          {plan.state === 'running' ? t('Progress') : t('Decide')}
        </ButtonLink>
      }
    >
      {plan.state === 'running'
        ? t('Your sites are changed one wave after the other.')
        : t('Paused: it waits for your decision.')}
    </Banner>
  ));
}

const NAMED = 3;

/** Sites that are missing in the list, or whose rows are from an older check. */
function Unchecked({ sites }: { sites: readonly { fqdn: string; reason: string | null }[] }) {
  if (sites.length === 0) return null;
  const named = sites.slice(0, NAMED).map(({ fqdn }) => fqdn);
  const rest = sites.length - named.length;
  const reason = sites.find((site) => site.reason)?.reason;
  return (
    <Banner
      kind={reason ? 'warning' : 'info'}
      title={reason ? t('Some sites could not be checked') : t('Some sites are not checked yet')}
    >
      {named.join(', ')}
      {rest > 0 && t(' and {rest} more', { rest })}
      {reason ? `. ${reason}` : t('. Check them now, or open this page again in a minute.')}
    </Banner>
  );
}

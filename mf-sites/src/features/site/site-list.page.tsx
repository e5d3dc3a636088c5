import { Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { queryClient, readListState, usePanelState, type PageContext, t } from '@panel/core';
import { ButtonLink, Card, EmptyState, lazyPanel, NoMatch, Page, SegmentedControl, Select } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import {
  CREATE_SITE_PATH,
  environmentFilter,
  SITE_LIST,
  siteListQuery,
  siteSelection,
  siteSummaryQuery,
  siteKey,
  statusFilter,
  useBulkChange,
  useFreshSummary,
  useSiteList,
  useSiteTasks,
} from '@panel/resources/site';
import { BIN_PATH } from '@panel/resources/bin';
import { workloadTagsQuery } from '@panel/resources/bulk';
import { fleetPaths } from '@panel/resources/fleet';
import { healthFilter } from '@panel/resources/workload';
import { useAdminLogin } from '@panel/resources/site-tool';
import { BulkCard, TagFilter, useBulk, withTags } from '@panel/workload/bulk';
import { BulkProgressCard } from './bulk-progress.card.tsx';
import { QuotaCard } from './quota-card.tsx';
import { ResumeCreation } from '../create/resume-creation.tsx';
import { siteActions, siteTaskActions, SITE_PANELS } from './site.actions.ts';
import { siteColumns, siteTileColumns } from './site.columns.tsx';
import { SitePanels } from './site-panels.tsx';
import { SiteSummaryCard } from './site-summary.card.tsx';
import { SITE_VIEWS, useSiteView } from './use-site-view.ts';

// Lists are opened more often than dialogs.
const BulkDialog = lazyPanel(async () => (await import('@panel/workload/bulk-panels')).BulkDialog);

const LIST = { ...SITE_LIST, filters: ['status', 'health', 'environment', 'tag'] } as const;

const VIEWS = SITE_VIEWS.map((value) => ({ value, label: value === 'table' ? t('Table') : t('Tiles') }));

export function prefetch({ search }: PageContext) {
  return Promise.all([
    queryClient.prefetchQuery(siteListQuery(readListState(search, LIST))),
    queryClient.prefetchQuery(siteSummaryQuery),
  ]);
}

const CreateSite = () => (
  <ButtonLink kind="primary" icon="plus" to={CREATE_SITE_PATH}>
    {t('Create site')}
  </ButtonLink>
);

export function Component() {
  const { state, change, isFiltered, data, table } = useSiteList(LIST);
  useFreshSummary(data);
  const { panel, of, open, close } = usePanelState(SITE_PANELS);
  const { logIn } = useAdminLogin();
  const [view, setView] = useSiteView();
  const { started, show, close: closeStarted } = useSiteTasks();
  const bulk = useBulk('site', ['license', 'tag', 'untag', 'delete']);
  const { data: tags = [] } = useQuery(workloadTagsQuery('site'));
  const start = useBulkChange(show);
  const setFilter = (filter: Record<string, string[]>) => change({ filters: { ...state.filters, ...filter } });
  const clear = () => change({ keyword: '', filters: { status: [], health: [], environment: [], tag: [] } });
  // Totals of an empty list are meaningless.
  const hasSites = data.totalCount > 0 || isFiltered;
  return (
    <Page
      title={t('My Sites')}
      actions={
        <>
          <ButtonLink icon="trash" to={BIN_PATH}>
            {t('Bin')}
          </ButtonLink>
          {hasSites && (
            <ButtonLink icon="refresh" to={fleetPaths('/sites').list}>
              {t('Change many sites')}
            </ButtonLink>
          )}
          {hasSites && <CreateSite />}
        </>
      }
    >
      <ResumeCreation />
      {hasSites && (
        <Suspense fallback={<Card className="site-summary-card">{null}</Card>}>
          <SiteSummaryCard />
        </Suspense>
      )}
      {hasSites && <QuotaCard />}
      {started.kind && <BulkProgressCard kind={started.kind} items={started.items} onClose={closeStarted} />}
      {bulk.id && <BulkCard key={bulk.id} id={bulk.id} binPath={BIN_PATH} onClose={bulk.close} />}
      <ResourceTable
        {...table}
        caption={t('Your sites')}
        columns={withTags(view === 'tiles' ? siteTileColumns : siteColumns, data.pageElements)}
        layout={view}
        rowActions={(site) => siteActions(site, open, logIn)}
        selectsAll
        bulkActions={(sites, clear, isAll) => [
          ...siteTaskActions(sites, {
            isAll,
            onChange: (kind) => start.mutate({ kind, sites }, { onSuccess: clear }),
          }),
          ...bulk.actionsOn({
            ...siteSelection(state, data, { sites, isAll }),
            clear,
          }),
        ]}
        search={{ label: t('Search sites'), value: state.keyword, onChange: (keyword) => change({ keyword }) }}
        filters={
          <>
            <Select {...statusFilter(state.filters['status'] ?? [], (status) => setFilter({ status }))} />
            <Select {...healthFilter(state.filters['health'] ?? [], (health) => setFilter({ health }))} />
            <Select
              {...environmentFilter(state.filters['environment'] ?? [], (environment) => setFilter({ environment }))}
            />
            <TagFilter tags={tags} value={state.filters['tag']?.[0]} onChange={(tag) => setFilter({ tag })} />
            <SegmentedControl label={t('View')} segments={VIEWS} value={view} onChange={setView} />
          </>
        }
        empty={
          <EmptyState
            icon="sites"
            preview
            title={t('No sites yet')}
            text={t(
              'Create a WordPress site for your pages, blog or shop at an address you choose. It’s ready in about a minute.',
            )}
            action={<CreateSite />}
          />
        }
        noMatch={<NoMatch onClear={clear} />}
      />
      <SitePanels panel={panel} site={data.pageElements.find((site) => siteKey(site) === of)} onClose={close} />
      {bulk.draft && <BulkDialog draft={bulk.draft} onStarted={bulk.started} onClose={bulk.cancel} />}
    </Page>
  );
}

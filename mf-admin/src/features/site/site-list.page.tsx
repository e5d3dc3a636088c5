import { useQuery } from '@tanstack/react-query';
import { queryClient, readListState, usePanelState, type PageContext, t } from '@panel/core';
import { EmptyState, NoMatch, Page } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import { workloadTagsQuery } from '@panel/resources/bulk';
import { SITE_LIST, siteKey, siteListQuery, siteSelection, useSiteList } from '@panel/resources/site';
import { BulkCard, useBulk, withTags } from '@panel/workload/bulk';
import { BulkDialogs } from '../bulk/bulk-dialogs.tsx';
import { ViewsMenu } from '../view/views-menu.tsx';
import { siteActions, SITE_PANELS } from './site.actions.ts';
import { siteColumns } from './site.columns.tsx';
import { SiteFilters } from './site-filters.tsx';
import { SitePanels } from './site-panels.tsx';

const LIST = {
  ...SITE_LIST,
  filters: ['status', 'health', 'environment', 'warning', 'type', 'customer', 'tag'],
} as const;

export const prefetch = ({ search }: PageContext) =>
  queryClient.prefetchQuery(siteListQuery(readListState(search, LIST)));

/** /admin/sites: all sites of the partner. */
export function Component() {
  const { state, change, data, table } = useSiteList(LIST);
  const { panel, of, open, close, hrefOf } = usePanelState(SITE_PANELS);
  const bulk = useBulk('site', ['license', 'move', 'tag', 'untag', 'delete']);
  const { data: tags = [] } = useQuery(workloadTagsQuery('site'));
  return (
    <Page
      title={t('Sites')}
      subtitle={t('All sites of your customers.')}
      actions={<ViewsMenu list="sites" defaults={LIST} state={state} change={change} />}
    >
      {bulk.id && <BulkCard key={bulk.id} id={bulk.id} onClose={bulk.close} />}
      <ResourceTable
        {...table}
        caption={t('Sites of all customers')}
        columns={withTags(
          siteColumns((site) => hrefOf('details', siteKey(site))),
          data.pageElements,
        )}
        selectsAll
        bulkActions={(sites, clear, isAll) =>
          bulk.actionsOn({
            ...siteSelection(state, data, { sites, isAll }),
            clear,
          })
        }
        rowActions={(site) => siteActions(site, open, (id) => change({ filters: { customer: [id] } }))}
        search={{
          label: t('Search by address or customer'),
          value: state.keyword,
          onChange: (keyword) => change({ keyword }),
        }}
        filters={<SiteFilters filters={state.filters} tags={tags} onChange={(filters) => change({ filters })} />}
        empty={
          <EmptyState
            icon="sites"
            preview
            title={t('No sites yet')}
            text={t('Sites appear here when your customers create them.')}
          />
        }
        noMatch={
          <NoMatch
            onClear={() =>
              change({
                keyword: '',
                filters: { status: [], health: [], environment: [], warning: [], type: [], customer: [], tag: [] },
              })
            }
          />
        }
      />
      <SitePanels
        panel={panel}
        site={data.pageElements.find((site) => siteKey(site) === of)}
        onLogIn={() => of && open('log-in', of)}
        onClose={close}
      />
      <BulkDialogs bulk={bulk} />
    </Page>
  );
}

import { t } from '@panel/core';
import { EmptyState, NoMatch, Text } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import { isProblem, judge, type ReleaseOverview } from '@panel/resources/release';
import { runningActions, subjectKey, type Open } from './release.actions.ts';
import { ReleaseFilters } from './release-filters.tsx';
import { runningColumns } from './running.columns.tsx';
import { pageOf, type ReleaseView } from './use-release-view.ts';

type Props = {
  data: ReleaseOverview;
  view: ReleaseView;
  open: Open;
  hrefOf: (panel: 'details' | 'error', of: string) => string;
};

/** What visitors of each partner get now, problems first. */
export function RunningTab({ data, view, open, hrefOf }: Props) {
  const rows = judge(
    data,
    data.running.filter(
      (row) => (!view.partner || row.partner === view.partner) && (!view.package || row.package === view.package),
    ),
  );
  const problems = rows.filter(isProblem).length;
  return (
    <ResourceTable
      caption={t('What runs: one row per partner and package, problems first')}
      columns={runningColumns(data, {
        detailsOf: ({ package: name, partner }) => hrefOf('details', subjectKey({ package: name, partner })),
        errorOf: (number) => hrefOf('error', number),
      })}
      query={pageOf(rows, view.state)}
      onChange={view.change}
      rowKey={({ package: name, partner }) => subjectKey({ package: name, partner })}
      rowLabel={({ package: name, partner }) => t('{name} of {partner}', { name, partner })}
      rowActions={(row) => runningActions(data, row, open)}
      toolbar={
        <>
          <div className="p-filters">
            <ReleaseFilters data={data} view={view} byPartner />
          </div>
          <Text size="s" tone="muted">
            {problems > 0 && (
              <Text tone="warning" weight="medium">
                {t(
                  '{problems, plural, one {# problem} other {# problems}} of {rows, plural, one {# row} other {# rows}}, first in the list.',
                  { problems, rows: rows.length },
                )}
              </Text>
            )}
            {problems === 0 && rows.length > 0 && t('No problems.')} {t('Loads and errors are of the last 30 days.')}
          </Text>
        </>
      }
      isFiltered={view.partner !== '' || view.package !== ''}
      empty={
        <EmptyState
          icon="rocket"
          title={t('Nothing is served yet')}
          text={t('Once a release is promoted, each partner’s running version appears here.')}
        />
      }
      noMatch={<NoMatch onClear={view.clear} text={t('No partner and package match.')} />}
    />
  );
}

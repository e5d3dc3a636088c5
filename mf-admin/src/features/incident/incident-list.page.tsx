import { t } from '@panel/core';
import { ButtonLink, EmptyState, Inline } from '@panel/ui';
import { ListPage, prefetchList } from '@panel/ui/data';
import { INCIDENT_LIST, incidentListQuery, type IncidentRow } from '@panel/resources/incident';
import { incidentColumns, WRITE } from './incident.columns.tsx';

const source = {
  list: INCIDENT_LIST,
  query: incidentListQuery,
  rowKey: ({ id }: IncidentRow) => id,
} as const;
export const prefetch = prefetchList(source);

const Report = () => (
  <ButtonLink kind="primary" icon="plus" call="incident.create" to={WRITE}>
    {t('Report something')}
  </ButtonLink>
);

/** /admin/status: incidents and planned maintenance of the partner's public status page. */
export function Component() {
  return (
    <ListPage
      {...source}
      title={t('Status page')}
      subtitle={t('Incidents and planned maintenance that everybody sees on your status page, without signing in.')}
      actions={() => (
        <Inline>
          <ButtonLink href="/status" newTab>
            {t('Open the status page')}
          </ButtonLink>
          <Report />
        </Inline>
      )}
      caption={t('Incidents and maintenance')}
      columns={incidentColumns}
      rowLabel={({ title }) => title}
      search={t('Search incidents')}
      empty={() => (
        <EmptyState
          icon="info"
          preview
          title={t('No incidents yet')}
          text={t('Tell your customers what isn’t working and what you’re doing about it.')}
          action={<Report />}
        />
      )}
    />
  );
}

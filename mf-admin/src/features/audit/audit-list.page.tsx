import { Suspense } from 'react';
import { AUDIT_LISTED_MAX } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { Button, ButtonLink, EmptyState } from '@panel/ui';
import { ListPage, prefetchList } from '@panel/ui/data';
import { AUDIT_LIST, auditExportAddress, auditListQuery, auditTitle } from '@panel/resources/audit';
import { ViewsMenu } from '../view/views-menu.tsx';
import { AuditCheckPanel } from './audit-check.panel.tsx';
import { AuditDetails } from './audit-details.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditRetentionPanel } from './audit-retention.panel.tsx';
import { auditColumns } from './audit.columns.tsx';

const source = { list: AUDIT_LIST, query: auditListQuery, panels: ['details', 'check', 'retention'] } as const;
export const prefetch = prefetchList(source);

/** /admin/audit: who changed what. */
export const Component = () => (
  <ListPage
    {...source}
    title={t('Audit log')}
    subtitle={({ data }) =>
      data.totalCount < AUDIT_LISTED_MAX
        ? t('Who changed what, and from where.')
        : t('The newest {most} lines. Filter by day to see older ones, or export them.', { most: AUDIT_LISTED_MAX })
    }
    actions={({ state, open, change }) => (
      <>
        <ViewsMenu list="audit" defaults={AUDIT_LIST} state={state} change={change} />
        <ButtonLink icon="download" href={auditExportAddress(state, 'csv')}>
          {t('Export as CSV')}
        </ButtonLink>
        <ButtonLink icon="download" href={auditExportAddress(state, 'jsonl')}>
          {t('Export as JSON lines')}
        </ButtonLink>
        <Button icon="calendar" call="audit.saveSettings" onClick={() => open('retention')}>
          {t('Retention')}
        </Button>
        <Button icon="shield" onClick={() => open('check')}>
          {t('Check the log')}
        </Button>
      </>
    )}
    caption={t('Lines of the audit log')}
    columns={({ hrefOf }) => auditColumns(({ id }) => hrefOf('details', id))}
    rowKey={({ id }) => id}
    rowLabel={auditTitle}
    search={t('Search by action, person, object or address')}
    filters={({ state, change }) => (
      <AuditFilters filters={state.filters} onChange={(filters) => change({ filters })} />
    )}
    empty={() => (
      <EmptyState
        icon="book"
        preview
        title={t('Nothing was changed yet')}
        text={t('Changes by you, your customers and their API tokens appear here.')}
      />
    )}
  >
    {({ panel, chosen, close }) => (
      <Suspense fallback={null}>
        {panel === 'details' && chosen && <AuditDetails line={chosen} onClose={close} />}
        {panel === 'check' && <AuditCheckPanel onClose={close} />}
        {panel === 'retention' && <AuditRetentionPanel onClose={close} />}
      </Suspense>
    )}
  </ListPage>
);

import { t } from '@panel/core';
import { ButtonLink, EmptyState, RelativeTime, Stack, Text } from '@panel/ui';
import { ListPage, prefetchList, type Column } from '@panel/ui/data';
import {
  activityQuery,
  AUDIT_LIST,
  auditExportAddress,
  auditTitle,
  auditWho,
  type AuditLine,
} from '@panel/resources/audit';

const source = { list: AUDIT_LIST, query: activityQuery } as const;
export const prefetch = prefetchList(source);

const columns: readonly Column<AuditLine>[] = [
  {
    key: 'action',
    title: t('Action'),
    render: (line) => (
      <Stack gap={1}>
        <Text>{auditTitle(line)}</Text>
        {line.changes.map(({ field, before, after }) => (
          <Text key={field} size="s" tone="muted" className="p-break">
            {t('{field}: {before} → {after}', { field, before: before || '–', after: after || '–' })}
          </Text>
        ))}
      </Stack>
    ),
  },
  { key: 'who', title: t('Who'), width: '240px', render: (line) => <Text className="p-break">{auditWho(line)}</Text> },
  {
    key: 'ip',
    title: t('From'),
    hideBelow: 'md',
    render: ({ ip, browser, system }) => <Text tone="soft">{[ip, browser, system].filter(Boolean).join(', ')}</Text>,
  },
  { key: 'created_at', title: t('When'), render: ({ created_at }) => <RelativeTime at={created_at} /> },
];

/** /my-account/activity: what was changed in the account, by whom. */
export const Component = () => (
  <ListPage
    {...source}
    title={t('Activity')}
    subtitle={t('What was changed in your account, by you or by support.')}
    actions={({ isEmpty, state }) =>
      !isEmpty && (
        <ButtonLink icon="download" href={auditExportAddress(state, 'csv')}>
          {t('Export as CSV')}
        </ButtonLink>
      )
    }
    caption={t('Activity')}
    columns={columns}
    rowKey={({ id }) => id}
    rowLabel={auditTitle}
    search={t('Search activity')}
    empty={() => (
      <EmptyState
        icon="book"
        preview
        title={t('Nothing was changed yet')}
        text={t('Changes to your account and sites will appear here.')}
      />
    )}
  />
);

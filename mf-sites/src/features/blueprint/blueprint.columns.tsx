import { t, told } from '@panel/core';
import type { Blueprint } from '@panel/core';
import { Badge, formatBytes, formatOrDash, Inline, Stack, StatusBadge, Text } from '@panel/ui';
import { createdColumn, statusColumn, type Column } from '@panel/ui/data';
import { contentsLabel } from '@panel/resources/blueprint';

export const blueprintColumns: readonly Column<Blueprint>[] = [
  {
    key: 'name',
    title: t('Blueprint'),
    sortable: true,
    render: ({ name, error, site_fqdn, is_offered, can_change }) => (
      <Stack gap={1}>
        <Inline gap={2}>
          <Text weight="medium" className="p-break">
            {name}
          </Text>
          {is_offered && (
            <Badge tone="accent">{can_change ? t('Offered to all customers') : t('From your provider')}</Badge>
          )}
        </Inline>
        {site_fqdn && (
          <Text size="s" tone="muted" className="p-break">
            {t('Made from {site_fqdn}', { site_fqdn })}
          </Text>
        )}
        {error && (
          <Text size="s" tone="danger">
            {told(error)}
          </Text>
        )}
      </Stack>
    ),
  },
  { ...statusColumn, sortable: false, render: ({ status }) => <StatusBadge status={status} kind="task" /> },
  {
    key: 'contents',
    title: t('Contains'),
    width: '220px',
    hideBelow: 'md',
    render: (blueprint) => <Text tone="soft">{contentsLabel(blueprint)}</Text>,
  },
  {
    key: 'wp_version',
    title: t('WordPress'),
    width: '112px',
    hideBelow: 'lg',
    render: ({ wp_version }) => <Text tone="soft">{wp_version ?? '-'}</Text>,
  },
  {
    key: 'size',
    title: t('Size'),
    align: 'end',
    width: '104px',
    hideBelow: 'md',
    render: ({ size }) => formatOrDash(size, formatBytes),
  },
  createdColumn,
];

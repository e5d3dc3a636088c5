import { t } from '@panel/core';
import type { Backup } from '@panel/core';
import { formatBytes, formatOrDash, Stack, StatusBadge, Text } from '@panel/ui';
import { createdColumn, statusColumn, type Column } from '@panel/ui/data';
import { typeLabel } from '@panel/resources/backup';
import { BackupProof } from './backup-proof.tsx';

export const backupColumns: readonly Column<Backup>[] = [
  {
    key: 'name',
    title: t('Backup'),
    sortable: true,
    render: ({ name, error }) => (
      <Stack gap={1}>
        <Text weight="medium" className="p-break">
          {name}
        </Text>
        {error && (
          <Text size="s" tone="danger">
            {error}
          </Text>
        )}
      </Stack>
    ),
  },
  { ...statusColumn, render: ({ status }) => <StatusBadge status={status} kind="task" /> },
  {
    key: 'type',
    title: t('Type'),
    sortable: true,
    width: '148px',
    hideBelow: 'md',
    render: ({ type }) => <Text tone="soft">{typeLabel(type)}</Text>,
  },
  {
    key: 'size',
    title: t('Size'),
    sortable: true,
    align: 'end',
    width: '104px',
    hideBelow: 'md',
    render: ({ size }) => formatOrDash(size, formatBytes),
  },
  {
    key: 'proof',
    title: t('Restore tested'),
    width: '208px',
    render: (backup) => <BackupProof backup={backup} />,
  },
  createdColumn,
];

import { t } from '@panel/core';
import type { Backup } from '@panel/core';
import { formatBytes, formatOrDash, Stack, StatusBadge, Text } from '@panel/ui';
import { createdColumn, statusColumn, type Column } from '@panel/ui/data';
import { typeLabel } from '@panel/resources/backup';
import type { Workload } from '@panel/resources/workload';
import { BackupProof } from './backup-proof.tsx';

/** What a backup of an application holds; its size is that of the archive, which is compressed. */
const holdsColumn: Column<Backup> = {
  key: 'holds',
  title: t('Holds'),
  width: '176px',
  hideBelow: 'md',
  render: ({ status, database }) =>
    status !== 'succeeded' ? (
      '–'
    ) : database ? (
      <Stack gap={1}>
        {t('Files and database')}
        <Text size="s" tone="muted">
          {t('Database: {size}', { size: formatBytes(database.bytes) })}
        </Text>
      </Stack>
    ) : (
      t('Files, no database')
    ),
};

const columnsOf = (kind: Workload['kind']): readonly Column<Backup>[] => [
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
  ...(kind === 'app' ? [holdsColumn] : []),
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

// The same for each rendering: a table with other columns is another table.
const COLUMNS: Readonly<Record<Workload['kind'], readonly Column<Backup>[]>> = {
  site: columnsOf('site'),
  app: columnsOf('app'),
};

/** The columns of the backups of a site or an application. */
export const backupColumns = ({ kind }: Pick<Workload, 'kind'>): readonly Column<Backup>[] => COLUMNS[kind];

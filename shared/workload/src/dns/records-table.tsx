import { useState } from 'react';
import { readableText, recordData, recordKey } from '@panel/contract/schemas';
import { t, type DnsRecord } from '@panel/core';
import { Badge, Button, EmptyState, NoMatch, Text } from '@panel/ui';
import { ResourceTable, type Column } from '@panel/ui/data';
import { recordLabel, ttlLabel } from '@panel/resources/dns';

const PAGE_SIZE = 50;

const columns: readonly Column<DnsRecord>[] = [
  { key: 'type', title: t('Type'), width: '96px', render: ({ type }) => <Badge>{type}</Badge> },
  { key: 'name', title: t('Name'), width: '24%', render: ({ name }) => <Text className="p-break">{name}</Text> },
  {
    key: 'value',
    title: t('Value'),
    render: (record) => <Text className="p-break">{readableText(recordData(record))}</Text>,
  },
  { key: 'ttl', title: t('TTL'), width: '112px', render: ({ ttl }) => ttlLabel(ttl) },
];

type Props = {
  records: readonly DnsRecord[];
  onAdd: () => void;
  onEdit: (record: DnsRecord) => void;
  onRemove: (record: DnsRecord) => void;
};

/** The records of the draft. They are all here, so searching and paging ask nothing. */
export function RecordsTable({ records, onAdd, onEdit, onRemove }: Props) {
  const [keyword, setKeyword] = useState('');
  const [page, setPage] = useState(0);
  const found = records.filter((record) => `${recordKey(record)}`.toLowerCase().includes(keyword.toLowerCase()));
  const pageIndex = Math.min(page, Math.max(0, Math.ceil(found.length / PAGE_SIZE) - 1));
  const rows = found.slice(pageIndex * PAGE_SIZE, (pageIndex + 1) * PAGE_SIZE);
  return (
    <ResourceTable
      caption={t('DNS records')}
      columns={columns}
      query={{ rows, total: found.length, pageIndex, pageSize: PAGE_SIZE }}
      onChange={(change) => setPage(change.pageIndex ?? 0)}
      rowKey={recordKey}
      rowLabel={recordLabel}
      rowActions={(record) => [
        { key: 'edit', label: t('Edit'), icon: 'edit', onSelect: () => onEdit(record) },
        {
          key: 'delete',
          label: t('Delete'),
          icon: 'trash',
          danger: true,
          separated: true,
          onSelect: () => onRemove(record),
        },
      ]}
      search={{ label: t('Search records'), value: keyword, onChange: setKeyword }}
      isFiltered={keyword !== ''}
      empty={
        <EmptyState
          icon="dns"
          title={t('No records')}
          text={t(
            'Without records nothing answers under this domain. Add one, or import a zone file of your former provider.',
          )}
          action={
            <Button kind="primary" icon="plus" onClick={onAdd}>
              {t('Add a record')}
            </Button>
          }
        />
      }
      noMatch={<NoMatch onClear={() => setKeyword('')} />}
    />
  );
}

import type { Site } from '@panel/core';
import { Bytes, Link, RelativeTime, StatusBadge, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { softwareLabel } from '@panel/resources/site';

/** Staff can't open customers' pages: the address opens the details beside the list instead. */
export const siteColumns = (hrefOf: (site: Site) => string): readonly Column<Site>[] => [
  {
    key: 'fqdn',
    title: 'Site',
    sortable: true,
    render: (site) =>
      site.site_id ? (
        <Link to={hrefOf(site)} quiet>
          {site.fqdn}
        </Link>
      ) : (
        <Text>{site.fqdn}</Text>
      ),
  },
  { key: 'customer', title: 'Customer', render: ({ customer_email }) => <Text truncate>{customer_email ?? '-'}</Text> },
  { key: 'status', title: 'Status', sortable: true, render: ({ status }) => <StatusBadge status={status} /> },
  {
    key: 'type',
    title: 'Type',
    sortable: true,
    width: '148px',
    hideBelow: 'md',
    render: softwareLabel,
  },
  {
    key: 'file_size',
    title: 'Disk',
    align: 'end',
    width: '104px',
    hideBelow: 'lg',
    render: ({ file_size }) => (file_size === null ? '-' : <Bytes value={file_size} />),
  },
  {
    key: 'created_at',
    title: 'Created',
    sortable: true,
    width: '132px',
    hideBelow: 'md',
    render: ({ created_at }) => <RelativeTime at={created_at} />,
  },
];

import type { Site } from '@panel/core';
import { Bytes, Button, RelativeTime, StatusBadge, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { siteTypeLabels } from './site-type.ts';

/** Customers' pages are not open to staff: the address opens the details beside the list instead. */
export const siteColumns = (onShow: (site: Site) => void): readonly Column<Site>[] => [
  {
    key: 'fqdn',
    title: 'Site',
    sortable: true,
    render: (site) => (site.site_id ? <Button kind="text" size="s" onClick={() => onShow(site)}>{site.fqdn}</Button> : <Text>{site.fqdn}</Text>),
  },
  { key: 'customer', title: 'Customer', render: ({ customer_email }) => <Text truncate>{customer_email ?? '-'}</Text> },
  { key: 'status', title: 'Status', sortable: true, render: ({ status }) => <StatusBadge status={status} /> },
  { key: 'type', title: 'Type', sortable: true, hideBelow: 'md', render: ({ type, version }) => `${siteTypeLabels[type]}${version ? ` ${version}` : ''}` },
  { key: 'file_size', title: 'Disk', align: 'end', hideBelow: 'lg', render: ({ file_size }) => (file_size === null ? '-' : <Bytes value={file_size} />) },
  { key: 'created_at', title: 'Created', sortable: true, hideBelow: 'md', render: ({ created_at }) => <RelativeTime at={created_at} /> },
];

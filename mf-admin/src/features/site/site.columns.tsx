import type { Site } from '@panel/core';
import { formatBytes, formatOrDash, RelativeTime, ResourceName, Stack, StatusBadge, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { siteIcon, siteTitle, softwareLabel } from '@panel/resources/site';

/** Their name, and the email that identifies them. */
const Customer = ({ site: { customer_name: name, customer_email: email } }: { site: Site }) => (
  <Stack gap={1}>
    {name && <Text truncate>{name}</Text>}
    <Text truncate {...(name ? { size: 's', tone: 'muted' } : {})}>
      {email ?? '-'}
    </Text>
  </Stack>
);

/** Staff can't open customers' pages: the name opens the details beside the list instead. */
export const siteColumns = (hrefOf: (site: Site) => string): readonly Column<Site>[] => [
  {
    key: 'fqdn',
    title: 'Site',
    sortable: true,
    render: (site) => (
      <ResourceName
        icon={siteIcon(site.type)}
        title={siteTitle(site)}
        detail={site.fqdn}
        to={site.site_id && hrefOf(site)}
      />
    ),
  },
  {
    key: 'customer',
    title: 'Customer',
    width: '240px',
    render: (site) => <Customer site={site} />,
  },
  {
    key: 'status',
    title: 'Status',
    sortable: true,
    width: '132px',
    render: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: 'type',
    title: 'Type',
    sortable: true,
    width: '148px',
    hideBelow: 'md',
    render: (site) => <Text tone="soft">{softwareLabel(site)}</Text>,
  },
  {
    key: 'file_size',
    title: 'Disk',
    align: 'end',
    width: '104px',
    hideBelow: 'lg',
    render: ({ file_size }) => formatOrDash(file_size, formatBytes),
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

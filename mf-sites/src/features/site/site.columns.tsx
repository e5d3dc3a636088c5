import type { Site } from '@panel/core';
import { formatBytes, formatOrDash, formatUsage, Icon, RelativeTime, ResourceName, StatusBadge, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { cannotOpen, overviewPath, siteIcon, siteTitle, softwareLabel } from '@panel/resources/site';

export const siteColumns: readonly Column<Site>[] = [
  {
    key: 'fqdn',
    title: 'Site',
    sortable: true,
    // The name opens the site's page if it can be opened; otherwise the row menu shows why not.
    render: (site) => (
      <ResourceName
        icon={siteIcon(site.type)}
        title={siteTitle(site)}
        detail={site.fqdn}
        to={cannotOpen(site) ? null : site.site_id && overviewPath(site.site_id)}
        marks={site.is_password_protected && <Icon name="lock" size={14} label="Password protected" />}
      />
    ),
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
    hideBelow: 'lg',
    render: (site) => <Text tone="soft">{softwareLabel(site)}</Text>,
  },
  {
    key: 'file_size',
    title: 'Disk',
    align: 'end',
    width: '104px',
    hideBelow: 'md',
    render: ({ file_size }) => formatOrDash(file_size, formatBytes),
  },
  {
    key: 'usage',
    title: 'CDN, 30 days',
    align: 'end',
    width: '124px',
    hideBelow: 'lg',
    render: ({ totalCDNUsage }) => formatOrDash(totalCDNUsage, formatUsage),
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

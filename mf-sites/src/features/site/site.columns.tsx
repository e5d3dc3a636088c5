import type { Site } from '@panel/core';
import { Bytes, Icon, Link, RelativeTime, Stack, StatusBadge, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { cannotOpen, overviewPath, softwareLabel } from '@panel/resources/site';
import './site.css';

/** The address links to the site's page if it can be opened; otherwise the row menu shows why not. */
function Address({ site }: { site: Site }) {
  const opens = site.site_id !== null && !cannotOpen(site);
  return (
    <Stack gap={1}>
      <Text className="site-address">
        {opens ? (
          <Link to={overviewPath(site.site_id ?? '')} quiet>
            {site.fqdn}
          </Link>
        ) : (
          <Text weight="medium">{site.fqdn}</Text>
        )}
        {site.is_password_protected && <Icon name="lock" size={14} label="Password protected" />}
      </Text>
      <Text size="s" tone="muted">
        {softwareLabel(site)}
      </Text>
    </Stack>
  );
}

export const siteColumns: readonly Column<Site>[] = [
  { key: 'fqdn', title: 'Site', sortable: true, render: (site) => <Address site={site} /> },
  { key: 'status', title: 'Status', sortable: true, render: ({ status }) => <StatusBadge status={status} /> },
  {
    key: 'file_size',
    title: 'Disk',
    align: 'end',
    width: '104px',
    hideBelow: 'md',
    render: ({ file_size }) => (file_size === null ? '-' : <Bytes value={file_size} />),
  },
  {
    key: 'usage',
    title: 'CDN, 30 days',
    align: 'end',
    hideBelow: 'lg',
    render: ({ totalCDNUsage }) => <Bytes value={totalCDNUsage} usage />,
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

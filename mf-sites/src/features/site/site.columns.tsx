import { t } from '@panel/core';
import type { Site } from '@panel/core';
import { Badge, formatOrDash, formatUsage, Icon, ResourceName, Text } from '@panel/ui';
import { createdColumn, diskColumn, healthColumn, type Column } from '@panel/ui/data';
import { pagePath, siteName, softwareLabel } from '@panel/resources/site';
import { SiteThumbnail } from './site-thumbnail.tsx';

/** The name opens the site's page if it can be opened; otherwise the row menu shows why not. */
const Name = ({ site, picture = site.picture_url }: { site: Site; picture?: string | null }) => (
  <ResourceName
    {...siteName(site)}
    picture={picture}
    to={pagePath(site)}
    marks={
      <>
        {site.isStage && <Badge tone="warning">{t('Staging')}</Badge>}
        {site.is_password_protected && <Icon name="lock" size={14} label={t('Password protected')} />}
      </>
    }
  />
);
const software = (site: Site) => <Text tone="soft">{softwareLabel(site)}</Text>;

/** The name below the picture. */
const Tile = ({ site }: { site: Site }) => (
  <>
    <SiteThumbnail site={site} />
    <div className="site-tile-name">
      <Name site={site} picture={null} />
    </div>
  </>
);

export const siteColumns: readonly Column<Site>[] = [
  { key: 'fqdn', title: t('Site'), sortable: true, render: (site) => <Name site={site} /> },
  healthColumn,
  { key: 'type', title: t('Type'), sortable: true, width: '148px', hideBelow: 'lg', render: software },
  diskColumn,
  {
    key: 'usage',
    title: t('CDN, 30 days'),
    align: 'end',
    width: '124px',
    hideBelow: 'xl',
    render: ({ totalCDNUsage }) => formatOrDash(totalCDNUsage, formatUsage),
  },
  createdColumn,
];

/** The same, with the picture of each site. */
export const siteTileColumns: readonly Column<Site>[] = siteColumns.map((column) =>
  column.key === 'fqdn' ? { ...column, render: (site) => <Tile site={site} /> } : column,
);

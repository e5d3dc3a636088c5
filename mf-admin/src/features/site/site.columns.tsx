import { t } from '@panel/core';
import type { Site } from '@panel/core';
import { Badge, ResourceName, Stack, Text } from '@panel/ui';
import { createdColumn, diskColumn, healthColumn, type Column } from '@panel/ui/data';
import { siteName, softwareLabel } from '@panel/resources/site';

/** Their name, and the email that identifies them. */
const Customer = ({ site: { customer_name: name, customer_email: email } }: { site: Site }) => (
  <Stack gap={1}>
    {name && <Text>{name}</Text>}
    <Text className="p-break" {...(name ? { size: 's', tone: 'muted' } : {})}>
      {email ?? '-'}
    </Text>
  </Stack>
);

const software = (site: Site) => <Text tone="soft">{softwareLabel(site)}</Text>;

/** Staff can't open customers' pages: the name opens the details beside the list instead. */
export const siteColumns = (hrefOf: (site: Site) => string): readonly Column<Site>[] => [
  {
    key: 'fqdn',
    title: t('Site'),
    sortable: true,
    render: (site) => (
      <ResourceName
        {...siteName(site)}
        to={site.site_id && hrefOf(site)}
        marks={site.isStage && <Badge tone="warning">{t('Staging')}</Badge>}
      />
    ),
  },
  { key: 'customer', title: t('Customer'), width: '240px', render: (site) => <Customer site={site} /> },
  healthColumn,
  { key: 'type', title: t('Type'), sortable: true, width: '148px', hideBelow: 'xl', render: software },
  { ...diskColumn, hideBelow: 'xl' },
  createdColumn,
];

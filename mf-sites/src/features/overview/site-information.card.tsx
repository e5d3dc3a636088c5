import { useSuspenseQuery } from '@tanstack/react-query';
import type { SiteOverview } from '@panel/core';
import { Badge, Button, Bytes, Card, Icon, Inline, Link, RelativeTime, Stack, StatusBadge } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { cannotRename, nameserversQuery, typeLabel } from '@panel/resources/site';
import '../site/site.css';

/** The installed version, with an arrow to the newest one if it is newer. */
function WordPressVersion({ version, newest }: { version: string | null; newest: string | null }) {
  if (!version) return <>-</>;
  if (!newest || newest === version) return <Badge>WordPress {version}</Badge>;
  return (
    <Inline gap={1}>
      <Badge>WordPress {version}</Badge>
      <Icon name="arrow-up" size={14} label="can be upgraded to" />
      <Badge tone="info">{newest}</Badge>
    </Inline>
  );
}

/** Site Information (spec §2.6). */
export function SiteInformationCard({
  overview: { site, wordpress },
  onRename,
}: {
  overview: SiteOverview;
  onRename: () => void;
}) {
  const { data: nameservers } = useSuspenseQuery(nameserversQuery(site.fqdn));
  const canHaveName = site.domain_type === 'sub_domain' && !site.isStage;
  return (
    <Card
      title="Site Information"
      footer={
        canHaveName && (
          <Button icon="edit" onClick={onRename} disabledReason={cannotRename(site)}>
            Change Site Name
          </Button>
        )
      }
    >
      <DataList
        items={[
          site.type === 'wordpress'
            ? {
                key: 'version',
                label: 'Version',
                value: <WordPressVersion version={site.version} newest={site.currentWordPressVersion} />,
              }
            : { key: 'type', label: 'Type', value: typeLabel(site.type) },
          {
            key: 'name',
            label: 'Name',
            value: (
              <Link href={site.url} newTab>
                {site.fqdn}
              </Link>
            ),
          },
          {
            key: 'environment',
            label: 'Environment',
            value: <Badge tone={site.isStage ? 'warning' : 'accent'}>{site.isStage ? 'Staging' : 'Live'}</Badge>,
          },
          { key: 'status', label: 'Status', value: <StatusBadge status={site.status} /> },
          !site.isStage && {
            key: 'nameservers',
            label: 'Nameservers',
            value: (
              <Stack as="ul" gap={1} className="site-plain-list">
                {nameservers.map((host) => (
                  <li key={host}>{host}</li>
                ))}
              </Stack>
            ),
          },
          wordpress && { key: 'user', label: 'WordPress user', value: wordpress.admin_user },
          { key: 'php', label: 'PHP', value: site.php_version },
          {
            key: 'disk',
            label: 'Disk usage',
            value: site.file_size === null ? null : <Bytes value={site.file_size} />,
          },
          { key: 'created', label: 'Created', value: <RelativeTime at={site.created_at} /> },
        ]}
      />
    </Card>
  );
}

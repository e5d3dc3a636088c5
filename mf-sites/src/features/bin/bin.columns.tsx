import type { BinnedSite } from '@panel/core';
import { ResourceName, RelativeTime, Stack, Text } from '@panel/ui';
import { diskColumn, type Column } from '@panel/ui/data';
import { timeLeft } from '@panel/resources/bin';
import { siteName } from '@panel/resources/site';

const Deleted = ({ site: { deleted_at, deleted_by } }: { site: BinnedSite }) => (
  <Stack gap={1}>
    <RelativeTime at={deleted_at} />
    {deleted_by && (
      <Text size="s" tone="muted" className="p-break">
        by {deleted_by}
      </Text>
    )}
  </Stack>
);

/** How long it can be restored; while it is being deleted, that. */
const Left = ({ site }: { site: BinnedSite }) => (
  <Text tone={site.task_id ? 'muted' : 'soft'}>{site.task_id ? 'Being deleted' : timeLeft(site, Date.now())}</Text>
);

export const binColumns: readonly Column<BinnedSite>[] = [
  { key: 'fqdn', title: 'Site', sortable: true, render: (site) => <ResourceName {...siteName(site)} /> },
  { key: 'deleted_at', title: 'Deleted', sortable: true, width: '240px', render: (site) => <Deleted site={site} /> },
  { key: 'left', title: 'Time left', width: '168px', render: (site) => <Left site={site} /> },
  { ...diskColumn, sortable: true },
];

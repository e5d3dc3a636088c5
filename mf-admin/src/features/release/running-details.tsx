import { Badge, CopyText, Heading, Inline, Link, RelativeTime, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { countOf, type Judged, policyOf, type ReleaseOverview } from '@panel/resources/release';
import { RefusedNote } from './refused-note.tsx';
import { Errors, HeldBack, LoadTimes } from './release-parts.tsx';

type Props = { data: ReleaseOverview; row: Judged; errorOf: (number: string) => string };

/** Full details of one partner's package, with whole versions to copy. */
export function RunningDetails({ data, row, errorOf }: Props) {
  const { verdict, version, canary, release, stats } = row;
  const { blocked, isOwn } = policyOf(data, row.package, row.partner);
  return (
    <Stack gap={5}>
      <DataList
        items={[
          { key: 'partner', label: 'Partner', value: `${row.partnerName} (${row.partner})` },
          {
            key: 'status',
            label: 'Status',
            value: (
              <Stack gap={1}>
                <Inline gap={2}>
                  <Badge tone={verdict.tone}>{verdict.label}</Badge>
                </Inline>
                {verdict.detail && <Text size="s">{verdict.detail}</Text>}
                <RefusedNote row={row} errorOf={errorOf} />
              </Stack>
            ),
          },
          { key: 'version', label: 'Version', value: version && <CopyText text={version} label="Copy version" /> },
          {
            key: 'commit',
            label: 'Commit',
            value: release?.commit && <CopyText text={release.commit} label="Copy commit" />,
          },
          Boolean(release?.note) && {
            key: 'note',
            label: 'Note',
            value: `${release?.note}${release?.author && `, by ${release.author}`}`,
          },
          {
            key: 'published',
            label: 'Published',
            value: release && (
              <>
                <RelativeTime at={release.publishedAt} /> by {release.publishedBy}
              </>
            ),
          },
          {
            key: 'policy',
            label: 'Rollout policy',
            value: isOwn
              ? 'Its own. Changes for all partners apply only where it sets nothing.'
              : 'Same as all partners',
          },
          {
            key: 'since',
            label: 'Here since',
            value: (
              <>
                <RelativeTime at={row.since} /> by {row.changedBy}
              </>
            ),
          },
          canary && {
            key: 'canary',
            label: 'Canary',
            value: (
              <>
                <Text mono>{canary.version}</Text> for {canary.percent} % of users
              </>
            ),
          },
          { key: 'loads', label: 'Loads', value: countOf(stats.loads) },
          { key: 'times', label: 'Median / p75', value: <LoadTimes {...stats} /> },
          { key: 'errors', label: 'Errors', value: <Errors stats={stats} hrefOf={errorOf} most={99} /> },
        ]}
      />
      {blocked.length > 0 && (
        <Stack gap={2}>
          <Heading level={3}>Held back here</Heading>
          <ul className="p-list">
            {blocked.map((hold) => (
              <li key={`${hold.version} ${hold.at}`}>
                <HeldBack hold={hold} />
              </li>
            ))}
          </ul>
        </Stack>
      )}
      <Link to={`?view=releases&package=${encodeURIComponent(row.package)}`}>All releases of {row.package}</Link>
    </Stack>
  );
}

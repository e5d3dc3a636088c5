import type { ReleaseInfo } from '@panel/core';
import { Badge, Bytes, Inline, RelativeTime, Stack, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { Errors, LoadTimes, Version } from './release-parts.tsx';
import type { ReleaseOverview } from './release.queries.ts';
import { usesOf } from './release-uses.ts';
import { countOf } from './release-words.ts';

/** Releases of one package. */
export const releaseColumns = (data: ReleaseOverview, errorOf: (number: string) => string): readonly Column<ReleaseInfo>[] => [
  { key: 'version', title: 'Version', render: ({ version, commit }) => <Version version={version} commit={commit} /> },
  {
    key: 'uses',
    title: 'In use as',
    render: (release) => {
      const uses = usesOf(data, release);
      if (uses.length === 0) return <Text tone="muted">Not in use</Text>;
      return <Inline gap={1} className="release-uses">{uses.map(({ key, tone, label }) => <Badge key={key} tone={tone}>{label}</Badge>)}</Inline>;
    },
  },
  {
    key: 'published',
    title: 'Published',
    hideBelow: 'md',
    render: ({ publishedAt, publishedBy }) => (
      <Stack gap={1} className="release-lines">
        <RelativeTime at={publishedAt} />
        <Text size="xs" tone="muted" className="p-break">{publishedBy}</Text>
      </Stack>
    ),
  },
  { key: 'key', title: 'Key', hideBelow: 'lg', render: ({ keyId }) => <Text mono size="s" tone="soft">{keyId}</Text> },
  { key: 'bytes', title: 'Size', align: 'end', hideBelow: 'md', render: ({ bytes }) => <Bytes value={bytes} /> },
  { key: 'loads', title: 'Loads', align: 'end', hideBelow: 'lg', render: ({ stats }) => countOf(stats.loads) },
  { key: 'times', title: 'Median / p75', align: 'end', hideBelow: 'lg', render: ({ stats }) => <LoadTimes {...stats} /> },
  { key: 'errors', title: 'Errors', render: ({ stats }) => <Errors stats={stats} hrefOf={errorOf} /> },
];

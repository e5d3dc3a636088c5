import { t } from '@panel/core';
import type { ReleaseInfo } from '@panel/core';
import { Badge, Bytes, Inline, Stack, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { type ReleaseOverview, usesOf } from '@panel/resources/release';
import { RefusedWhy } from './refused-note.tsx';
import { statsColumns, Version, whenColumn } from './release-parts.tsx';

/** Releases of one package. */
export const releaseColumns = (
  data: ReleaseOverview,
  errorOf: (number: string) => string,
): readonly Column<ReleaseInfo>[] => [
  {
    key: 'version',
    title: t('Version'),
    width: '200px',
    render: (release) => <Version version={release.version} from={release} />,
  },
  {
    key: 'uses',
    title: t('In use as'),
    render: (release) => {
      const uses = usesOf(data, release);
      const { refused, revoked } = release;
      if (uses.length === 0 && !refused) return <Text tone="muted">{t('Not in use')}</Text>;
      return (
        <Stack gap={1} className="release-lines">
          <Inline gap={1} className="release-uses">
            {refused && <Badge tone="danger">{revoked ? t('Revoked') : t('Not served')}</Badge>}
            {uses.map(({ tone, label }) => (
              <Badge key={label} tone={tone}>
                {label}
              </Badge>
            ))}
          </Inline>
          {revoked && (
            <Text size="xs" tone="soft" className="p-break">
              {t('{reason}, by {by}', { reason: revoked.reason, by: revoked.by })}
            </Text>
          )}
          {refused && (
            <Text size="xs" tone="soft">
              <RefusedWhy refused={refused} errorOf={errorOf} />
            </Text>
          )}
        </Stack>
      );
    },
  },
  whenColumn('published', t('Published'), ({ publishedAt, publishedBy }) => ({ at: publishedAt, by: publishedBy })),
  {
    key: 'key',
    title: t('Key'),
    width: '132px',
    hideBelow: 'lg',
    render: ({ keyId }) => (
      <Text mono size="xs" tone="soft" className="release-together">
        {keyId}
      </Text>
    ),
  },
  {
    key: 'bytes',
    title: t('Size'),
    align: 'end',
    width: '96px',
    hideBelow: 'md',
    render: ({ bytes }) => (
      <span className="release-together">
        <Bytes value={bytes} />
      </span>
    ),
  },
  ...statsColumns(errorOf),
];

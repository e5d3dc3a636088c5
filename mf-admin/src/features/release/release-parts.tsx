import { t, Trans } from '@panel/core';
import { Inline, Link, RelativeTime, Stack, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import type { Hold, ReleaseInfo, ReleaseStats } from '@panel/core';
import { countOf, loadTimes, reasonsOf, shortCommit, shortVersion } from '@panel/resources/release';
import { wordsOf } from './platform-advice.ts';

type CommitInfo = Pick<ReleaseInfo, 'commit' | 'author' | 'note'>;

/** Which commit, by whom, and what it is about. */
const Commit = ({ of: { commit, author, note } }: { of: CommitInfo }) => (
  <>
    <Text size="xs" tone="muted" className="p-break">
      {author ? (
        <Trans
          id="commit <0>{commit}</0> by {author}"
          values={{ commit: shortCommit(commit), author }}
          parts={[(piece) => <Text mono>{piece}</Text>]}
        />
      ) : (
        <Trans
          id="commit <0>{commit}</0>"
          values={{ commit: shortCommit(commit) }}
          parts={[(piece) => <Text mono>{piece}</Text>]}
        />
      )}
    </Text>
    {note && (
      <Text size="xs" tone="soft" className="p-break">
        {note}
      </Text>
    )}
  </>
);

/** A version as lists show it, with the commit it was built from. */
export function Version({ version, from }: { version: string; from?: CommitInfo | null }) {
  return (
    <Stack gap={1} className="release-lines">
      <Text mono weight="medium" className="release-together">
        {shortVersion(version)}
      </Text>
      {from?.commit && <Commit of={from} />}
    </Stack>
  );
}

/** The median and the third quartile of load times. */
export const LoadTimes = ({ loadMsMedian: median, loadMsP75: p75 }: Pick<ReleaseStats, 'loadMsMedian' | 'loadMsP75'>) =>
  median === null ? <span>-</span> : <span className="p-figures release-together">{loadTimes(median, p75)}</span>;

type ErrorsProps = { stats: ReleaseStats; hrefOf: (number: string) => string; most?: number };

/** Number and kinds of failures; each kind links to its explanation. */
export function Errors({ stats, hrefOf, most = 2 }: ErrorsProps) {
  const reasons = reasonsOf(stats);
  if (reasons.length === 0) return <Text tone="muted">{t('None')}</Text>;
  return (
    <Stack as="ul" gap={1} className="release-lines release-errors">
      {reasons.slice(0, most).map(([number, count]) => (
        <Inline as="li" key={number} gap={1} align="baseline" wrap={false}>
          <Text size="s" className="p-figures release-together">
            {countOf(count)} ×
          </Text>
          <Text size="s">
            <Link to={hrefOf(number)} small>
              {number}
            </Link>{' '}
            <Text tone="soft">{wordsOf(number)}</Text>
          </Text>
        </Inline>
      ))}
      {reasons.length > most && (
        <Text as="li" size="s" tone="muted">
          {t('and {count, plural, one {# more kind} other {# more kinds}}', { count: reasons.length - most })}
        </Text>
      )}
    </Stack>
  );
}

/** When something happened, and who did it. */
export const whenColumn = <T,>(key: string, title: string, of: (row: T) => { at: string; by: string }): Column<T> => ({
  key,
  title,
  width: '152px',
  hideBelow: 'md',
  render: (row) => {
    const { at, by } = of(row);
    return (
      <Stack gap={1} className="release-lines">
        <RelativeTime at={at} />
        <Text size="xs" tone="muted" className="p-break">
          {by}
        </Text>
      </Stack>
    );
  },
});

/** A held-back version: why, since when, by whom. */
export const HeldBack = ({ hold: { version, reason, at, by } }: { hold: Hold }) => (
  <Trans
    id="<0>{version}</0>, {reason}, <1/>, by {by}"
    values={{ version: shortVersion(version), reason, by }}
    parts={[(piece) => <Text mono>{piece}</Text>, () => <RelativeTime at={at} />]}
  />
);

/** Loads, load times and failures: the last columns of both tables. */
export const statsColumns = <T extends { stats: ReleaseStats }>(
  hrefOf: (number: string) => string,
): readonly Column<T>[] => [
  {
    key: 'loads',
    title: t('Loads'),
    align: 'end',
    width: '76px',
    hideBelow: 'lg',
    render: ({ stats }) => countOf(stats.loads),
  },
  {
    key: 'times',
    title: t('Median / p75'),
    align: 'end',
    width: '128px',
    hideBelow: 'lg',
    render: ({ stats }) => <LoadTimes {...stats} />,
  },
  { key: 'errors', title: t('Errors'), render: ({ stats }) => <Errors stats={stats} hrefOf={hrefOf} /> },
];

import type { ReactNode } from 'react';
import { t, Trans } from '@panel/core';
import type { ReleaseInfo, Running } from '@panel/core';
import { Link, RelativeTime, Stack, Text } from '@panel/ui';
import { shortVersion } from '@panel/resources/release';
import { wordsOf } from './platform-advice.ts';

type Links = { errorOf: (number: string) => string };

/** The number and message of a release's storage error. */
const Why = ({ error, errorOf }: { error: string } & Links) => (
  <>
    <Link to={errorOf(error)} small>
      {error}
    </Link>{' '}
    {wordsOf(error)}
  </>
);

/** Why a release is not served, and since when, if known. */
export const RefusedWhy = ({
  refused: { error, since },
  errorOf,
}: { refused: NonNullable<ReleaseInfo['refused']> } & Links) => (
  <>
    <Why error={error} errorOf={errorOf} /> <Trans id="Since <0/>." parts={[() => <RelativeTime at={since} />]} />
  </>
);

type Row = Pick<Running, 'refused' | 'version' | 'canary'>;

/** What a partner gets in place of a refused version. */
function instead({ refused, version, canary }: Row, of: string): string {
  if (version === null || refused.some((each) => each.version === version)) return t('Nothing older can run instead');
  return of === canary?.version
    ? t('All other partners’ version runs instead')
    : t('{version} runs instead', { version: shortVersion(version) });
}

/**
 * Versions that a partner should get and does not, because the storage holds something other than what was published.
 */
export function RefusedNote({ row, errorOf }: { row: Row } & Links) {
  if (row.refused.length === 0) return null;
  return (
    <Stack as="ul" gap={1} className="release-lines">
      {row.refused.map(({ version, error, since }) => {
        const values = { version: shortVersion(version), instead: instead(row, version) };
        const parts = [
          (piece: ReactNode) => (
            <Text mono className="release-together">
              {piece}
            </Text>
          ),
          () => <Why error={error} errorOf={errorOf} />,
          () => <RelativeTime at={since} />,
        ];
        return (
          <Text as="li" key={version} size="xs" tone="soft">
            {version === row.canary?.version ? (
              <Trans
                id="<0>{version}</0> should run as canary. <1/> {instead}, since <2/>."
                values={values}
                parts={parts}
              />
            ) : (
              <Trans id="<0>{version}</0> should run. <1/> {instead}, since <2/>." values={values} parts={parts} />
            )}
          </Text>
        );
      })}
    </Stack>
  );
}

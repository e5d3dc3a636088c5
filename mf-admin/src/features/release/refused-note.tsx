import type { ReleaseInfo, Running } from '@panel/core';
import { Link, RelativeTime, Stack, Text } from '@panel/ui';
import { wordsOf } from './platform-advice.ts';
import { shortVersion } from './release-words.ts';

type Why = { refused: NonNullable<ReleaseInfo['refused']>; errorOf: (number: string) => string };

/** Number and words of what the storage has instead of a release, and since when that is known. */
export const RefusedWhy = ({ refused: { error, since }, errorOf }: Why) => <><Link to={errorOf(error)} small>{error}</Link> {wordsOf(error)} Since <RelativeTime at={since} />.</>;

type Row = Pick<Running, 'refused' | 'version' | 'canary'>;

/** What happens in place of a version that is refused. */
function instead({ refused, version, canary }: Row, of: string): string {
  if (refused.some((each) => each.version === version)) return 'No older release can run.';
  return of === canary?.version ? 'It should run as canary; the others’ version runs instead.' : `It should run; ${version ? shortVersion(version) : 'nothing'} runs instead.`;
}

/** Versions that a partner should get and does not, because the storage does not have them as they were published. */
export function RefusedNote({ row, errorOf }: { row: Row } & Pick<Why, 'errorOf'>) {
  if (row.refused.length === 0) return null;
  return (
    <Stack as="ul" gap={1} className="p-list-plain release-lines">
      {row.refused.map((refused) => (
        <Text as="li" key={refused.version} size="xs" tone="soft">
          <Text mono className="release-together">{shortVersion(refused.version)}</Text> is not given out. <RefusedWhy refused={refused} errorOf={errorOf} /> {instead(row, refused.version)}
        </Text>
      ))}
    </Stack>
  );
}

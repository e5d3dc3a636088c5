import { Heading, Stack, Text } from '@panel/ui';
import { explain } from './platform-advice.ts';
import type { ReleaseOverview } from './release.queries.ts';
import { countOf, shortVersion } from './release-words.ts';

/** What a numbered error means, what to do about it, and who meets it now. */
export function ErrorDetails({ number, data }: { number: string; data: ReleaseOverview }) {
  const known = explain(number);
  const met = data.running.filter(({ stats }) => stats.reasons[number]).sort((a, b) => (b.stats.reasons[number] ?? 0) - (a.stats.reasons[number] ?? 0));
  return (
    <Stack gap={5}>
      {known ? (
        <Stack gap={3}>
          <Text as="p" weight="medium">{known.words}</Text>
          <Text as="p">{known.advice}</Text>
          <Text as="p" size="s" tone="muted">{known.isAgainstRelease
            ? 'Three page views of a partner with it within a minute hold the release back for that partner, where there is another one to run.'
            : 'It does not speak against the release, and holds nothing back.'}
          </Text>
        </Stack>
      ) : <Text as="p">This version of the page does not know this error.</Text>}
      <Stack gap={2}>
        <Heading level={3}>Where it was met in the last 30 days</Heading>
        {met.length === 0 && <Text tone="muted">In nothing that runs now.</Text>}
        {met.length > 0 && (
          <ul className="p-list">
            {met.map(({ package: name, partner, version, stats }) => (
              <li key={`${name} ${partner}`} className="p-break">{countOf(stats.reasons[number] ?? 0)} × {name} {version && <Text mono>{shortVersion(version)}</Text>} of {partner}</li>
            ))}
          </ul>
        )}
      </Stack>
    </Stack>
  );
}

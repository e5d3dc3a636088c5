import { t, Trans } from '@panel/core';
import { Heading, RelativeTime, Stack, Text } from '@panel/ui';
import { type ReleaseOverview, shortVersion } from '@panel/resources/release';
import { FailureList } from './failure-list.tsx';
import { explain } from './platform-advice.ts';

/** In the browser, where the code runs or should. */
const OF_BROWSER = /^P2/;
/** Detected by the server in the storage, before any browser loads it. */
const OF_STORAGE = /^P1/;

/** What a numbered error means, what to do, and who sees it now. */
export function ErrorDetails({ number, data }: { number: string; data: ReleaseOverview }) {
  const known = explain(number);
  const met = data.running
    .filter(({ stats }) => stats.reasons[number])
    .sort((a, b) => (b.stats.reasons[number] ?? 0) - (a.stats.reasons[number] ?? 0));
  const refused = data.running.flatMap((row) =>
    row.refused
      .filter(({ error }) => error === number)
      .map((each) => ({ ...each, package: row.package, partner: row.partner })),
  );
  return (
    <Stack gap={5}>
      {known ? (
        <Stack gap={3}>
          <Text as="p" weight="medium">
            {known.words}
          </Text>
          <Text as="p">{known.advice}</Text>
          <Text as="p" size="s" tone="muted">
            {OF_STORAGE.test(number)
              ? t(
                  'The server doesn’t serve this release. The previous stable one runs instead. The server checks it again with page views and at least once a minute, and serves it as soon as it’s repaired.',
                )
              : known.isAgainstRelease
                ? t(
                    'Three page views with this error within a minute hold the release back for that partner, if another one can run.',
                  )
                : t('This error isn’t caused by the release and doesn’t hold it back.')}
          </Text>
        </Stack>
      ) : (
        <Text as="p">{t('This version of the page does not know this error.')}</Text>
      )}
      {refused.length > 0 && (
        <Stack gap={2}>
          <Heading level={3}>{t('Not served because of it')}</Heading>
          <ul className="p-list">
            {refused.map(({ package: name, partner, version, since }) => (
              <li key={`${name} ${version} ${partner}`} className="p-break">
                <Trans
                  id="{name} <0>{version}</0> of {partner}, since <1/>"
                  values={{ name, version: shortVersion(version), partner }}
                  parts={[(piece) => <Text mono>{piece}</Text>, () => <RelativeTime at={since} />]}
                />
              </li>
            ))}
          </ul>
        </Stack>
      )}
      <Stack gap={2}>
        <Heading level={3}>{t('Where it occurred in the last 30 days')}</Heading>
        {met.length === 0 && <Text tone="muted">{t('In no running release.')}</Text>}
        {met.length > 0 && (
          <ul className="p-list">
            {met.map(({ package: name, partner, version, stats }) => (
              <li key={`${name} ${partner}`} className="p-break">
                {version ? (
                  <Trans
                    id="{count, number} × {name} <0>{version}</0> of {partner}"
                    values={{ count: stats.reasons[number] ?? 0, name, version: shortVersion(version), partner }}
                    parts={[(piece) => <Text mono>{piece}</Text>]}
                  />
                ) : (
                  t('{count, number} × {name} of {partner}', { count: stats.reasons[number] ?? 0, name, partner })
                )}
              </li>
            ))}
          </ul>
        )}
      </Stack>
      {known && OF_BROWSER.test(number) && <FailureList number={known.number} />}
    </Stack>
  );
}

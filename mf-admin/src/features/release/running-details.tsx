import { t, Trans } from '@panel/core';
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
          { key: 'partner', label: t('Partner'), value: `${row.partnerName} (${row.partner})` },
          {
            key: 'status',
            label: t('Status'),
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
          {
            key: 'version',
            label: t('Version'),
            value: version && <CopyText text={version} label={t('Copy version')} />,
          },
          {
            key: 'commit',
            label: t('Commit'),
            value: release?.commit && <CopyText text={release.commit} label={t('Copy commit')} />,
          },
          Boolean(release?.note) && {
            key: 'note',
            label: t('Note'),
            value: `${release?.note}${release?.author && `, by ${release.author}`}`,
          },
          {
            key: 'published',
            label: t('Published'),
            value: release && (
              <Trans
                id="<0/> by {by}"
                values={{ by: release.publishedBy }}
                parts={[() => <RelativeTime at={release.publishedAt} />]}
              />
            ),
          },
          {
            key: 'policy',
            label: t('Rollout policy'),
            value: isOwn
              ? t('Its own. Changes for all partners apply only where it sets nothing.')
              : t('Same as all partners'),
          },
          {
            key: 'since',
            label: t('Here since'),
            value: (
              <Trans id="<0/> by {by}" values={{ by: row.changedBy }} parts={[() => <RelativeTime at={row.since} />]} />
            ),
          },
          canary && {
            key: 'canary',
            label: t('Canary'),
            value: (
              <Trans
                id="<0>{version}</0> for {percent} % of users"
                values={{ version: canary.version, percent: canary.percent }}
                parts={[(piece) => <Text mono>{piece}</Text>]}
              />
            ),
          },
          { key: 'loads', label: t('Loads'), value: countOf(stats.loads) },
          { key: 'times', label: t('Median / p75'), value: <LoadTimes {...stats} /> },
          { key: 'errors', label: t('Errors'), value: <Errors stats={stats} hrefOf={errorOf} most={99} /> },
        ]}
      />
      {blocked.length > 0 && (
        <Stack gap={2}>
          <Heading level={3}>{t('Held back here')}</Heading>
          <ul className="p-list">
            {blocked.map((hold) => (
              <li key={`${hold.version} ${hold.at}`}>
                <HeldBack hold={hold} />
              </li>
            ))}
          </ul>
        </Stack>
      )}
      <Link to={`?view=releases&package=${encodeURIComponent(row.package)}`}>
        {t('All releases of {name}', { name: row.package })}
      </Link>
    </Stack>
  );
}

import type { ReactNode } from 'react';
import { t, Trans } from '@panel/core';
import { Badge, Link, Stack, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { type Judged, policyOf, type ReleaseOverview, shortVersion } from '@panel/resources/release';
import { RefusedNote } from './refused-note.tsx';
import { statsColumns, Version, whenColumn } from './release-parts.tsx';

type Links = { detailsOf: (row: Judged) => string; errorOf: (number: string) => string };

function Canary({ data, row }: { data: ReleaseOverview; row: Judged }) {
  if (!row.canary) return null;
  const { version, percent } = row.canary;
  const isHeld = policyOf(data, row.package, row.partner).blocked.some((block) => block.version === version);
  const values = { percent: `${percent}\u00a0%`, version: shortVersion(version) };
  const parts = [
    (piece: ReactNode) => (
      <Text mono className="release-together">
        {piece}
      </Text>
    ),
  ];
  return (
    <Text size="xs" tone={isHeld ? 'warning' : 'info'}>
      {isHeld ? (
        <Trans id="Canary {percent} <0>{version}</0>, held back" values={values} parts={parts} />
      ) : (
        <Trans id="Canary {percent} <0>{version}</0>" values={values} parts={parts} />
      )}
    </Text>
  );
}

/** One row per partner and package, with everything an incident needs. */
export const runningColumns = (data: ReleaseOverview, { detailsOf, errorOf }: Links): readonly Column<Judged>[] => [
  {
    key: 'package',
    title: t('Package and partner'),
    render: (row) => (
      <Stack gap={1} className="release-lines">
        <Link to={detailsOf(row)} quiet>
          {row.package}
        </Link>
        <Text size="xs" tone="muted" className="p-break">
          {row.partnerName} · {row.partner}
        </Text>
        {policyOf(data, row.package, row.partner).isOwn && (
          <Text size="xs" tone="info">
            {t('Own policy')}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'status',
    title: t('Status'),
    render: ({ verdict, ...row }) => (
      <Stack gap={1} className="release-lines release-verdict">
        <span>
          <Badge tone={verdict.tone}>{verdict.label}</Badge>
        </span>
        {verdict.detail && (
          <Text size="xs" tone="soft">
            {verdict.detail}
          </Text>
        )}
        <RefusedNote row={row} errorOf={errorOf} />
      </Stack>
    ),
  },
  {
    key: 'version',
    title: t('Version'),
    width: '180px',
    render: (row) => (
      <Stack gap={1} className="release-lines">
        {row.version === null ? <Text tone="muted">-</Text> : <Version version={row.version} from={row.release} />}
        <Canary data={data} row={row} />
      </Stack>
    ),
  },
  whenColumn('since', t('Since'), ({ since, changedBy }) => ({ at: since, by: changedBy })),
  ...statsColumns(errorOf),
];

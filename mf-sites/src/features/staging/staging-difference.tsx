import { t } from '@panel/core';
import type { StagingDifference } from '@panel/core';
import { Disclosure, formatBytes, Stack, Text } from '@panel/ui';
import { countOf } from '@panel/resources/site';

type Changes = StagingDifference['files']['added'];

const KINDS = [
  {
    key: 'added',
    label: (count: number, size: string) =>
      t('{count, plural, one {# file} other {# files}} added ({size})', { count, size }),
  },
  {
    key: 'changed',
    label: (count: number, size: string) =>
      t('{count, plural, one {# file} other {# files}} changed ({size})', { count, size }),
  },
  {
    key: 'removed',
    label: (count: number, size: string) =>
      t('{count, plural, one {# file} other {# files}} removed ({size})', { count, size }),
  },
] as const;

function Paths({
  changes: { count, bytes, paths },
  label,
}: {
  changes: Changes;
  label: (typeof KINDS)[number]['label'];
}) {
  if (count === 0) return null;
  const more = count - paths.length;
  return (
    <Disclosure summary={label(count, formatBytes(bytes))}>
      <ul className="p-list p-break">
        {paths.map((path) => (
          <li key={path}>{path}</li>
        ))}
      </ul>
      {more > 0 && <Text tone="muted">{t('and {count, number} more', { count: more })}</Text>}
    </Disclosure>
  );
}

/** What a publish of the files would do to the live site. */
export function FileDifference({ files }: Pick<StagingDifference, 'files'>) {
  if (KINDS.every(({ key }) => files[key].count === 0)) return <Text tone="soft">{t('All files are the same.')}</Text>;
  return (
    <Stack gap={2}>
      {KINDS.map(({ key, label }) => (
        <Paths key={key} changes={files[key]} label={label} />
      ))}
    </Stack>
  );
}

const rowsOf = (rows: number | null): string => (rows === null ? '-' : countOf(rows));

/** The rows of each table of both sites; tables with other numbers first. */
export function TableDifference({ tables }: Pick<StagingDifference, 'tables'>) {
  const sorted = [...tables].sort((a, b) => Number(a.live === a.staging) - Number(b.live === b.staging));
  const differing = tables.filter(({ live, staging }) => live !== staging).length;
  const summary =
    differing === 0
      ? t('{count, plural, one {# table} other {# tables}} with the same number of rows', { count: tables.length })
      : t(
          '{differing, number} of {count, plural, one {# table} other {# tables}} {differing, plural, one {has} other {have}} a different row count',
          { differing, count: tables.length },
        );
  return (
    <Disclosure summary={summary}>
      <div className="staging-tables">
        <table>
          <caption className="p-visually-hidden">{t('Rows of each table')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('Table')}</th>
              <th scope="col">{t('Live')}</th>
              <th scope="col">{t('Staging')}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ table, live, staging }) => (
              <tr key={table}>
                <th scope="row">{table}</th>
                <td>{rowsOf(live)}</td>
                <td>{rowsOf(staging)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Disclosure>
  );
}

import { t } from '@panel/core';
import type { StagingDifference } from '@panel/core';
import { Button, Disclosure, formatBytes, Inline, Stack, Text } from '@panel/ui';
import { countOf } from '@panel/resources/site';
import { ContentDifference } from './content-difference.tsx';
import type { ShownText } from './text-difference.dialog.tsx';

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
  onText,
}: {
  changes: Changes;
  label: (typeof KINDS)[number]['label'];
  onText?: ((text: ShownText) => void) | undefined;
}) {
  if (count === 0) return null;
  const more = count - paths.length;
  return (
    <Disclosure summary={label(count, formatBytes(bytes))}>
      <ul className="p-list p-break">
        {paths.map((path) => (
          <li key={path}>
            <Inline gap={2}>
              <bdi>{path}</bdi>
              {onText && (
                <Button
                  kind="text"
                  size="s"
                  aria-label={t('Show text: {title}', { title: path })}
                  onClick={() => onText({ title: path, of: { path } })}
                >
                  {t('Show text')}
                </Button>
              )}
            </Inline>
          </li>
        ))}
      </ul>
      {more > 0 && <Text tone="muted">{t('and {count, number} more', { count: more })}</Text>}
    </Disclosure>
  );
}

/** What a publish of the files would do to the live site. */
export function FileDifference({
  files,
  onText,
}: Pick<StagingDifference, 'files'> & { onText?: (text: ShownText) => void }) {
  if (KINDS.every(({ key }) => files[key].count === 0)) return <Text tone="soft">{t('All files are the same.')}</Text>;
  return (
    <Stack gap={2}>
      {KINDS.map(({ key, label }) => (
        <Paths key={key} changes={files[key]} label={label} onText={onText} />
      ))}
    </Stack>
  );
}

const rowsOf = (rows: number | null): string => (rows === null ? '-' : countOf(rows));

/** What a publish would do to the database: by what it is, or in rows where that is not known. */
export function DatabaseDifference({
  difference: { content, tables },
  onText,
}: {
  difference: Pick<StagingDifference, 'content' | 'tables'>;
  onText?: (text: ShownText) => void;
}) {
  if (content) return <ContentDifference content={content} {...(onText && { onText })} />;
  return (
    <Stack gap={2}>
      {tables.length > 0 && (
        <Text tone="soft">
          {t('What changed in the content could not be compared. These are the numbers of rows.')}
        </Text>
      )}
      <TableDifference tables={tables} />
    </Stack>
  );
}

/** The rows of each table of both sites; tables with other numbers first. */
function TableDifference({ tables }: Pick<StagingDifference, 'tables'>) {
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

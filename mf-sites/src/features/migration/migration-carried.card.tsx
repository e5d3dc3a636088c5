import { t, Trans } from '@panel/core';
import type { Migration } from '@panel/core';
import { Card, RelativeTime, Stack, Text } from '@panel/ui';
import { carriedLabel } from '@panel/resources/migration';
import { countOf } from '@panel/resources/site';
import { FileDifference } from '../staging/staging-difference.tsx';

const rowsOf = (rows: number | null): string => (rows === null ? t('no table') : countOf(rows));

/** What the move to the address brought over from the original. */
export function MigrationCarried({ migration: { carried } }: { migration: Migration }) {
  if (!carried) return null;
  return (
    <Card title={t('Changes since the copy was made')}>
      <Stack gap={3}>
        <Text as="p">
          {carriedLabel(carried)} <Trans id="Checked <0/>." parts={[() => <RelativeTime at={carried.at} />]} />
        </Text>
        {carried.result === 'carried' && (
          <>
            <FileDifference files={carried.files} />
            {carried.tables.length > 0 && (
              <ul className="p-list">
                {carried.tables.map(({ table, before, after }) => (
                  <li key={table}>
                    {t('{table}: {before} → {after} rows', { table, before: rowsOf(before), after: rowsOf(after) })}
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Stack>
    </Card>
  );
}

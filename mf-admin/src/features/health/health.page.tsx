import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t } from '@panel/core';
import { EmptyState, Page, Stack } from '@panel/ui';
import { ResourceTable, type Column } from '@panel/ui/data';
import { healthQuery } from '@panel/resources/health';
import { HeldSites } from './held-sites.tsx';
import { eventColumns, hourColumns, processColumns } from './health.columns.tsx';

export const prefetch = () => queryClient.prefetchQuery(healthQuery);

type TableProps<T> = {
  caption: string;
  columns: readonly Column<T>[];
  rows: T[];
  keyOf(row: T): string;
  none: string;
};

/** A table that shows all of its rows. */
function WholeTable<T extends object>({ caption, columns, rows, keyOf, none }: TableProps<T>) {
  return (
    <ResourceTable
      caption={caption}
      columns={columns}
      query={{ rows, total: rows.length, pageIndex: 0, pageSize: Math.max(1, rows.length) }}
      whole
      onChange={() => undefined}
      rowKey={keyOf}
      rowLabel={keyOf}
      empty={<EmptyState icon="check-circle" title={none} text={t('They will appear here.')} />}
    />
  );
}

/** /admin/health: how the processes of the panel do. For the platform's operator. */
export function Component() {
  const { processes, events, hours, held } = useSuspenseQuery(healthQuery).data;
  return (
    <Page
      title={t('Health')}
      subtitle={t(
        'A delay is a moment of at least 0.1 s in which a process answered nobody. One that is silent for 15 s is ended and starts again, and the site that it worked for is kept asleep for a while.',
      )}
    >
      <Stack gap={5}>
        <HeldSites held={held} />
        <WholeTable
          {...{
            caption: t('Processes'),
            columns: processColumns,
            rows: processes,
            none: t('No process has reported yet'),
          }}
          keyOf={({ name, startedAt }) => `${name} ${startedAt}`}
        />
        <WholeTable
          {...{ caption: t('Delays and ended processes'), columns: eventColumns, rows: events, none: t('No delays') }}
          keyOf={({ id }) => id}
        />
        <WholeTable
          {...{
            caption: t('By hour, last 24 hours'),
            columns: hourColumns,
            rows: hours,
            none: t('No delays in 24 hours'),
          }}
          keyOf={({ hour, kind }) => `${hour} ${kind}`}
        />
      </Stack>
    </Page>
  );
}

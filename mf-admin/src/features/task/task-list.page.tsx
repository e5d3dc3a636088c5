import { TASK_STATUSES } from '@panel/contract/status';
import { TASKS_LISTED_MAX } from '@panel/contract/schemas';
import { t, type ListState, told } from '@panel/core';
import { EmptyState, Inline, Select, taskStatusLabels, TextInput } from '@panel/ui';
import { ListPage, prefetchList } from '@panel/ui/data';
import { TASK_LIST, taskListQuery } from '@panel/resources/task';
import { taskColumns } from './task.columns.tsx';

const source = { list: TASK_LIST, query: taskListQuery } as const;
export const prefetch = prefetchList(source);

const OPTIONS = TASK_STATUSES.map((value) => ({ value, label: taskStatusLabels[value].label }));

type Filters = ListState['filters'];

function TaskFilters({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const set = (name: string) => (value: string) => onChange({ ...filters, [name]: value ? [value] : [] });
  const [status, ...others] = filters['status'] ?? [];
  return (
    <Inline gap={2} wrap={false}>
      <Select
        aria-label={t('Status')}
        placeholder={others.length > 0 ? t('Several statuses') : t('All statuses')}
        options={OPTIONS}
        value={(others.length === 0 && OPTIONS.find(({ value }) => value === status)?.value) || ''}
        onChange={set('status')}
      />
      <TextInput type="date" aria-label={t('From')} value={filters['from']?.[0] ?? ''} onChange={set('from')} />
    </Inline>
  );
}

/** /admin/tasks: what was done, or failed, for the partner and its customers. */
export const Component = () => (
  <ListPage
    {...source}
    title={t('Tasks')}
    subtitle={({ data }) =>
      data.totalCount < TASKS_LISTED_MAX
        ? t('What takes a while: creations, backups, migrations, builds and other changes.')
        : t('The newest {most} tasks. Filter by day to see others.', { most: TASKS_LISTED_MAX })
    }
    caption={t('Tasks of all customers')}
    columns={taskColumns}
    rowKey={({ task_id: id }) => id}
    rowLabel={({ label, title }) => `${told(label)}, ${title}`}
    search={t('Search by address or name')}
    filters={({ state, change }) => <TaskFilters filters={state.filters} onChange={(filters) => change({ filters })} />}
    empty={() => (
      <EmptyState
        icon="clock"
        preview
        title={t('No tasks yet')}
        text={t('Tasks of you and your customers appear here.')}
      />
    )}
  />
);

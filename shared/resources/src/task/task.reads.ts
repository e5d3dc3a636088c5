import { TASK_STATUSES } from '@panel/contract/status';
import { read, type ListState } from '@panel/contract/reads';

/** How the list of tasks begins, and what it is filtered by; `from` is a day as `2026-11-25`. */
export const TASK_LIST = { columns: ['created_at'], orderBy: 'created_at', filters: ['status', 'from'] } as const;
export type TaskColumn = (typeof TASK_LIST)['columns'][number];

/** Tasks of the partner by page. */
export const taskListRead = ({ pageIndex, pageSize, sortOrder, keyword, filters }: ListState<TaskColumn>) => {
  const status = TASK_STATUSES.filter((each) => filters['status']?.includes(each));
  return read('task.list', {
    ...{ pageIndex, pageSize, orderBy: 'created_at', sortOrder },
    keyword: keyword || undefined,
    status: status.length > 0 ? status : undefined,
    from: filters['from']?.[0] || undefined,
  });
};

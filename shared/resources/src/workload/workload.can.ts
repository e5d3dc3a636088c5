import { cannotChangeApp } from '../app/app.can.ts';
import { cannotChange } from '../site/site.can.ts';
import type { Workload } from './workload.ts';

/** Why nothing of it can be changed now, or nothing. */
export const cannotChangeWorkload = (workload: Pick<Workload, 'kind' | 'status' | 'task_id'>): string | undefined =>
  workload.kind === 'site' ? cannotChange(workload) : cannotChangeApp(workload);

import type { ExtensionAction, ExtensionKind, RunSite } from '@panel/contract';
import type { Notice } from '../../tasks/task-kind.ts';
import type { RunRow } from './run.repo.ts';

const OPEN: ReadonlySet<RunSite['status']> = new Set(['queued', 'running', 'cancelling']);

/** Whether no site of a run is waiting or being changed. */
export const hasEnded = (sites: readonly RunSite[]): boolean => sites.every(({ status }) => !OPEN.has(status));

const DONE: Record<ExtensionAction, string> = {
  install: 'Installed',
  activate: 'Activated',
  deactivate: 'Deactivated',
  delete: 'Deleted',
  update: 'Updated',
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The page that shows the result of a run. */
export const runPath = (kind: ExtensionKind, id: string): string => `/${kind}s/apply-done?run=${id}`;

/** Reports the result once the last site of a run has ended; before that, nothing. */
export function noticeOf({ id, kind, action, items }: RunRow, sites: readonly RunSite[]): Notice | null {
  if (!hasEnded(sites)) return null;
  const [only] = items;
  const what = items.length === 1 && only ? only.name : counted(items.length, kind);
  const good = sites.filter(({ status }) => status === 'succeeded').length;
  const all = counted(sites.length, 'site');
  const result = good === sites.length ? `on ${all}` : `on ${good} of ${all}`;
  return { type: 'extensions_changed', description: `${DONE[action]} ${what} ${result}.`, link: runPath(kind, id) };
}

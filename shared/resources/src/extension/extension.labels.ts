import { counted } from '../counted.ts';
import type { ExtensionAction, ExtensionKind, ExtensionRunSummary, RunSite } from '@panel/core';

/** The pages of plugins or themes (spec §2). */
export const extensionPaths = (kind: ExtensionKind) =>
  ({
    library: `/${kind}s`,
    installed: `/${kind}s/installed-${kind}s`,
    select: (id: string) => `/${kind}s/apply-select?id=${encodeURIComponent(id)}`,
    confirm: (id: string) => `/${kind}s/apply-confirm?id=${encodeURIComponent(id)}`,
    done: (run: string) => `/${kind}s/apply-done?run=${encodeURIComponent(run)}`,
  }) as const;

/** What each action is called on its button, while it runs, and afterwards. */
export const ACTION_LABELS: Readonly<Record<ExtensionAction, { verb: string; doing: string; done: string }>> = {
  install: { verb: 'Install', doing: 'Installing', done: 'Installed' },
  activate: { verb: 'Activate', doing: 'Activating', done: 'Activated' },
  deactivate: { verb: 'Deactivate', doing: 'Deactivating', done: 'Deactivated' },
  update: { verb: 'Update', doing: 'Updating', done: 'Updated' },
  delete: { verb: 'Delete', doing: 'Deleting', done: 'Deleted' },
};

/** What a change is about: the name and version of the only item, or how many there are. */
export const runSubject = ({ kind, items }: Pick<ExtensionRunSummary, 'kind' | 'items'>): string => {
  const [only] = items;
  if (items.length !== 1 || !only) return `${items.length} ${kind}s`;
  return only.version ? `${only.name} ${only.version}` : only.name;
};

/** The waves of a plan. */
export const waveLabel = (wave: number | null): string => {
  if (wave === null) return 'Not part of a wave';
  return wave === 1 ? 'First site' : `Wave ${wave}`;
};

type PlanStatus = Extract<RunSite['status'], 'waiting' | 'refused' | 'skipped' | 'not_started' | 'put_back'>;

/** Statuses of sites that no task has. */
export const RUN_SITE_LABELS: Readonly<Record<PlanStatus, string>> = {
  waiting: 'Waiting',
  refused: 'Not changed',
  skipped: 'Skipped',
  not_started: 'Not started',
  put_back: 'Earlier version put back',
};

/** How many plugins and themes, in words, e.g. `2 plugins and 1 theme`; empty for none. */
export const extensionCounts = ({ plugin, theme }: Record<ExtensionKind, number>): string =>
  [plugin > 0 && counted(plugin, 'plugin'), theme > 0 && counted(theme, 'theme')].filter(Boolean).join(' and ');

/** The list in which the counted items are changed. */
export const countedPath = ({ plugin }: Record<ExtensionKind, number>): string =>
  extensionPaths(plugin > 0 ? 'plugin' : 'theme').installed;

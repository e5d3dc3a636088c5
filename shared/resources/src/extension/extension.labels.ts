import { t } from '@panel/core';

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
  install: { verb: t('Install'), doing: t('Installing'), done: t('Installed') },
  activate: { verb: t('Activate'), doing: t('Activating'), done: t('Activated') },
  deactivate: { verb: t('Deactivate'), doing: t('Deactivating'), done: t('Deactivated') },
  update: { verb: t('Update'), doing: t('Updating'), done: t('Updated') },
  delete: { verb: t('Delete'), doing: t('Deleting'), done: t('Deleted') },
};

/** What a change is about: the name and version of the only item, or how many there are. */
export const runSubject = ({ kind, items }: Pick<ExtensionRunSummary, 'kind' | 'items'>): string => {
  const [only] = items;
  if (items.length !== 1 || !only) return `${items.length} ${kind}s`;
  return only.version ? `${only.name} ${only.version}` : only.name;
};

/** The waves of a plan. */
export const waveLabel = (wave: number | null): string => {
  if (wave === null) return t('Not part of a wave');
  return wave === 1 ? t('First site') : `Wave ${wave}`;
};

type PlanStatus = Extract<RunSite['status'], 'waiting' | 'refused' | 'skipped' | 'not_started' | 'put_back'>;

/** Statuses of sites that no task has. */
export const RUN_SITE_LABELS: Readonly<Record<PlanStatus, string>> = {
  waiting: t('Waiting'),
  refused: t('Not changed'),
  skipped: t('Skipped'),
  not_started: t('Not started'),
  put_back: t('Earlier version put back'),
};

/** How many plugins and themes, in words, e.g. `2 plugins and 1 theme`; empty for none. */
export function extensionCounts({ plugin, theme }: Record<ExtensionKind, number>): string {
  if (plugin > 0 && theme > 0)
    return t('{plugin, plural, one {# plugin} other {# plugins}} and {theme, plural, one {# theme} other {# themes}}', {
      plugin,
      theme,
    });
  if (plugin > 0) return t('{count, plural, one {# plugin} other {# plugins}}', { count: plugin });
  return theme > 0 ? t('{count, plural, one {# theme} other {# themes}}', { count: theme }) : '';
}

/** The list in which the counted items are changed. */
export const countedPath = ({ plugin }: Record<ExtensionKind, number>): string =>
  extensionPaths(plugin > 0 ? 'plugin' : 'theme').installed;

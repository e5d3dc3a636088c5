import { t } from '@panel/core';

import type {
  DirectoryBrowse,
  ExtensionAction,
  ExtensionKind,
  ExtensionRunSummary,
  KnownVulnerabilities,
  RunSite,
  Severity,
} from '@panel/core';

/** The pages of plugins or themes (spec §2). */
export const extensionPaths = (kind: ExtensionKind) =>
  ({
    library: `/${kind}s`,
    installed: `/${kind}s/installed-${kind}s`,
    directory: `/${kind}s/directory`,
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
  if (items.length !== 1 || !only)
    return kind === 'plugin'
      ? t('{count, plural, one {# plugin} other {# plugins}}', { count: items.length })
      : t('{count, plural, one {# theme} other {# themes}}', { count: items.length });
  return only.version ? `${only.name} ${only.version}` : only.name;
};

/** The waves of a plan. */
export const waveLabel = (wave: number | null): string => {
  if (wave === null) return t('Not part of a wave');
  return wave === 1 ? t('First site') : t('Wave {wave}', { wave });
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

/** The lists of the directory where nothing is searched. */
export const BROWSE_LABELS: Readonly<Record<DirectoryBrowse, string>> = {
  popular: t('Popular'),
  new: t('New'),
  updated: t('Recently updated'),
};

export const SEVERITY_LABELS: Readonly<Record<Severity, string>> = {
  low: t('Low severity'),
  medium: t('Medium severity'),
  high: t('High severity'),
  critical: t('Critical severity'),
};

/** What is known to be wrong with the version in the directory, otherwise with older ones; null for nothing. */
export function vulnerabilitiesLabel({ known, current, severest, fixed_in }: KnownVulnerabilities): string | null {
  const details = [
    severest && SEVERITY_LABELS[severest],
    fixed_in ? t('fixed in {version}', { version: fixed_in }) : current > 0 && t('not fixed yet'),
  ].filter(Boolean);
  const inDetail = details.length > 0 ? ` (${details.join(', ')})` : '';
  if (current > 0)
    return (
      t('{count, plural, one {# known vulnerability} other {# known vulnerabilities}}', { count: current }) + inDetail
    );
  return known > 0
    ? t('{count, plural, one {# vulnerability} other {# vulnerabilities}} in older versions', { count: known }) +
        inDetail
    : null;
}

import { EXTENSION_KINDS, type ExtensionAction, type ExtensionKind, type ExtensionRunSummary } from '@panel/contract';
import { described, said, sentence, type Said, type Sentence } from '../../context/said.ts';
import type { Notice } from '../../tasks/task-kind.ts';
import { hasEnded, wireSite } from '../change-plan/plan-result.ts';
import type { RunRow, RunSiteRow } from '../change-plan/run.repo.ts';

type ExtensionRunRow = RunRow & { kind: ExtensionKind; action: ExtensionAction };

/** Whether a run is about plugins or themes. */
export const isExtensionRun = (run: RunRow): run is ExtensionRunRow =>
  run.action !== null && (EXTENSION_KINDS as readonly string[]).includes(run.kind);

/** The same of a run that is known to be one. @throws Error for another */
export function extensionRunOf(run: RunRow): ExtensionRunRow {
  if (!isExtensionRun(run)) throw new Error(`The plan ${run.id} is not about plugins or themes.`);
  return run;
}

/** A run without its sites. */
export const wireRun = ({ id, kind, action, items, createdAt, state }: ExtensionRunRow): ExtensionRunSummary => ({
  ...{ id, kind, action, state },
  items: items.map(({ slug, name, version }) => ({ slug, name, version })),
  created_at: createdAt.toISOString(),
});

/** The page that shows the result of a run. */
export const runPath = (kind: ExtensionKind, id: string): string => `/${kind}s/apply-done?run=${id}`;

/** What a run is about: the only thing, or how many. */
function whatOf({ items, kind }: ExtensionRunRow): Sentence {
  const [only] = items;
  if (items.length === 1 && only) return sentence('{name}', { name: only.name });
  const count = items.length;
  return kind === 'plugin'
    ? sentence('{count, plural, one {# plugin} other {# plugins}}', { count })
    : sentence('{count, plural, one {# theme} other {# themes}}', { count });
}

const noticeWith = ({ kind, id }: ExtensionRunRow, text: Said): Notice => ({
  ...{ type: 'extensions_changed', ...described(text), link: runPath(kind, id) },
});

type Result = { what: Sentence[]; good: number; all: number; share: 'all' | 'some' };

const DONE: Readonly<Record<ExtensionAction, (result: Result) => Said>> = {
  install: (result) =>
    said(
      'Installed {what} on {share, select, all {{all, plural, one {# site} other {# sites}}} other {{good} of {all, plural, one {# site} other {# sites}}}}.',
      result,
    ),
  activate: (result) =>
    said(
      'Activated {what} on {share, select, all {{all, plural, one {# site} other {# sites}}} other {{good} of {all, plural, one {# site} other {# sites}}}}.',
      result,
    ),
  deactivate: (result) =>
    said(
      'Deactivated {what} on {share, select, all {{all, plural, one {# site} other {# sites}}} other {{good} of {all, plural, one {# site} other {# sites}}}}.',
      result,
    ),
  delete: (result) =>
    said(
      'Deleted {what} on {share, select, all {{all, plural, one {# site} other {# sites}}} other {{good} of {all, plural, one {# site} other {# sites}}}}.',
      result,
    ),
  update: (result) =>
    said(
      'Updated {what} on {share, select, all {{all, plural, one {# site} other {# sites}}} other {{good} of {all, plural, one {# site} other {# sites}}}}.',
      result,
    ),
};

/** Reports the result once the last site of a run has ended; before that, nothing. */
export function noticeOf(run: ExtensionRunRow, rows: readonly RunSiteRow[]): Notice | null {
  const sites = rows.map(wireSite);
  if (!hasEnded(run, sites)) return null;
  const good = sites.filter(({ status }) => status === 'succeeded').length;
  const all = sites.length;
  return noticeWith(run, DONE[run.action]({ what: [whatOf(run)], good, all, share: good === all ? 'all' : 'some' }));
}

/** Asks for a decision about a plan. */
export function pausedNotice(run: ExtensionRunRow, state: 'review' | 'halted', { fqdn }: RunSiteRow): Notice {
  const facts = { what: [whatOf(run)], site: fqdn };
  return noticeWith(
    run,
    state === 'halted'
      ? said(
          '{what}: the change failed on {site} and was undone there. No other site is changed until you decide.',
          facts,
        )
      : said('{what}: {site} looks different after the change. Compare it, then continue or stop.', facts),
  );
}

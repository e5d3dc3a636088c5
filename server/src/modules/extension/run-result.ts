import { SITE_PICTURE_PATH } from '@panel/contract';
import type { ExtensionAction, ExtensionKind, ExtensionRunSummary, RunSite, TaskStep } from '@panel/contract';
import { described, said, sentence, type Said, type Sentence } from '../../context/said.ts';
import type { Notice } from '../../tasks/task-kind.ts';
import type { RunRow, RunSiteRow } from './run.repo.ts';

const OPEN: ReadonlySet<RunSite['status']> = new Set(['waiting', 'queued', 'running', 'cancelling']);

const shareOf = (steps: readonly TaskStep[]): number =>
  steps.length === 0 ? 0 : Math.floor((100 * steps.filter(({ state }) => state === 'done').length) / steps.length);

/** What a task says about its site; `done`: the status once it has succeeded. */
function progressOf(
  task: NonNullable<RunSiteRow['task']>,
  done: 'succeeded' | 'put_back' = 'succeeded',
): Pick<RunSite, 'status' | 'percent' | 'step' | 'error'> {
  const { status, steps, error } = task;
  const running = steps.find(({ state }) => state === 'running');
  return {
    status: status === 'succeeded' ? done : status,
    percent: status === 'succeeded' ? 100 : Math.min(99, shareOf(steps)),
    step: status === 'running' ? (running?.title ?? null) : null,
    error: error?.message ?? null,
  };
}

function statusOf(row: RunSiteRow): Pick<RunSite, 'status' | 'percent' | 'step' | 'error'> {
  const still = { percent: 0, step: null };
  if (row.outcome === 'skipped' || row.outcome === 'not_started') return { ...still, status: row.outcome, error: null };
  if (row.undo) return progressOf(row.undo, 'put_back');
  if (row.task) return progressOf(row.task);
  if (row.wave !== null && row.refused === null && row.taskId === null)
    return { ...still, status: 'waiting', error: null };
  return { ...still, status: 'refused', error: row.refused };
}

/** Address of a picture of a site that a plan took. */
const pictureOf = ({ siteId, runId, taskId }: RunSiteRow, when: 'before' | 'after'): string =>
  // Browsers keep pictures, and another attempt takes others.
  `${SITE_PICTURE_PATH}${siteId}/${runId}/${when}.png?task=${taskId}`;

/** The result for one site. */
export function wireSite(row: RunSiteRow): RunSite {
  const { differences = [], pictures, noPictures = null } = row.findings;
  return {
    ...{ site_id: row.siteId, fqdn: row.fqdn, task_id: row.undoTaskId ?? row.taskId, wave: row.wave },
    ...statusOf(row),
    differences,
    pictures:
      pictures?.before && pictures.after ? { before: pictureOf(row, 'before'), after: pictureOf(row, 'after') } : null,
    no_pictures: noPictures,
  };
}

/** A run without its sites. */
export const wireRun = ({ id, kind, action, items, createdAt, state }: RunRow): ExtensionRunSummary => ({
  ...{ id, kind, action, state },
  items: items.map(({ slug, name, version }) => ({ slug, name, version })),
  created_at: createdAt.toISOString(),
});

/** Whether no site of a run is waiting or being changed, and nothing is to be decided. */
export const hasEnded = ({ state }: Pick<RunRow, 'state'>, sites: readonly RunSite[]): boolean =>
  state !== 'review' && state !== 'halted' && sites.every(({ status }) => !OPEN.has(status));

/** The page that shows the result of a run. */
export const runPath = (kind: ExtensionKind, id: string): string => `/${kind}s/apply-done?run=${id}`;

/** What a run is about: the only thing, or how many. */
function whatOf({ items, kind }: RunRow): Sentence {
  const [only] = items;
  if (items.length === 1 && only) return sentence('{name}', { name: only.name });
  const count = items.length;
  return kind === 'plugin'
    ? sentence('{count, plural, one {# plugin} other {# plugins}}', { count })
    : sentence('{count, plural, one {# theme} other {# themes}}', { count });
}

const noticeWith = ({ kind, id }: RunRow, text: Said): Notice => ({
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
export function noticeOf(run: RunRow, rows: readonly RunSiteRow[]): Notice | null {
  const sites = rows.map(wireSite);
  if (!hasEnded(run, sites)) return null;
  const good = sites.filter(({ status }) => status === 'succeeded').length;
  const all = sites.length;
  return noticeWith(run, DONE[run.action]({ what: [whatOf(run)], good, all, share: good === all ? 'all' : 'some' }));
}

/** Asks for a decision about a plan. */
export function pausedNotice(run: RunRow, state: 'review' | 'halted', { fqdn }: RunSiteRow): Notice {
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

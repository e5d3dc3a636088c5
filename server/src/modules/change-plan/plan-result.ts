import { SITE_PICTURE_PATH } from '@panel/contract';
import type { RunSite, TaskStep } from '@panel/contract';
import { englishOf } from '../../lib/sentence.ts';
import { differenceText, noPicturesText, reasonText } from './plan-words.ts';
import type { RunRow, RunSiteRow } from './run.repo.ts';

const OPEN: ReadonlySet<RunSite['status']> = new Set(['waiting', 'queued', 'running', 'cancelling']);

const shareOf = (steps: readonly TaskStep[]): number =>
  steps.length === 0 ? 0 : Math.floor((100 * steps.filter(({ state }) => state === 'done').length) / steps.length);

/** What a task says about its site; `done`: the status once it has succeeded. */
function progressOf(
  task: NonNullable<RunSiteRow['task']>,
  done: 'succeeded' | 'put_back' = 'succeeded',
): Pick<RunSite, 'status' | 'percent' | 'step' | 'error' | 'error_texts'> {
  const { status, steps, error } = task;
  const running = steps.find(({ state }) => state === 'running');
  return {
    status: status === 'succeeded' ? done : status,
    percent: status === 'succeeded' ? 100 : Math.min(99, shareOf(steps)),
    step: status === 'running' ? (running?.title ?? null) : null,
    error: error?.message ?? null,
    ...(error?.texts && { error_texts: error.texts }),
  };
}

function statusOf(row: RunSiteRow): Pick<RunSite, 'status' | 'percent' | 'step' | 'error' | 'error_texts'> {
  const still = { percent: 0, step: null };
  if (row.outcome === 'skipped' || row.outcome === 'not_started') return { ...still, status: row.outcome, error: null };
  if (row.undo) return progressOf(row.undo, 'put_back');
  if (row.task) return progressOf(row.task);
  if (row.wave !== null && row.refused === null && row.taskId === null)
    return { ...still, status: 'waiting', error: null };
  return { ...still, status: 'refused', error: row.refused && reasonText(row.refused) };
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
    differences: differences.map((each) => englishOf(differenceText(each))),
    difference_texts: differences.map(differenceText),
    pictures:
      pictures?.before && pictures.after ? { before: pictureOf(row, 'before'), after: pictureOf(row, 'after') } : null,
    no_pictures: noPictures && noPicturesText(noPictures),
  };
}

/** Whether no site of a run is waiting or being changed, and nothing is to be decided. */
export const hasEnded = ({ state }: Pick<RunRow, 'state'>, sites: readonly RunSite[]): boolean =>
  state !== 'review' && state !== 'halted' && sites.every(({ status }) => !OPEN.has(status));

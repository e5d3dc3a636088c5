import { addressOf } from '../../config/config.ts';
import type { Findings, NoPictures } from '../../db/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import type { StepContext } from '../../tasks/task-kind.ts';
import { siteFolderKey } from '../backup/backup-archive.ts';
import { siteOf } from '../site/site-task-steps.ts';
import { runSiteOfTask } from './run.repo.ts';

/** Share of pixels from which on a picture counts as another one: a line of text with a date stays below it. */
const CHANGED_SHARE = 0.01;

type When = 'before' | 'after';

/** Everything that the storage has of a site of a plan. */
export const runPicturesKey = (siteId: string, runId: string): string => `${siteFolderKey(siteId)}/run-${runId}`;
/** A picture that a plan took. */
export const runPictureKey = (siteId: string, runId: string, when: When): string =>
  `${runPicturesKey(siteId, runId)}/${when}.png`;

/** Takes and stores a picture. @returns it, or why there is none */
async function take(context: StepContext, when: When): Promise<Buffer | NoPictures> {
  const { app, task, signal } = context;
  const site = await siteOf(context);
  const run = await runSiteOfTask(app.db, task.id);
  if (!app.pictures || !run) return 'off';
  if (site.protectionHash) return 'protected';
  if (!(await app.pictures.available())) return 'no_browser';
  try {
    const picture = await app.pictures.take(site.id, addressOf(app.config, site.fqdn), signal);
    await app.storage.put(runPictureKey(site.id, run.runId, when), { bytes: picture });
    return picture;
  } catch (error) {
    signal.throwIfAborted();
    app.log.info({ err: error, siteId: site.id }, 'a plan has no picture of its first site');
    return `failed_${when}`;
  }
}

/** Takes the picture to compare with. */
export async function pictureBefore(context: StepContext): Promise<Findings> {
  const picture = await take(context, 'before');
  return typeof picture === 'string' ? { noPictures: picture } : { pictures: { before: true, after: false } };
}

async function stored(storage: Storage, key: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await storage.read(key)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Takes the second picture, and names a visible difference. */
export async function pictureAfter(context: StepContext): Promise<Findings> {
  const { app, task, note } = context;
  const run = await runSiteOfTask(app.db, task.id);
  if (!run?.findings.pictures?.before) return {};
  const picture = await take(context, 'after');
  if (typeof picture === 'string') return { noPictures: picture };
  const before = await stored(app.storage, runPictureKey(run.siteId, run.runId, 'before'));
  const { differing: share } = await app.uploads.run('comparison', `task ${task.id}`, { one: before, other: picture });
  note(`${(100 * share).toFixed(1)} % of the picture differ`);
  return {
    pictures: { before: true, after: true },
    differences: share > CHANGED_SHARE ? [{ code: 'look' }] : [],
  };
}

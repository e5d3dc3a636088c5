import { PREVIEWS_MAX } from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import { DAY_MS } from '../../tasks/define-module.ts';
import { endBuild, waitingBuilds, type BuildRow } from '../app/app-build.repo.ts';
import type { AppRow, AppWorkload } from '../app/app.repo.ts';
import { queueBuild } from '../app/queue-build.ts';
import { isPreviewed } from './branch-pattern.ts';
import { activeBuilds, changePreview, insertPreview, openPreviews, type PreviewRow } from './preview.repo.ts';

type Deps = Pick<AppContext, 'tasks' | 'clock'>;
type Given = { workload: AppWorkload; app: AppRow };
/** A branch of which a push told. */
export type PushedBranch = { branch: string; commit: string | null; isDeleted?: boolean };
/** What a push means for previews. */
export type PreviewPlan = { builds: readonly string[]; ends: readonly PreviewRow[] };

/** Whether the code of an application has branches. */
export const hasBranches = ({ source }: Pick<AppRow, 'source'>): boolean =>
  source === 'github' || source === 'git' || source === 'panel';

/** Which branches of a push get a preview, and which previews end with their branch. The application is locked. */
export async function planPreviews(
  tx: Database,
  { app }: Given,
  pushed: readonly PushedBranch[],
): Promise<PreviewPlan> {
  const others = pushed.filter(({ branch }) => branch !== app.branch);
  const gone = others.filter(({ isDeleted }) => isDeleted).map(({ branch }) => branch);
  const ends = gone.length === 0 ? [] : (await openPreviews(tx, app.id)).filter(({ branch }) => gone.includes(branch));
  if (!app.previewsOn || !hasBranches(app)) return { builds: [], ends };
  const builds = others
    .filter(({ branch, isDeleted }) => !isDeleted && isPreviewed(app.previewBranches, branch))
    .map(({ branch }) => branch);
  // A push of very many branches leaves out new ones rather than those that somebody looks at.
  const known = new Set((await openPreviews(tx, app.id)).map(({ branch }) => branch));
  const sorted = [...new Set(builds)].sort((a, b) => Number(known.has(b)) - Number(known.has(a)));
  return { builds: sorted.slice(0, PREVIEWS_MAX), ends };
}

/** When a preview ends that was pushed to now. */
export const previewEnd = ({ clock }: Pick<Deps, 'clock'>, { previewDays }: Pick<AppRow, 'previewDays'>): Date =>
  new Date(clock.now().getTime() + previewDays * DAY_MS);

/** Ends a preview of a locked application: it answers no longer, and a chore removes its files. */
export async function endPreview({ clock }: Pick<Deps, 'clock'>, tx: Database, { id }: PreviewRow): Promise<void> {
  await changePreview(tx, id, { endedAt: clock.now() });
  for (const build of await activeBuilds(tx, id))
    if (build.taskId === null) await endBuild(tx, build.id, 'cancelled', clock.now());
}

/**
 * Builds the newest commit of a branch as its preview; more previews than an application may have end the one that would end
 * first. A build that waits has not read its code yet, so there is no second one.
 */
export async function queuePreview(
  app: Deps,
  tx: Database,
  given: Given,
  { branch, trigger, userId }: { branch: string; trigger: 'push' | 'manual'; userId: string | null },
): Promise<BuildRow> {
  const { id: appId } = given.app;
  const open = await openPreviews(tx, appId);
  const times = { pushedAt: app.clock.now(), endsAt: previewEnd(app, given.app) };
  const known = open.find((each) => each.branch === branch);
  if (known) await changePreview(tx, known.id, times);
  else for (const each of open.slice(0, Math.max(0, open.length - PREVIEWS_MAX + 1))) await endPreview(app, tx, each);
  const preview = known ?? (await insertPreview(tx, { appId, branch, ...times }));
  const waiting = (await waitingBuilds(tx, appId)).find(({ previewId }) => previewId === preview.id);
  return waiting ?? queueBuild(app, tx, given, { trigger, userId, preview: { id: preview.id, branch } });
}

import type { AppContext } from '../../context/app-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { taskApp, type AppRow } from '../app/app.repo.ts';
import type { PushedBranch } from '../app-preview/preview-push.ts';
import { listPreviews } from '../app-preview/preview.repo.ts';
import { deliver, PANEL_BRANCH, type Delivered } from './deliver.ts';
import { endReceiving, insertDelivery, interruptedPushes } from './delivery.repo.ts';

type Deps = Pick<AppContext, 'db' | 'clock' | 'tasks' | 'hosting'>;

/** A push into the panel's own Git that is being received: the branch that is built, and its commit before. */
export type BegunPush = {
  id: string;
  appId: string;
  branch: string;
  before: string | null;
  from: string;
  /** The newest commits of all branches before; null when nobody knows. */
  heads: ReadonlyMap<string, string> | null;
};

/** Longer than a client may take. */
const INTERRUPTED_MS = 15 * 60_000;
const AT_ONCE = 20;

/** The newest commit of a branch, of a list if it has it; a list may be cut short. */
const commitOf = async (
  { hosting }: Deps,
  appId: string,
  branch: string,
  heads: ReadonlyMap<string, string> | null,
): Promise<string | null> => heads?.get(branch) ?? hosting.branchCommit(appId, branch);

/** Notes that a push begins, so that it is built even if this process is killed before it has been received. */
export async function beginPush(
  app: Deps,
  { id: appId, branch: chosen, previewsOn }: AppRow,
  from: string,
): Promise<BegunPush> {
  const branch = chosen ?? PANEL_BRANCH;
  const heads = previewsOn ? await app.hosting.branches(appId) : null;
  const before = await commitOf(app, appId, branch, heads);
  const about = { appId, sender: 'panel', fromAddress: from, branch, commit: before } as const;
  const id = await insertDelivery(app.db, { ...about, result: 'receiving', createdAt: app.clock.now() });
  if (id === null) throw new PanelError('INTERNAL');
  return { id, appId, branch, before, from, heads };
}

/**
 * What a push has changed of the other branches, and the newest commits of all. Without what was there before, previews are compared
 * with the commit that was built of them; with none of both, nobody has looked.
 */
async function otherBranches(
  app: Deps,
  { appId, branch, heads }: BegunPush,
): Promise<{ others: PushedBranch[]; now: ReadonlyMap<string, string> | null }> {
  const previews = await listPreviews(app.db, appId);
  const known = heads ?? new Map(previews.map(({ preview, last }) => [preview.branch, last?.commit ?? '']));
  if (known.size === 0 && heads === null) return { others: [], now: null };
  const now = await app.hosting.branches(appId);
  const changed = [...now].filter(([name, commit]) => (heads || known.has(name)) && known.get(name) !== commit);
  const gone: typeof previews = [];
  // A list may be cut short; a preview ends only once its branch is known to be gone.
  for (const each of previews)
    if (!now.has(each.preview.branch) && (await isGone(app, appId, each.preview.branch))) gone.push(each);
  const all: PushedBranch[] = [
    ...changed.map(([name, commit]) => ({ branch: name, commit })),
    ...gone.map(({ preview }) => ({ branch: preview.branch, commit: null, isDeleted: true })),
  ];
  return { others: all.filter((each) => each.branch !== branch), now };
}

/** Whether a repository has no such branch; false when it cannot say. */
const isGone = ({ hosting }: Deps, appId: string, branch: string): Promise<boolean> =>
  hosting.branchCommit(appId, branch).then(
    (commit) => commit === null,
    (error: unknown) => {
      if (error instanceof HostingError) return false;
      throw error;
    },
  );

/** Builds what a push has changed; null when all branches that are built are as they were. */
export async function settlePush(app: Deps, push: BegunPush): Promise<(Delivered & { commit: string }) | null> {
  const { id, appId, branch, before, from } = push;
  const { others, now } = await otherBranches(app, push);
  const commit = await commitOf(app, appId, branch, now);
  const isBuilt = commit !== null && commit !== before;
  const pushed = [...(isBuilt ? [{ branch, commit }] : []), ...others];
  if (pushed.length === 0) {
    await endReceiving(app.db, id);
    return null;
  }
  const told = { sender: 'panel', from, digest: null, instead: id } as const;
  const delivered = await deliver(app, appId, told, pushed);
  return delivered && { ...delivered, commit: commit ?? '' };
}

/** Settles pushes whose process was killed while it received them. */
export async function settleInterrupted(app: Deps & Pick<AppContext, 'machine'>): Promise<void> {
  const before = new Date(app.clock.now().getTime() - INTERRUPTED_MS);
  for (const { id, appId, branch, commit, fromAddress: from } of await interruptedPushes(
    app.db,
    app.machine.id,
    before,
    AT_ONCE,
  )) {
    const found = await taskApp(app.db, appId);
    const push = { id, appId, branch: branch ?? PANEL_BRANCH, before: commit, from, heads: null };
    // One in the bin has no folder that answers; its push is settled once it is back.
    if (found?.workload.binnedAt === null)
      await settlePush(app, push).catch((error: unknown) => {
        if (!(error instanceof HostingError)) throw error;
      });
  }
}

import type { AppContext } from '../../context/app-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { taskApp, type AppRow } from '../app/app.repo.ts';
import { deliver, PANEL_BRANCH, type Delivered } from './deliver.ts';
import { endReceiving, insertDelivery, interruptedPushes } from './delivery.repo.ts';

type Deps = Pick<AppContext, 'db' | 'clock' | 'tasks' | 'hosting'>;

/** A push into the panel's own Git that is being received: the branch that is built, and its commit before. */
export type BegunPush = { id: string; appId: string; branch: string; before: string | null; from: string };

/** Longer than a client may take. */
const INTERRUPTED_MS = 15 * 60_000;
const AT_ONCE = 20;

/** Notes that a push begins, so that it is built even if this process is killed before it has been received. */
export async function beginPush(app: Deps, { id: appId, branch: chosen }: AppRow, from: string): Promise<BegunPush> {
  const branch = chosen ?? PANEL_BRANCH;
  const before = await app.hosting.branchCommit(appId, branch);
  const about = { appId, sender: 'panel', fromAddress: from, branch, commit: before } as const;
  const id = await insertDelivery(app.db, { ...about, result: 'receiving', createdAt: app.clock.now() });
  if (id === null) throw new PanelError('INTERNAL');
  return { id, appId, branch, before, from };
}

/** Builds what a push has changed; null when the branch that is built is as it was. */
export async function settlePush(
  app: Deps,
  { id, appId, branch, before, from }: BegunPush,
): Promise<(Delivered & { commit: string }) | null> {
  const commit = await app.hosting.branchCommit(appId, branch);
  if (commit === null || commit === before) {
    await endReceiving(app.db, id);
    return null;
  }
  const told = { sender: 'panel', from, digest: null, instead: id } as const;
  const delivered = await deliver(app, appId, told, [{ branch, commit }]);
  return delivered && { ...delivered, commit };
}

/** Settles pushes whose process was killed while it received them. */
export async function settleInterrupted(app: Deps): Promise<void> {
  const before = new Date(app.clock.now().getTime() - INTERRUPTED_MS);
  for (const { id, appId, branch, commit, fromAddress: from } of await interruptedPushes(app.db, before, AT_ONCE)) {
    const found = await taskApp(app.db, appId);
    const push = { id, appId, branch: branch ?? PANEL_BRANCH, before: commit, from };
    // One in the bin has no folder that answers; its push is settled once it is back.
    if (found?.workload.binnedAt === null)
      await settlePush(app, push).catch((error: unknown) => {
        if (!(error instanceof HostingError)) throw error;
      });
  }
}

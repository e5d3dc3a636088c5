import type { DeliveryResult, DeliverySender } from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { waitingBuilds } from '../app/app-build.repo.ts';
import { taskApp, updateApp, type AppRow, type AppWorkload } from '../app/app.repo.ts';
import { refuseBuilds } from '../app-account/build-minutes.ts';
import { queueBuild } from '../app/queue-build.ts';
import { endPreview, planPreviews, queuePreview } from '../app-preview/preview-push.ts';
import { findUserOfPartner } from '../user/user.repo.ts';
import { endReceiving, insertDelivery, nameBuild } from './delivery.repo.ts';
import type { Pushed } from './push-payload.ts';

type Deps = Pick<AppContext, 'db' | 'clock' | 'tasks'>;
/** The branch that is built of a repository in the panel, unless another is chosen. */
export const PANEL_BRANCH = 'main';

type Given = { workload: AppWorkload; app: AppRow };

/** `digest`: of what was sent, so that it counts once; null for what counts each time. */
export type Told = {
  sender: DeliverySender;
  from: string;
  digest: string | null;
  /** The delivery that was stored while it was received. */
  instead?: string;
};
export type Delivered = { result: DeliveryResult; buildId: string | null; previews?: readonly string[] };

/** What a push of these branches means for production; null: any push, of the branch that is built. */
function meaning({ app }: Given, pushed: Pushed | null): DeliveryResult {
  const changed = pushed?.filter(({ isDeleted }) => !isDeleted);
  if (changed?.length === 0) return 'event';
  if (!app.autoDeploy) return 'off';
  return !changed || changed.some(({ branch }) => branch === app.branch) ? 'build' : 'branch';
}

/** Whether the customer of an application may build now. */
async function mayBuild(app: Deps, tx: Database, { partnerId, customerId }: AppWorkload): Promise<boolean> {
  const customer = customerId === null ? undefined : await findUserOfPartner(tx, partnerId, customerId);
  if (!customer) return true;
  return refuseBuilds({ db: tx, clock: app.clock }, customer).then(
    () => true,
    (error: unknown) => {
      if (error instanceof PanelError && error.code === 'ABUSE') return false;
      throw error;
    },
  );
}

/** A push into the repository of an application of a template makes it the place of its code. */
async function adopted(tx: Database, { workload, app }: Given): Promise<Given> {
  if (app.source !== 'template') return { workload, app };
  const change = { source: 'panel', branch: app.branch ?? PANEL_BRANCH } as const;
  await updateApp(tx, app.id, change);
  return { workload, app: { ...app, ...change } };
}

/**
 * Builds the newest commit of an application after a push, and keeps what came of it. Null when there is no such application any more.
 * A build that waits has not read its code yet, so a further push of the same branch needs no other one.
 */
export async function deliver(
  app: Deps,
  appId: string,
  { sender, from, digest, instead }: Told,
  pushed: Pushed | null,
): Promise<Delivered | null> {
  return app.db.transaction(async (tx) => {
    const found = await taskApp(tx, appId, { lock: true });
    if (instead !== undefined && !(await endReceiving(tx, instead))) return null;
    const given = found && sender === 'panel' ? await adopted(tx, found) : found;
    if (!given || given.workload.binnedAt !== null || given.workload.status === 'moving') return null;
    const forProduction = meaning(given, pushed);
    const previews = await planPreviews(tx, given, pushed ?? []);
    const meant =
      forProduction === 'build'
        ? 'build'
        : previews.builds.length > 0
          ? 'preview'
          : previews.ends.length > 0
            ? 'ended'
            : forProduction;
    const builds = meant === 'build' || meant === 'preview';
    const result = builds && !(await mayBuild(app, tx, given.workload)) ? 'limit' : meant;
    const shown = pushed?.find(({ branch }) => branch === given.app.branch) ?? pushed?.[0];
    const about = {
      ...{ appId, sender, fromAddress: from, createdAt: app.clock.now() },
      branch: shown?.branch ?? (pushed === null ? given.app.branch : null),
      commit: shown?.commit ?? null,
    };
    const id = await insertDelivery(tx, { ...about, result, digest });
    if (id === null) {
      await insertDelivery(tx, { ...about, result: 'repeated' });
      return { result: 'repeated', buildId: null };
    }
    for (const preview of previews.ends) await endPreview(app, tx, preview);
    if (result !== 'build' && result !== 'preview') return { result, buildId: null };
    const started: string[] = [];
    if (result === 'build') {
      const waiting = (await waitingBuilds(tx, appId)).find(
        ({ branch, commit, previewId }) => branch === given.app.branch && commit === null && previewId === null,
      );
      started.push((waiting ?? (await queueBuild(app, tx, given, { trigger: 'push', userId: null }))).id);
    }
    for (const branch of previews.builds)
      started.push((await queuePreview(app, tx, given, { branch, trigger: 'push', userId: null })).id);
    const [first = null] = started;
    if (first !== null) await nameBuild(tx, id, first);
    return { result, buildId: first, previews: previews.builds };
  });
}

/** Keeps that a request was refused. */
export async function noteRefused(
  { db, clock }: Deps,
  appId: string,
  given: { sender: DeliverySender; from: string; result: DeliveryResult },
): Promise<void> {
  const { sender, from: fromAddress, result } = given;
  await insertDelivery(db, { appId, sender, fromAddress, result, createdAt: clock.now() });
}

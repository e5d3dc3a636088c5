import type { AppPreview, AppPreviews, AppPreviewsInput, PromotePreviewInput } from '@panel/contract';
import type * as v from 'valibot';
import { addressesOf } from '../../config/config.ts';
import type { CallContext } from '../../context/call-context.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkExpected } from '../../kernel/expected.ts';
import { protectionFields } from '../site/site-protection.ts';
import { callerId, findApp, lockOwnApp, lockToBuild, recorded } from '../app/app-access.ts';
import { buildOf, type BuildRow } from '../app/app-build.repo.ts';
import type { BuildStarted } from '../app/app-build.service.ts';
import { needBuilds } from '../app/app-create.service.ts';
import { readVariables } from '../app/app-variables.repo.ts';
import { updateApp, type AppRow, type AppWorkload } from '../app/app.repo.ts';
import { publicBuild } from '../app/public-app.ts';
import { queueBuild } from '../app/queue-build.ts';
import { endPreview, hasBranches, previewEnd, queuePreview } from './preview-push.ts';
import { previewHost } from './preview-host.repo.ts';
import { changePreview, findPreview, listPreviews, type ListedPreview, type PreviewRow } from './preview.repo.ts';

const wirePreview =
  (context: CallContext, different: Different) =>
  ({ preview, live, last, domain }: ListedPreview): AppPreview => {
    const wire = (build: BuildRow | null) => build && publicBuild(build, null);
    return {
      ...{ id: preview.id, site_id: preview.appId, branch: preview.branch },
      url: addressesOf(context.app.config)(`${preview.label}.${domain}`),
      ...{ live_build: wire(live), last_build: wire(last) },
      different_variables: live ? different(live.variablesVersion) : [],
      created_at: preview.createdAt.toISOString(),
      pushed_at: preview.pushedAt.toISOString(),
      ends_at: preview.endsAt.toISOString(),
    };
  };

/** Names of variables of builds that are not the same in a version of previews and in production. */
type Different = (version: number) => string[];

async function differentVariables(
  { app: { db, secrets } }: CallContext,
  appId: string,
  previews: readonly ListedPreview[],
): Promise<Different> {
  const read = async (environment: 'production' | 'preview', version?: number) => {
    const key = { appId, environment, ...(version !== undefined && { version }) };
    const { variables } = (await readVariables(db, secrets, key)) ?? { variables: [] };
    return new Map(variables.filter(({ phase }) => phase !== 'run').map(({ name, value }) => [name, value]));
  };
  const ours = await read('production');
  const byVersion = new Map<number, string[]>();
  for (const version of new Set(previews.flatMap(({ live }) => (live ? [live.variablesVersion] : [])))) {
    const theirs = version === 0 ? new Map<string, string>() : await read('preview', version);
    const names = [...new Set([...ours.keys(), ...theirs.keys()])].sort();
    byVersion.set(
      version,
      names.filter((name) => ours.get(name) !== theirs.get(name)),
    );
  }
  return (version) => byVersion.get(version) ?? [];
}

/** The previews of an application, and which branches get one. @throws PanelError NOT_FOUND */
export async function showPreviews(context: CallContext, id: string): Promise<AppPreviews> {
  const { app, workload } = await findApp(context, id);
  const previews = await listPreviews(context.app.db, id);
  return {
    ...{ enabled: app.previewsOn, branches: app.previewBranches, days: app.previewDays, username: app.previewUser },
    has_branches: hasBranches(app),
    is_protected: app.previewUser !== null || workload.protectionUser !== null,
    previews: previews.map(wirePreview(context, await differentVariables(context, id, previews))),
  };
}

/**
 * Chooses which branches get previews, and who may see them. Switching them off ends none: what is there ends by itself, or is deleted.
 * @throws PanelError NOT_FOUND, CONFLICT
 */
export async function savePreviews(
  context: CallContext,
  { id, enabled, branches, days, password_protection: protection, expected }: v.InferOutput<typeof AppPreviewsInput>,
): Promise<AppPreviews> {
  const fields = protection === undefined ? null : await protectionFields(protection);
  const workload = await context.app.db.transaction(async (tx) => {
    const { app, workload } = await lockOwnApp(context, tx, id);
    checkExpected(expected, { branches: app.previewBranches, days: app.previewDays, username: app.previewUser });
    await updateApp(tx, id, {
      previewsOn: enabled ?? app.previewsOn,
      previewBranches: branches ? [...new Set(branches)] : app.previewBranches,
      previewDays: days ?? app.previewDays,
      ...(fields && { previewUser: fields.protectionUser ?? null, previewHash: fields.protectionHash ?? null }),
    });
    return workload;
  });
  // Who may see them is all that visitors notice.
  if (fields)
    for (const { preview, domain } of await listPreviews(context.app.db, id))
      context.app.edge.invalidate(`${preview.label}.${domain}`);
  const protectedNow = protection === undefined ? {} : { protection: protection === null ? 'removed' : 'set' };
  await recorded(context, 'app.previews', workload, { enabled, branches: branches?.length, days, ...protectedNow });
  return showPreviews(context, id);
}

/**
 * Builds the newest commit of a branch as its preview, whether or not a pattern has it.
 * @throws PanelError NOT_FOUND, ABUSE, BUILDS_UNAVAILABLE, PREVIEWS_OFF, PREVIEW_OF_PRODUCTION
 */
export async function buildPreview(context: CallContext, id: string, branch: string): Promise<BuildStarted> {
  const started = await context.app.db.transaction(async (tx) => {
    const given = await lockToBuild(context, tx, id);
    if (!hasBranches(given.app)) throw new PanelError('NOT_FOUND');
    if (!given.app.previewsOn) throw new PanelError('PREVIEWS_OFF');
    if (given.app.branch === branch) throw new PanelError('PREVIEW_OF_PRODUCTION', { branch });
    needBuilds(context);
    const wanted = { branch, trigger: 'manual', userId: callerId(context) } as const;
    const build = await queuePreview(context.app, tx, given, wanted);
    const answer = { status: true, build_id: build.id, task_id: build.taskId } as const;
    await context.remember(tx, answer);
    return { answer, workload: given.workload };
  });
  await recorded(context, 'app.preview_build', started.workload, { build: started.answer.build_id, branch });
  return started.answer;
}

type OwnPreview = { preview: PreviewRow; workload: AppWorkload; app: AppRow };

/** Changes a preview of the caller's scope, whose application is locked. @throws PanelError NOT_FOUND, and what `lock` throws */
async function withPreview<T>(
  context: CallContext,
  id: string,
  lock: typeof lockOwnApp,
  work: (own: OwnPreview, tx: CallContext['app']['db']) => Promise<T>,
): Promise<{ result: T; own: OwnPreview }> {
  return context.app.db.transaction(async (tx) => {
    const { appId } = found(await findPreview(tx, scopeOf(context), id));
    const given = await lock(context, tx, appId);
    // As it is now that nobody else changes it.
    const own = { ...given, preview: found(await findPreview(tx, scopeOf(context), id)) };
    return { result: await work(own, tx), own };
  });
}

/**
 * Makes the release of a preview the live one: its files as they are, with the variables of production for a server.
 * @param given `build_id`: what the caller has looked at
 * @throws PanelError NOT_FOUND, ABUSE, PREVIEW_NOT_READY, CONFLICT
 */
export async function promotePreview(
  context: CallContext,
  { id, build_id: seen }: v.InferOutput<typeof PromotePreviewInput>,
): Promise<BuildStarted> {
  const { result, own } = await withPreview(context, id, lockToBuild, async ({ preview, workload, app }, tx) => {
    const live = preview.liveBuildId === null ? undefined : await buildOf(tx, preview.liveBuildId);
    if (!live) throw new PanelError('PREVIEW_NOT_READY');
    if (seen !== undefined && seen !== live.id) throw new PanelError('CONFLICT');
    const wanted = { trigger: 'promote', userId: callerId(context), promotes: live } as const;
    const build = await queueBuild(context.app, tx, { workload, app }, wanted);
    const answer = { status: true, build_id: build.id, task_id: build.taskId } as const;
    await context.remember(tx, answer);
    return answer;
  });
  await recorded(context, 'app.preview_promote', own.workload, { build: result.build_id, branch: own.preview.branch });
  return result;
}

/** Lets a preview end as late as if it were pushed to now, and never earlier than it would. @throws PanelError NOT_FOUND */
export async function extendPreview(context: CallContext, id: string): Promise<AppPreviews> {
  const { own } = await withPreview(context, id, lockOwnApp, async ({ preview, app }, tx) => {
    const endsAt = previewEnd(context.app, app);
    if (endsAt > preview.endsAt) await changePreview(tx, preview.id, { endsAt });
  });
  await recorded(context, 'app.preview_extend', own.workload, { branch: own.preview.branch });
  return showPreviews(context, own.app.id);
}

/** Ends a preview. @throws PanelError NOT_FOUND */
export async function removePreview(context: CallContext, id: string): Promise<AppPreviews> {
  const { own } = await withPreview(context, id, lockOwnApp, ({ preview }, tx) => endPreview(context.app, tx, preview));
  context.app.edge.invalidate(await previewHost(context.app.db, own.preview));
  await recorded(context, 'app.preview_delete', own.workload, { branch: own.preview.branch });
  return showPreviews(context, own.app.id);
}

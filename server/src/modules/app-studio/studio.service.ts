import {
  FILE_TEXT_BYTES,
  isCodePath,
  STUDIO_FILES,
  type Studio,
  type StudioCommitInput,
  type StudioCommits,
  type StudioCommitted,
  type StudioFile,
  type StudioText,
} from '@panel/contract';
import { addressesOf } from '../../config/config.ts';
import { personOf, type CallContext } from '../../context/call-context.ts';
import { found } from '../../context/scope.ts';
import { templateFiles } from '../../hosting/index.ts';
import type { CodeAuthor, CodeEntry, CodeWrite } from '../../hosting/driver.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { PanelError } from '../../kernel/errors.ts';
import { findApp, recorded } from '../app/app-access.ts';
import type { AppRow, ListedApp } from '../app/app.repo.ts';
import { publicApp } from '../app/public-app.ts';
import { PANEL_BRANCH } from '../app-push/deliver.ts';
import { beginPush, settlePush } from '../app-push/panel-push.ts';
import { hasRepository } from '../app-push/push.service.ts';
import { textOf } from '../file/file-text.ts';
import { planChanges } from './plan-changes.ts';

const BRANCHES = 100;
const COMMITS = 30;
/** Paths that the audit log names. */
const NAMED = 20;
const STATIC_PAGE = 'static-page';

/** The path of its page. */
const studioPath = (id: string): string => `/manage-app/studio/${id}`;

/** An application whose code is in the panel's own Git. @throws PanelError NOT_FOUND */
async function studioApp(context: CallContext, id: string): Promise<ListedApp> {
  const given = await findApp(context, id);
  if (!hasRepository(given.app) || given.workload.status === 'moving') throw new PanelError('NOT_FOUND');
  return given;
}

/** The same, where Git runs. @throws PanelError also BUILDS_UNAVAILABLE */
async function usableApp(context: CallContext, id: string): Promise<ListedApp> {
  const given = await studioApp(context, id);
  const reason = context.app.hosting.repositoriesMissing();
  if (reason !== null) throw new PanelError('BUILDS_UNAVAILABLE', { reason });
  return given;
}

/** @throws PanelError SITE_UNAVAILABLE, DISK_FULL with the reason */
async function inRepository<T>({ log }: CallContext, appId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof HostingError)) throw error;
    log.warn({ err: error, appId, detail: error.detail }, 'a repository could not be used');
    if (error.code === 'DISK_FULL') throw new PanelError('DISK_FULL', {}, { message: error.message }, error);
    throw new PanelError('SITE_UNAVAILABLE', { reason: error.message }, {}, error);
  }
}

const productionOf = ({ branch }: AppRow): string => branch ?? PANEL_BRANCH;

/** A path that not every system can have is shown, and can only be changed with Git. */
const kindOf = ({ mode, path }: CodeEntry): StudioFile['kind'] =>
  !isCodePath(path) ? 'other' : mode.startsWith('100') ? 'file' : mode === '120000' ? 'link' : 'other';

/** Where the code of an application is edited: the studio, or the page of its repository elsewhere. @throws PanelError NOT_FOUND */
export async function studioUrl(context: CallContext, id: string): Promise<string> {
  const given = await findApp(context, id);
  if (!hasRepository(given.app)) return found(publicApp(context.app)(given).repository.url);
  return `${addressesOf(context.app.config)(context.partner.domain)}${studioPath(id)}`;
}

/** A branch, and the files of its newest commit. @throws PanelError NOT_FOUND, SITE_UNAVAILABLE */
export async function showStudio(context: CallContext, { id, branch }: { id: string; branch?: string | undefined }) {
  const { app } = await studioApp(context, id);
  const { hosting } = context.app;
  const production = productionOf(app);
  const shown = branch ?? production;
  const missing = hosting.repositoriesMissing();
  const nothing = { branch: shown, commit: null, branches: [], production, files: [], complete: true };
  if (missing !== null) return { ...nothing, template: null, missing } satisfies Studio;
  return inRepository(context, id, async (): Promise<Studio> => {
    const branches = await hosting.branches(id);
    const commit = branches.get(shown) ?? (await hosting.branchCommit(id, shown));
    const tree = commit === null ? null : await hosting.codeTree(id, commit, STUDIO_FILES);
    const isEmpty = branches.size === 0 && app.source === 'template';
    return {
      ...{ ...nothing, commit, missing },
      branches: [...branches.keys()].slice(0, BRANCHES),
      files: (tree?.entries ?? []).map((entry) => ({
        ...{ path: entry.path, kind: kindOf(entry), size: entry.size, version: entry.id },
      })),
      complete: tree?.complete ?? true,
      template: isEmpty ? (app.templateId ?? STATIC_PAGE) : null,
    };
  });
}

/** A file as text. @throws PanelError NOT_FOUND for what is no file, too */
export async function readCode(
  context: CallContext,
  { id, commit, path }: { id: string; commit: string; path: string },
): Promise<StudioText> {
  await usableApp(context, id);
  const at = { commit, path, maxBytes: FILE_TEXT_BYTES };
  const file = found(await inRepository(context, id, () => context.app.hosting.codeFile(id, at)));
  if (file.mode === '120000') return { path, kind: 'link', size: file.size, text: null };
  if (!file.mode.startsWith('100')) throw new PanelError('NOT_FOUND');
  const text = file.content === null ? null : textOf(file.content);
  const kind = file.content === null ? 'too_large' : text === null ? 'binary' : 'text';
  return { path, kind, size: file.size, text };
}

/** The newest commits of a branch. @throws PanelError NOT_FOUND, BUILDS_UNAVAILABLE */
export async function listCommits(
  context: CallContext,
  { id, branch }: { id: string; branch?: string | undefined },
): Promise<StudioCommits> {
  const { app } = await usableApp(context, id);
  const { hosting } = context.app;
  const all = await inRepository(context, id, async () => {
    const commit = await hosting.branchCommit(id, branch ?? productionOf(app));
    return commit === null ? [] : hosting.codeLog(id, commit, COMMITS);
  });
  return all.map(({ at, ...commit }) => ({ ...commit, at: at.toISOString() }));
}

/** Who is signed in: also staff who act as the customer, and a member of the account. */
function authorOf(context: CallContext): CodeAuthor {
  const { firstname, lastname, email } = context.viewer?.actor ?? personOf(context);
  return { name: `${firstname ?? ''} ${lastname ?? ''}`.trim(), email, at: context.app.clock.now() };
}

type Given = { branch: string; base: string | null; message: string; writes: readonly CodeWrite[] };

/** Commits, and builds as a push does. @throws PanelError BRANCH_MOVED with what has changed, DISK_FULL, SITE_UNAVAILABLE */
async function commitTo(
  context: CallContext,
  { app, workload }: ListedApp,
  { branch, base, message, writes }: Given,
): Promise<StudioCommitted> {
  const { hosting } = context.app;
  const { id } = app;
  if (await context.app.disk.isLow()) throw new PanelError('DISK_FULL');
  return inRepository(context, id, async () => {
    const push = await beginPush(context.app, app, context.request.ip);
    const commit = { branch, parent: base, message, author: authorOf(context), writes };
    const outcome = await hosting.commitCode(id, commit).catch(async (error: unknown) => {
      // The row of the push stays for the chore when this fails, too.
      await settlePush(context.app, push);
      throw error;
    });
    // The commit is there whatever comes after it; a chore settles it once it can.
    const settled = await settlePush(context.app, push).catch((err: unknown) => {
      context.log.error({ err, appId: id }, 'a commit could not be settled');
      return null;
    });
    if ('moved' in outcome) {
      const current = { commit: outcome.moved, changed: outcome.changed };
      throw new PanelError('BRANCH_MOVED', { branch }, { current });
    }
    const paths = writes.slice(0, NAMED).map(({ path }) => path);
    await recorded(context, 'app.commit', workload, { branch, commit: outcome.commit, paths });
    const result = settled?.result ?? (branch === productionOf(app) ? 'receiving' : 'branch');
    return { status: true, commit: outcome.commit, result, build_id: settled?.buildId ?? null };
  });
}

/**
 * Commits changes to a branch that is as it was read.
 * @throws PanelError NOT_FOUND, BRANCH_MOVED, STUDIO_TOO_LARGE, STUDIO_PATH_TAKEN, STUDIO_NOT_A_FILE, STUDIO_NOTHING, DISK_FULL
 */
export async function commitChanges(
  context: CallContext,
  { id, branch, base, message, changes }: StudioCommitInput,
): Promise<StudioCommitted> {
  const given = await usableApp(context, id);
  const { hosting } = context.app;
  const tree = await inRepository(context, id, async () => {
    if ((await hosting.branchCommit(id, branch)) !== base) return null;
    return base === null ? { entries: [], complete: true } : hosting.codeTree(id, base, STUDIO_FILES);
  });
  if (tree?.complete === false) throw new PanelError('STUDIO_TOO_LARGE', { limit: STUDIO_FILES });
  // A branch that has moved is refused by who commits, with what has changed, before anything is said of the changes.
  const writes = tree === null ? [] : planChanges(tree.entries, changes);
  return commitTo(context, given, { branch, base, message, writes });
}

/** Puts the code of its template into the repository of an application that has no commit. @throws PanelError NOT_FOUND, BRANCH_MOVED */
export async function startFromTemplate(context: CallContext, id: string): Promise<StudioCommitted> {
  const given = await usableApp(context, id);
  if (given.app.source !== 'template') throw new PanelError('NOT_FOUND');
  const files = await inRepository(context, id, () => templateFiles(given.app.templateId ?? STATIC_PAGE));
  const writes = files.map(({ path, bytes }) => ({ path, mode: '100644', content: { bytes } }));
  const message = 'Start from the template';
  return commitTo(context, given, { branch: productionOf(given.app), base: null, message, writes });
}

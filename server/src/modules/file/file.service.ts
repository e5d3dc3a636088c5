import {
  FILE_PAGE,
  FILE_TEXT_BYTES,
  type ErrorCode,
  type FileFound,
  type FileList,
  type FileListQuery,
  type FileText,
} from '@panel/contract';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type * as v from 'valibot';
import type { CallContext } from '../../context/call-context.ts';
import { found } from '../../context/scope.ts';
import { onDisk } from '../../context/uploaded-file.ts';
import type { FileChange, FileOutcome, SearchFor } from '../../hosting/driver.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { PanelError } from '../../kernel/errors.ts';
import { findWorkload, openTaskOn } from '../site/find-site.ts';
import { needPort } from '../site/site-ports.ts';
import type { SiteRow } from '../site/site.repo.ts';
import { kindOf, textOf } from './file-text.ts';

/**
 * Checks that the files of a site or application can be used: nothing changes it, and it is ready.
 * @throws PanelError NOT_FOUND, TASK_RUNNING, SITE_NOT_READY
 */
export async function checkFiles({ app }: Pick<CallContext, 'app'>, site: SiteRow): Promise<void> {
  needPort(app, site, 'fileAccess');
  const running = (await openTaskOn(app.db, site.id)) ?? site.taskId;
  if (running) throw new PanelError('TASK_RUNNING', {}, { task_id: running });
  if (site.status !== 'ready') throw new PanelError('SITE_NOT_READY');
}

/** Uses the files of a site of the caller's scope. @throws PanelError also SITE_UNAVAILABLE, DISK_FULL with the reason */
export async function inFiles<T>(context: CallContext, id: string, work: (siteId: string) => Promise<T>): Promise<T> {
  const site = await findWorkload(context, { id });
  await checkFiles(context, site);
  try {
    return await work(site.id);
  } catch (error) {
    if (!(error instanceof HostingError)) throw error;
    context.log.warn({ err: error, siteId: site.id, detail: error.detail }, 'the files of a site could not be used');
    if (error.code === 'DISK_FULL') throw new PanelError('DISK_FULL', {}, { message: error.message }, error);
    throw new PanelError('SITE_UNAVAILABLE', { reason: error.message }, {}, error);
  }
}

/** A page of a folder's entries. @throws PanelError NOT_FOUND for what is no folder, too */
export async function listFolder(
  context: CallContext,
  id: string,
  { folder, pageIndex, ...asked }: Omit<v.InferOutput<typeof FileListQuery>, 'id'>,
): Promise<FileList> {
  const by = asked.orderBy === 'modified_at' ? 'modified' : asked.orderBy;
  const slice = {
    ...{ from: pageIndex * FILE_PAGE, count: FILE_PAGE, hidden: asked.hidden === 'true', kind: asked.kind },
    sort: { by, descending: asked.sortOrder === 'desc' } as const,
  };
  const page = await inFiles(context, id, (siteId) => context.app.hosting.folderPage(siteId, folder, slice));
  const { entries, total, complete } = found(page);
  return {
    ...{ folder, pageIndex, total, complete },
    entries: entries.map(({ modified, ...entry }) => ({ ...entry, modified_at: new Date(modified).toISOString() })),
  };
}

/** What a search below a folder has found. @throws PanelError NOT_FOUND for what is no folder, too */
export async function searchFolder(
  context: CallContext,
  id: string,
  folder: string,
  wanted: SearchFor,
): Promise<FileFound> {
  return found(await inFiles(context, id, (siteId) => context.app.hosting.searchFiles(siteId, folder, wanted)));
}

/** A file as text. @throws PanelError NOT_FOUND for what is no file, too */
export async function readText(context: CallContext, id: string, path: string): Promise<FileText> {
  const file = found(
    await inFiles(context, id, (siteId) => context.app.hosting.fileText(siteId, path, FILE_TEXT_BYTES)),
  );
  const text = file.content === null ? null : textOf(file.content);
  const kind = file.content === null ? 'too_large' : kindOf(file.content, text);
  return {
    ...{ path, kind, text, size: file.size, mode: file.mode },
    version: text === null ? null : file.version,
    modified_at: new Date(file.modified).toISOString(),
  };
}

export const REFUSALS: Readonly<Record<Exclude<FileOutcome, 'done'>, ErrorCode>> = {
  missing: 'NOT_FOUND',
  exists: 'FILE_EXISTS',
  changed: 'FILE_CHANGED',
  other: 'FILE_SPECIAL',
  readOnly: 'FILE_READ_ONLY',
  inside: 'FILE_INSIDE',
  busy: 'FILE_BUSY',
};

/**
 * Changes one file or folder, whole or not at all.
 * @returns the version of a file that was written
 */
export async function changeFile(
  context: CallContext,
  id: string,
  change: FileChange,
  content?: () => Readable,
): Promise<string | null> {
  const { hosting } = context.app;
  const { outcome, version } = await inFiles(context, id, (siteId) => hosting.changeFile(siteId, change, content));
  if (outcome !== 'done') throw new PanelError(REFUSALS[outcome]);
  return version;
}

/** Saves a text over the version that was read. @throws PanelError FILE_CHANGED when it is another one now */
export async function saveText(
  context: CallContext,
  { id, path, text, version }: { id: string; path: string; text: string; version: string | null },
): Promise<string> {
  const content = Buffer.from(text);
  const change = { action: 'put' as const, path, bytes: content.length, over: version ?? 'nothing' };
  return found(await changeFile(context, id, change, () => Readable.from([content])));
}

type UploadInput = { id: string; folder: string; name: string; replace: 'true' | 'false'; file: File };

/** Puts an uploaded file into a folder. @throws PanelError FILE_EXISTS unless it is to replace the one that is there */
export async function uploadFile(
  context: CallContext,
  { id, folder, name, replace, file }: UploadInput,
): Promise<void> {
  const { path: source, size } = onDisk(file);
  const path = folder === '' ? name : `${folder}/${name}`;
  const over = replace === 'true' ? 'any' : 'nothing';
  await changeFile(context, id, { action: 'put', path, bytes: size, over }, () => createReadStream(source));
}

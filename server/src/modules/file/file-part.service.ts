import type { FileArrived, FileBeginInput, FileDropInput, FilePartForm } from '@panel/contract';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type * as v from 'valibot';
import type { CallContext } from '../../context/call-context.ts';
import { onDisk } from '../../context/uploaded-file.ts';
import type { FilePart } from '../../hosting/driver.ts';
import { PanelError } from '../../kernel/errors.ts';
import { inFiles, REFUSALS } from './file.service.ts';

type Arrived = v.InferOutput<typeof FileArrived>;

/** What has arrived is in the folder of the file itself: nothing here has to be remembered, or swept. */
async function send(context: CallContext, id: string, part: FilePart, content?: () => Readable): Promise<Arrived> {
  const { hosting } = context.app;
  const { outcome, ...arrived } = await inFiles(context, id, (siteId) => hosting.filePart(siteId, part, content));
  if (outcome !== 'done') throw new PanelError(REFUSALS[outcome]);
  return arrived;
}

/** How much of a file has arrived. @throws PanelError FILE_EXISTS unless it is to replace the one that is there */
export async function beginUpload(
  context: CallContext,
  { id, path, key, size, replace }: v.InferOutput<typeof FileBeginInput>,
): Promise<Arrived> {
  const over = replace ? 'any' : 'nothing';
  return send(context, id, { step: 'begin', path, key, size, from: 0, bytes: 0, over });
}

/** Appends the next part. One that does not begin where the file ends is not written; the answer says where that is. */
export async function uploadPart(
  context: CallContext,
  { id, folder, name, replace, key, size, from, file }: v.InferOutput<typeof FilePartForm>,
): Promise<Arrived> {
  const { path: source, size: bytes } = onDisk(file);
  if (from + bytes > size) throw new PanelError('BAD_REQUEST');
  const path = folder === '' ? name : `${folder}/${name}`;
  const over = replace === 'true' ? 'any' : 'nothing';
  return send(context, id, { step: 'put', path, key, size, from, bytes, over }, () => createReadStream(source));
}

/** Removes what has arrived. */
export async function dropUpload(
  context: CallContext,
  { id, path, key }: v.InferOutput<typeof FileDropInput>,
): Promise<void> {
  await send(context, id, { step: 'drop', path, key, size: 0, from: 0, bytes: 0, over: 'any' });
}

import type { ErrorCode, FileMoveInput, FileUnzipInput, FileUnzipped, FileZipInput } from '@panel/contract';
import type * as v from 'valibot';
import type { CallContext } from '../../context/call-context.ts';
import type { Unzipped } from '../../hosting/driver.ts';
import { PanelError } from '../../kernel/errors.ts';
import { changeFile, inFiles, REFUSALS } from './file.service.ts';

/** Copies a file or a folder. @throws PanelError FILE_EXISTS, FILE_INSIDE */
export async function copyFile(
  context: CallContext,
  { id, path, to }: v.InferOutput<typeof FileMoveInput>,
): Promise<void> {
  await changeFile(context, id, { action: 'copy', path, to });
}

/** Packs files and folders. @returns how many links and special files were left out */
export async function zip(
  context: CallContext,
  { id, paths, to }: v.InferOutput<typeof FileZipInput>,
): Promise<number> {
  const { hosting } = context.app;
  const { outcome, skipped } = await inFiles(context, id, (siteId) => hosting.zipFiles(siteId, paths, to));
  if (outcome !== 'done') throw new PanelError(REFUSALS[outcome]);
  return skipped;
}

const FAULTS: Readonly<Record<NonNullable<Unzipped['fault']>, ErrorCode>> = {
  zip: 'FILE_NOT_ZIP',
  unsafe: 'FILE_ZIP_UNSAFE',
  large: 'FILE_ZIP_LARGE',
};

/** Unpacks a zip, or says which names are taken. @throws PanelError FILE_NOT_ZIP, FILE_ZIP_UNSAFE, FILE_ZIP_LARGE */
export async function unzip(
  context: CallContext,
  { id, ...wanted }: v.InferOutput<typeof FileUnzipInput>,
): Promise<Omit<FileUnzipped, 'status'>> {
  const { hosting } = context.app;
  const result = await inFiles(context, id, (siteId) => hosting.unzipFile(siteId, wanted));
  const { outcome, fault, files, skipped, taken, takenCount } = result;
  if (fault !== null) throw new PanelError(FAULTS[fault]);
  if (outcome !== 'done' && outcome !== 'exists') throw new PanelError(REFUSALS[outcome]);
  return { unpacked: outcome === 'done', files, skipped, taken, taken_count: takenCount };
}

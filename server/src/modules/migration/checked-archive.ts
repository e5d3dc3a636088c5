import { MIGRATION_ZIP_MAX_BYTES } from '@panel/contract';
import type { ImportPlan } from '../../archive/import-plan.ts';
import { refusedArchive } from '../../archive/refused-archive.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { formOf } from './as-zip.ts';
import { onDisk, type UploadedFile } from '../../context/uploaded-file.ts';

/** `kind`: of a zip; what a tar.gz has is known once a task has read all of it. */
type Checked = { upload: UploadedFile; fileName: string; kind: ImportPlan['kind'] | null };

/**
 * An uploaded backup of which a site can be made, as far as the list of a zip and the first header of a tar.gz tell.
 * @throws PanelError TOO_LARGE, ARCHIVE_REFUSED
 */
export async function checkedArchive(context: CallContext, file: File): Promise<Checked> {
  if (file.size > MIGRATION_ZIP_MAX_BYTES)
    throw new PanelError('TOO_LARGE', { limit: `${MIGRATION_ZIP_MAX_BYTES / 1024 ** 2} MB` });
  const upload = onDisk(file);
  const { uploads } = context.app;
  const [owner, input] = [signedIn(context).id, { file: upload.path }];
  const kind = (await formOf(upload.path)) === 'zip' ? (await uploads.run('importPlan', owner, input)).kind : null;
  if (kind === null) await uploads.run('tarHead', owner, input);
  const fileName = file.name
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .slice(0, 120);
  return { upload, fileName, kind };
}

/** @throws PanelError ARCHIVE_REFUSED when a newer archive is of another kind than the copy */
export function checkSameKind(kind: ImportPlan['kind'], isWordPress: boolean): void {
  if ((kind === 'wordpress') === isWordPress) return;
  throw refusedArchive(
    `The copy is a ${isWordPress ? 'WordPress' : 'static site'}, and the archive is not. Upload a newer backup of the same site.`,
  );
}

import { MIGRATION_ZIP_MAX_BYTES } from '@panel/contract';
import type { ImportPlan } from '../../archive/import-plan.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { asZip } from './as-zip.ts';
import { onDisk, type UploadedFile } from '../../context/uploaded-file.ts';

type Checked = { upload: UploadedFile; fileName: string } & Pick<ImportPlan, 'kind'>;

/** An uploaded backup of which a site can be made. @throws PanelError TOO_LARGE, ARCHIVE_REFUSED */
export async function checkedArchive(context: CallContext, file: File): Promise<Checked> {
  if (file.size > MIGRATION_ZIP_MAX_BYTES)
    throw new PanelError('TOO_LARGE', { limit: `${MIGRATION_ZIP_MAX_BYTES / 1024 ** 2} MB` });
  const upload = onDisk(file);
  await asZip(context.app.uploads, signedIn(context).id, { file: upload.path, part: `${upload.path}-zip` });
  const { kind } = await context.app.uploads.run('importPlan', signedIn(context).id, { file: upload.path });
  const fileName = file.name
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .slice(0, 120);
  return { upload, fileName, kind };
}

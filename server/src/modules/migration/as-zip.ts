import { open, rename, rm } from 'node:fs/promises';
import type { UploadPool } from '../../uploads/upload-pool.ts';
import { refusedArchive } from '../../archive/refused-archive.ts';

/** How an archive begins. */
const ZIP = 0x504b0304;
const GZIP = 0x1f8b;

async function formOf(file: string): Promise<'zip' | 'gzip' | null> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    if (bytesRead === 4 && buffer.readUInt32BE(0) === ZIP) return 'zip';
    return bytesRead === 4 && buffer.readUInt16BE(0) === GZIP ? 'gzip' : null;
  } finally {
    await handle.close();
  }
}

/**
 * Replaces a tar.gz with a zip of the same files, in a thread of uploads and with one rename; a zip stays as it is.
 * @param part the name of the zip while it is written, in the same folder
 * @throws PanelError ARCHIVE_REFUSED with the reason, UPLOAD_STOPPED, UPLOADS_WAITING
 */
export async function asZip(
  uploads: UploadPool,
  owner: string,
  { file, part }: { file: string; part: string },
): Promise<void> {
  const form = await formOf(file);
  if (form === null) throw refusedArchive('This is neither a zip nor a tar.gz file.');
  if (form === 'zip') return;
  try {
    await uploads.run('tarToZip', owner, { file, to: part });
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

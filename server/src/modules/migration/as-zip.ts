import { open, rename, rm, stat } from 'node:fs/promises';
import type { AppContext } from '../../context/app-context.ts';
import { FULL, HostingError, throwIfAborted } from '../../hosting/hosting-error.ts';
import type { StepContext } from '../../tasks/task-kind.ts';
import { inHosting } from '../../hosting/local/import-site.ts';
import { PanelError } from '../../kernel/errors.ts';
import { refusedArchive } from '../../archive/refused-archive.ts';

/** How an archive begins. */
const ZIP = 0x504b0304;
const GZIP = 0x1f8b;
/** A zip packs each file by itself, so it may become larger than the tar.gz. */
const GROWTH = 1.25;
const LOOK_MS = 500;

export type ArchiveForm = 'zip' | 'gzip';

/** @throws PanelError ARCHIVE_REFUSED for anything else */
export async function formOf(file: string): Promise<ArchiveForm> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    if (bytesRead === 4 && buffer.readUInt32BE(0) === ZIP) return 'zip';
    if (bytesRead === 4 && buffer.readUInt16BE(0) === GZIP) return 'gzip';
  } finally {
    await handle.close();
  }
  throw refusedArchive('This is neither a zip nor a tar.gz file.');
}

/** @throws HostingError DISK_FULL when the zip would leave less than the reserve */
async function checkRoom({ disk }: AppContext, bytes: number): Promise<void> {
  if (!(await disk.hasRoom(bytes))) throw noRoom();
}

const noRoom = () => new HostingError('DISK_FULL', ['We could not prepare the archive.', FULL], { retryable: true });

/**
 * Replaces a tar.gz with a zip of the same files, in a thread of uploads and with one rename; a zip stays as it is. Its
 * progress is that of the step.
 * @param part the name of the zip while it is written, in the same folder
 * @throws PanelError ARCHIVE_REFUSED with the reason; HostingError DISK_FULL, BUSY, UNSUPPORTED, ABORTED
 */
export async function asZip(
  { app, task, signal, progress }: StepContext,
  { file, part }: { file: string; part: string },
): Promise<void> {
  if ((await formOf(file)) === 'zip') return;
  const { size } = await stat(file);
  await checkRoom(app, size * GROWTH);
  const full = new AbortController();
  const read = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  const look = setInterval(() => {
    progress({ done: read[0] ?? 0, total: size, unit: 'bytes' });
    // Files that are alike take more room in a zip than anyone could say before.
    void app.disk.isLow().then((isLow) => isLow && full.abort());
  }, LOOK_MS);
  try {
    const ends = AbortSignal.any([signal, full.signal]);
    await app.uploads.run('tarToZip', `task ${task.id}`, { file, to: part, read }, ends);
    await rename(part, file);
  } catch (error) {
    throwIfAborted(signal);
    if (full.signal.aborted) throw noRoom();
    // Many that wait for a thread are fewer later.
    if (error instanceof PanelError && error.code !== 'ARCHIVE_REFUSED') inHosting(error);
    throw error;
  } finally {
    clearInterval(look);
    await rm(part, { force: true });
  }
}

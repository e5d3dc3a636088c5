import { MIGRATION_ZIP_MAX_BYTES as ARCHIVE_MAX } from '@panel/contract';
import { migrationFiles } from '../../archive/stored-zips.ts';
import { UPLOAD_JOBS } from '../../uploads/upload-jobs.ts';
import { EgressRefusal } from '../../hosting/egress/refusal.ts';
import { HostingError, throwIfAborted, FULL, type Failure } from '../../hosting/hosting-error.ts';
import type { StepContext } from '../../tasks/task-kind.ts';
import { sentence } from '../../lib/sentence.ts';
import { asZip } from './as-zip.ts';

/** How long the download of the archive behind a link may take; it may be as large as an upload. */
const DOWNLOAD_MS = 15 * 60_000;
/** Time limit of a step that downloads and checks it. */
export const FETCH_MS = DOWNLOAD_MS + 60_000 + UPLOAD_JOBS.tarToZip.deadlineMs;
/** How often free space is checked. */
const LOOK_BYTES = 16 * 1024 ** 2;

const unavailable = (reason: Failure, retryable: boolean, cause?: unknown): HostingError =>
  new HostingError('SOURCE_UNAVAILABLE', ['We could not download the archive.', reason], { retryable, cause });

/**
 * Downloads the archive of a sharing link, over HTTPS and from public servers only. It appears with one rename; a tar.gz
 * becomes a zip with another.
 * @throws HostingError SOURCE_UNAVAILABLE with the reason, DISK_FULL; PanelError ARCHIVE_REFUSED
 */
export async function downloadArchive(context: StepContext, id: string, link: string): Promise<void> {
  await download(context, id, link);
  const files = migrationFiles(context.app.config);
  await asZip(context, { file: files.fileOf(id), part: files.newPart() });
}

async function download({ app, signal, progress }: StepContext, id: string, link: string): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_MS)]);
  try {
    const { status, headers, body } = await app.outside.get(new URL(link), { signal: limit, protocols: ['https:'] });
    try {
      if (status !== 200)
        throw unavailable(sentence('Its server answers {status}.', { status: String(status) }), status >= 500);
      const declared = Number(headers['content-length'] ?? Number.NaN);
      if (declared > ARCHIVE_MAX) throw tooLarge();
      const total = Number.isSafeInteger(declared) ? { total: declared } : {};
      const measured = async function* (): AsyncGenerator<Buffer> {
        let [done, look] = [0, 0];
        for await (const part of body) {
          done += part.length;
          if (done > ARCHIVE_MAX) throw tooLarge();
          if (done >= look) {
            look = done + LOOK_BYTES;
            if (await app.disk.isLow()) throw diskLow();
          }
          progress({ done, ...total, unit: 'bytes' });
          yield part;
        }
      };
      await migrationFiles(app.config).put(id, measured());
    } finally {
      body.destroy();
    }
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof HostingError) throw error;
    if (limit.aborted) throw unavailable(sentence('It took longer than 15 minutes.'), true, error);
    if (error instanceof EgressRefusal) throw unavailable(error.message, error.status >= 500, error);
    throw unavailable(sentence('The connection was interrupted.'), true, error);
  }
}

const tooLarge = () =>
  unavailable(sentence('It is larger than {limit} MB.', { limit: ARCHIVE_MAX / 1024 ** 2 }), false);
const diskLow = () => new HostingError('DISK_FULL', ['We could not download the archive.', FULL], { retryable: true });

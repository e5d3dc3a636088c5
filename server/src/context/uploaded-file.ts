import { createHash, randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { isAnothers, PROCESS_NAME } from '../kernel/process-name.ts';
import { PanelError } from '../kernel/errors.ts';

const PREFIX = 'upload-';
const folderOf = ({ dataDir }: { dataDir: string }): string => path.join(dataDir, 'uploads');

/** A file of a request as the contract declares it, on disk. It is removed at the end of the request, unless it was moved. */
export class UploadedFile extends File {
  /** In the same file system as the folders of stored archives. */
  readonly path: string;
  /** SHA-256 of the content, in hex. */
  readonly digest: string;

  constructor(content: Blob, about: { name: string; type: string; path: string; digest: string }) {
    super([content], about.name, { type: about.type });
    this.path = about.path;
    this.digest = about.digest;
  }
}

/** The file on disk of a call's input. @throws PanelError BAD_REQUEST for a file that came otherwise */
export function onDisk(file: File): UploadedFile {
  if (file instanceof UploadedFile) return file;
  throw new PanelError('BAD_REQUEST');
}

/**
 * Writes a file as it arrives. Only its folder is closed: a site's user must be able to read the archive that it gets.
 * A failed one leaves nothing.
 */
export async function receiveFile(
  config: { dataDir: string },
  content: Readable,
  { name, type }: { name: string; type: string },
): Promise<UploadedFile> {
  const folder = folderOf(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${PREFIX}${PROCESS_NAME}-${randomBytes(8).toString('hex')}`);
  const hash = createHash('sha256');
  try {
    const handle = await open(file, 'wx', 0o644);
    try {
      for await (const part of content as AsyncIterable<Buffer>) {
        hash.update(part);
        await handle.writeFile(part);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    return new UploadedFile(await openAsBlob(file), { name, type, path: file, digest: hash.digest('hex') });
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/** Removes what requests of ended processes have left. */
export async function sweepUploads(config: { dataDir: string }): Promise<void> {
  const folder = folderOf(config);
  for (const name of await readdir(folder).catch((): string[] => [])) {
    const owner = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : null;
    if (owner !== null && !owner.startsWith(PROCESS_NAME) && !isAnothers(owner))
      await rm(path.join(folder, name), { force: true });
  }
}

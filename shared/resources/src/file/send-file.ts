import { api, ApiError } from '@panel/core';
import { FILE_PART_BYTES } from '@panel/contract/wire';
import { joinPath, numberedName } from './file.labels.ts';

/** What becomes of a file whose name is taken. */
export type Taken = 'ask' | 'replace' | 'keep';
type Target = { id: string; folder: string; name: string; file: File; replace: boolean };
type Sending = { signal: AbortSignal; progress: (percent: number) => void };

/** The same for the same file, after the page was loaded anew, too. */
const keyOf = ({ size, lastModified }: File): string => `${size}-${lastModified}`;
/** Parts that do not bring an upload on, after which it is given up. */
const MOST_STALLS = 3;
/** Numbers that are tried for a name beside one that is taken. */
const MOST_COPIES = 50;

const isTaken = (error: unknown): boolean => error instanceof ApiError && error.code === 'FILE_EXISTS';

const formOf = ({ id, folder, name, replace }: Target) => ({
  ...{ id, name: encodeURIComponent(name) },
  ...(folder !== '' && { folder: encodeURIComponent(folder) }),
  ...(replace && { replace: 'true' as const }),
});

/** In parts, from where an earlier attempt has ended. */
async function sendParts(target: Target, { signal, progress }: Sending): Promise<void> {
  const { id, folder, name, file, replace } = target;
  const { size } = file;
  const key = keyOf(file);
  let { offset, placed } = await api.file.beginUpload(
    { id, path: joinPath(folder, name), key, size, replace },
    { signal },
  );
  for (let stalls = 0; !placed;) {
    const from = offset;
    const sent = (percent: number, part: number) =>
      progress(Math.min(99, Math.floor((100 * from + percent * part) / size)));
    sent(0, 0);
    const part = file.slice(from, from + FILE_PART_BYTES);
    const form = { ...formOf(target), key, size: String(size), from: String(from), file: new File([part], 'part') };
    ({ offset, placed } = await api.file.uploadPart(form, {
      ...{ signal, context: { upload: { progress: (percent) => sent(percent, part.size) } } },
    }));
    stalls = offset > from || placed ? 0 : stalls + 1;
    if (stalls === MOST_STALLS) throw new ApiError({ code: 'NETWORK', message: '' });
  }
}

async function sendOnce(target: Target, { signal, progress }: Sending): Promise<void> {
  if (target.file.size > FILE_PART_BYTES) return sendParts(target, { signal, progress });
  const context = { upload: { progress } };
  await api.file.upload({ ...formOf(target), file: target.file }, { signal, context });
}

/** Sends a file into a folder. @throws ApiError FILE_EXISTS when its name is taken, and that is to be asked */
export async function sendFile(target: Omit<Target, 'replace'>, taken: Taken, sending: Sending): Promise<void> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? target.name : numberedName(target.name, number);
    try {
      return await sendOnce({ ...target, name, replace: taken === 'replace' }, sending);
    } catch (error) {
      if (taken !== 'keep' || !isTaken(error) || number === MOST_COPIES) throw error;
    }
  }
}

/** Removes what has arrived of an upload that is given up. */
export async function dropUpload({ id, folder, name, file }: Omit<Target, 'replace'>): Promise<void> {
  if (file.size <= FILE_PART_BYTES) return;
  await api.file.dropUpload({ id, path: joinPath(folder, name), key: keyOf(file) });
}

/** Makes the folders of a path below a folder, those that are there excepted. */
export async function makeFolders(id: string, folder: string, path: string, made: Set<string>): Promise<void> {
  let at = folder;
  for (const part of path.split('/').filter((one) => one !== '')) {
    at = joinPath(at, part);
    if (made.has(at)) continue;
    await api.file.create({ id, path: at, kind: 'folder' }).catch((error: unknown) => {
      if (!isTaken(error)) throw error;
    });
    made.add(at);
  }
}

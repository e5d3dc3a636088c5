import { constants } from 'node:fs';
import { chmod, lchown, lstat, mkdir, open, rm, symlink, utimes, type FileHandle } from 'node:fs/promises';
import * as v from 'valibot';
import type { Frame } from '../../archive/frames.ts';
import { ENTRY, type Entry } from '../../archive/pack-files.ts';
import { placeOf } from '../../archive/unpack-files.ts';

const isRoot = process.getuid?.() === 0;
/** Nothing that is there is opened: a link could lead elsewhere. */
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

async function makeFolder(place: string): Promise<void> {
  const found = await lstat(place).catch(() => null);
  if (found?.isDirectory()) return;
  if (found) await rm(place);
  await mkdir(place, { mode: 0o700, recursive: true });
}

async function endFile(file: FileHandle, { uid, gid, mode, mtimeMs }: Entry): Promise<void> {
  try {
    if (isRoot) await file.chown(uid, gid);
    await file.chmod(mode);
    await file.utimes(mtimeMs / 1000, mtimeMs / 1000);
  } finally {
    await file.close();
  }
}

/**
 * Writes what `packFiles` read to a folder that may have an earlier state of it, which is replaced. Nothing but this writes there.
 * @throws Error for an entry that cannot be made, or whose name leads elsewhere
 */
export async function unpackOver(frames: AsyncIterable<Frame>, folder: string): Promise<void> {
  const folders: { place: string; entry: Entry }[] = [];
  let file: { handle: FileHandle; entry: Entry } | null = null;
  const end = async (): Promise<void> => {
    const open = file;
    file = null;
    if (open) await endFile(open.handle, open.entry);
  };
  try {
    for await (const { head, bytes } of frames) {
      if (bytes !== null) {
        const now = file as { handle: FileHandle } | null;
        if (now === null) throw new Error('bytes that belong to no file');
        await now.handle.writeFile(bytes);
        continue;
      }
      await end();
      const entry = v.parse(ENTRY, head);
      const place = placeOf(folder, entry.name);
      if (entry.kind === 'folder') {
        await makeFolder(place);
        folders.push({ place, entry });
        continue;
      }
      await rm(place, { recursive: true, force: true });
      if (entry.kind === 'file') file = { handle: await open(place, NEW_FILE, 0o600), entry };
      else {
        await symlink(entry.to ?? '', place);
        if (isRoot) await lchown(place, entry.uid, entry.gid);
      }
    }
  } finally {
    await end();
  }
  for (const { place, entry } of folders.toReversed()) {
    if (isRoot) await lchown(place, entry.uid, entry.gid);
    // A folder that its owner may not change could not be written to by the next part of a move.
    await chmod(place, isRoot ? entry.mode : entry.mode | 0o700);
    await utimes(place, entry.mtimeMs / 1000, entry.mtimeMs / 1000);
  }
}

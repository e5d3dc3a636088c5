import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { BackupError } from './manifest.ts';

const MOUNTS = '/proc/self/mountinfo';
/** The field of a line with the place, https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html. */
const PLACE_FIELD = 4;
const OCTAL_DIGITS = 3;

/** Blanks and backslashes stand there in octal, as `\040`. */
function unescaped(place: string): string {
  const [first = '', ...others] = place.split('\\');
  const each = (part: string): string =>
    String.fromCharCode(Number.parseInt(part.slice(0, OCTAL_DIGITS), 8)) + part.slice(OCTAL_DIGITS);
  return [first, ...others.map(each)].join('');
}

/**
 * A restore renames what is in the data folder, which the kernel refuses for a place where something is mounted.
 * @param mounts the list of mounts of a process
 * @throws BackupError that names the mounted places inside the folder
 */
export async function refuseMounts(dataDir: string, mounts = MOUNTS): Promise<void> {
  const folder = await realpath(dataDir).catch(() => path.resolve(dataDir));
  const inside = folder === '/' ? folder : `${folder}/`;
  // Other systems than Linux have no such list.
  const lines = (await readFile(mounts, 'utf8').catch(() => '')).split('\n');
  const places = lines.map((line) => unescaped(line.split(' ')[PLACE_FIELD] ?? ''));
  const found = [...new Set(places.filter((place) => place.length > inside.length && place.startsWith(inside)))];
  if (found.length > 0)
    throw new BackupError(
      `Something is mounted inside of ${folder}: ${found.join(', ')}. A restore moves folders, and cannot move these. Nothing was changed. Unmount them, run the restore again, and move the content to the disks afterwards; or set DATA_DIR to another folder.`,
    );
}

import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { SiteMount } from '../runtime/site-runtime.ts';

/** What `content-mark.php` writes. */
const MARK = '.panel-changed';

/**
 * A text that is another one after each change of a site's content; null before the first. Hosted code can write the file, so only
 * what the file system says of it is read.
 */
export const contentMarkOf = async ({ mount }: { mount: Pick<SiteMount, 'tmp'> }): Promise<string | null> =>
  lstat(path.join(mount.tmp, MARK), { bigint: true }).then(
    ({ ino, size, mtimeNs }) => `${ino} ${size} ${mtimeNs}`,
    () => null,
  );

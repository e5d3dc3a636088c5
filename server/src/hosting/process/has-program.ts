import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';

const PLACES = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'];

/** Whether this machine has a program where sandboxed commands find it. */
export async function hasProgram(name: string): Promise<boolean> {
  for (const folder of PLACES) {
    if (
      await access(path.join(folder, name), constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return true;
  }
  return false;
}

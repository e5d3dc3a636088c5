import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freeBytesNow, MB } from '../../src/disk/free-space.ts';

/** A separate disk in memory, small enough to fill. */
export type SmallDisk = {
  folder: string;
  freeBytes(): number;
  /** Fills it with a file, except for this many bytes. */
  fill(leaveBytes?: number): void;
  /** Removes that file. */
  empty(): void;
  unmount(): void;
};

/** Mounts one. @throws where the system does not allow it */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'panel-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', folder], { stdio: 'pipe' });
  const filler = path.join(folder, 'filler');
  const freeBytes = () => freeBytesNow(folder);
  return {
    folder,
    freeBytes,
    fill(leaveBytes = 0) {
      const file = openSync(filler, 'a');
      const blocks = [MB, 4096].map((size) => Buffer.alloc(size, 1));
      try {
        for (const block of blocks) while (freeBytes() - block.length >= leaveBytes) writeSync(file, block);
      } finally {
        closeSync(file);
      }
    },
    empty() {
      truncateSync(filler, 0);
      rmSync(filler, { force: true });
    },
    unmount() {
      execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' });
      rmdirSync(folder);
    },
  };
}

/** Why no small disk can be mounted here, or false. */
export const NO_SMALL_DISK: string | false = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux may mount a small disk';
  try {
    mountSmallDisk(1).unmount();
    return false;
  } catch (error) {
    return `a small disk cannot be mounted: ${String(error)}`;
  }
})();

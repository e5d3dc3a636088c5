import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isAnothers, PROCESS_NAME } from '../kernel/process-name.ts';
import { freeBytesNow, MB } from './free-space.ts';

/**
 * A file that reserves space. It is deleted when the disk is full, so that the embedded database can open and record
 * deletions: after a crash it writes a new 16 MB segment of its log before it answers.
 */
export const BALLAST_BYTES = 48 * MB;
const NAME = 'reserve.bin';
const PART = 'reserve-part-';

const fileOf = (dataDir: string): string => path.join(dataDir, NAME);

export const hasBallast = (dataDir: string): boolean => existsSync(fileOf(dataDir));

/**
 * Deletes the ballast when the disk has less free space than it holds.
 * @returns whether it existed
 */
export function releaseBallast(dataDir: string, belowBytes = BALLAST_BYTES): boolean {
  if (!hasBallast(dataDir) || freeBytesNow(dataDir) >= belowBytes) return false;
  rmSync(fileOf(dataDir), { force: true });
  return true;
}

/**
 * Creates the ballast, whole or not at all. Random bytes, because some file systems store zeros without taking space.
 */
export async function makeBallast(dataDir: string): Promise<void> {
  const part = path.join(dataDir, `${PART}${PROCESS_NAME}`);
  try {
    const file = await open(part, 'w', 0o600);
    try {
      const block = randomBytes(MB);
      for (let written = 0; written < BALLAST_BYTES; written += block.length) await file.writeFile(block);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, fileOf(dataDir));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Removes the partial files of processes that were killed while creating the ballast. */
export async function sweepBallast(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => []);
  for (const name of names)
    if (name.startsWith(PART) && !isAnothers(name.slice(PART.length)))
      await rm(path.join(dataDir, name), { force: true });
}

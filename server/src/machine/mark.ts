import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readOrCreateSecret } from '../security/read-or-create-secret.ts';

/** This machine may not take part in the installation; the message is one line that says what to do. */
export class MachineError extends Error {
  override readonly name = 'MachineError';
}

const FILE = 'machine.id';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The mark of a data folder, by which the installation knows its machine; made once. Processes that share the folder are one
 * machine.
 * @throws MachineError when the file holds something else
 */
export function machineMark(dataDir: string): string {
  const file = path.join(dataDir, FILE);
  const mark = readOrCreateSecret(file, randomUUID);
  if (!UUID.test(mark)) throw new MachineError(`${file} is damaged. Delete it: the machine then starts as a new one.`);
  return mark;
}

/** The same, and null where the folder has none yet. */
export const knownMark = (dataDir: string): string | null => {
  const file = path.join(dataDir, FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
};

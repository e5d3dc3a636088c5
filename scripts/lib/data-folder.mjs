import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { ROOT } from './paths.mjs';
import { PlainError } from './plain-error.mjs';

/** The lock file that every panel keeps in its data folder, and that identifies the folder as a panel's. */
export const KEPT_FILE = 'panel.lock';

/** Absolute path of the folder in DATA_DIR; `.data` in the checkout when it is not set. */
export const dataFolder = (env = process.env) => (env.DATA_DIR ? path.resolve(env.DATA_DIR) : path.join(ROOT, '.data'));

/** @param {string} folder */
export const isPanelFolder = (folder) => existsSync(path.join(folder, KEPT_FILE));

const holds = (folder, inner) =>
  !path.relative(folder, inner).startsWith('..') && !path.isAbsolute(path.relative(folder, inner));

/**
 * Refuses to empty anything but a panel's data folder.
 * @returns {boolean} whether there is something to empty
 * @throws PlainError
 */
export function checkResettable(folder) {
  if (holds(folder, ROOT) || holds(folder, homedir())) {
    throw new PlainError(
      `DATA_DIR is ${folder}, which holds more than the panel's data. Set it to a folder of its own.`,
    );
  }
  if (!existsSync(folder) || readdirSync(folder).length === 0) return false;
  if (!isPanelFolder(folder)) {
    throw new PlainError(
      `${folder} does not look like a data folder of the panel (there is no ${KEPT_FILE} in it), so it is left alone. Check DATA_DIR.`,
    );
  }
  return true;
}

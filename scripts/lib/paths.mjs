import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export const PNPM_VERSION = '12.21.0';

/** Node 24 as the registry delivers it; there once the packages are installed. */
export const NODE_24 = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

/** The environment of everything that is started here: the pinned Node comes first. A test runner's child is not one itself. */
export function environment(extra = {}) {
  const path = [join(ROOT, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);
  return { ...process.env, NODE_TEST_CONTEXT: undefined, PATH: path, ...extra };
}

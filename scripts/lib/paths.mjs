import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The root of the checkout. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export const PNPM_VERSION = '12.21.0';

/** Node 24 from the npm registry; exists once the packages are installed. */
export const NODE_24 = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

/** Flags of node for what runs the server from its sources: importing it takes a third of the processor time. */
export const QUICK_START = ['--import', pathToFileURL(join(ROOT, 'scripts', 'lib', 'quick-resolution.mjs')).href];

/** Environment of every child process: the pinned Node comes first. Removes the marker of a test runner's child. */
export function environment(extra = {}) {
  const path = [join(ROOT, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);
  return { ...process.env, NODE_TEST_CONTEXT: undefined, PATH: path, ...extra };
}

import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fingerprint } from '../../lib/fingerprint.ts';
import { HostingError } from '../hosting-error.ts';
import { runCommand } from '../process/run-command.ts';
import { copyTree, exists } from '../runtime/wordpress-source.ts';
import { minimalEnvironment } from '../runtime/minimal-environment.ts';

const CHILD = path.join(import.meta.dirname, 'child');
const LIBRARIES = ['tar', 'basic-ftp/package.json', 'ssh2/package.json', 'fflate/package.json', 'yauzl/package.json'];
const BUILD = path.join(import.meta.dirname, 'build-agent.ts');

/**
 * Installs the agent's code beside the sites, as plain JavaScript: a site's user cannot read the panel's checkout,
 * and a run spends no time on type stripping. It is built once in `cacheDir`. The folder is named after a hash of its
 * sources, so several panels can share it.
 * @returns the folder, readable by every user
 */
export async function installAgent(dataDir: string, cacheDir: string): Promise<string> {
  const name = `agent-${await version()}`;
  const runtime = path.join(dataDir, 'runtime');
  const folder = path.join(runtime, name);
  if (await exists(folder)) return folder;
  const built = path.join(cacheDir, name);
  await make(built, build);
  await mkdir(runtime, { recursive: true });
  await chmod(runtime, 0o755);
  await make(folder, (work) => copyTree(built, work));
  return folder;
}

async function build(work: string): Promise<void> {
  const args = ['--disable-warning=ExperimentalWarning', BUILD, CHILD, work];
  const result = await runCommand({ file: process.execPath, args, env: minimalEnvironment() });
  if (result.code !== 0)
    throw new HostingError(
      'RUNTIME_MISSING',
      'The site agent could not be installed. Check the free space of the data folder.',
      { retryable: true, detail: result.stderr.slice(-2000) },
    );
}

/** Fills a folder, unless it exists. It appears complete or not at all. */
async function make(folder: string, fill: (work: string) => Promise<void>): Promise<void> {
  if (await exists(folder)) return;
  const parent = path.dirname(folder);
  await mkdir(parent, { recursive: true });
  const work = path.join(parent, `.agent-${randomBytes(6).toString('hex')}`);
  try {
    await fill(work);
    // Another process may have been faster; it installed the same code.
    await rename(work, folder).catch(async (error: unknown) => void ((await exists(folder)) || Promise.reject(error)));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function version(): Promise<string> {
  const names = (await readdir(CHILD, { recursive: true })).filter((name) => name.endsWith('.ts')).sort();
  const sources = [
    ...names.map((name) => path.join(CHILD, name)),
    BUILD,
    ...LIBRARIES.map((one) => fileURLToPath(import.meta.resolve(one))),
  ];
  return fingerprint(sources, process.version);
}

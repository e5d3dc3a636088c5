import { chmod, lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { seccompFilter } from '../limits/seccomp/filter.ts';

/** What site users can reach: their own folders, and the scripts that run in them. */
const OPEN = ['sites', 'runtime'];

/** Folders that appear while the panel runs; created at start, so that they are closed from the beginning. */
const LATER = ['keys', 'releases', 'uploads'];

/**
 * Closes the panel's own data to the users of hosted sites: database, keys, logs, uploads. They can pass through the
 * data folder to their own, and list nothing. Without a sandbox, this alone keeps a site's code from reading it.
 */
export async function closeDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  // On a full disk, they are created when they are needed.
  for (const name of LATER)
    await mkdir(path.join(dataDir, name), { recursive: true, mode: 0o700 }).catch(() => undefined);
  for (const name of await readdir(dataDir)) {
    const found = OPEN.includes(name) ? null : await lstat(path.join(dataDir, name)).catch(() => null);
    if (found === null || found.isSymbolicLink() || found.uid !== process.getuid?.()) continue;
    if ((found.mode & 0o077) !== 0) await chmod(path.join(dataDir, name), found.mode & 0o700);
  }
  if ((await lstat(dataDir)).uid === process.getuid?.()) await chmod(dataDir, 0o711);
}

/** The seccomp filter, where bubblewrap reads it; null on an unsupported processor. */
export async function installFilter(panelDir: string): Promise<string | null> {
  const filter = seccompFilter(process.arch);
  if (filter === null) return null;
  const file = path.join(panelDir, 'seccomp.bpf');
  await install(file, filter);
  return file;
}

/** Names that hosted code resolves locally. */
const HOSTS = '127.0.0.1 localhost\n::1 localhost\n';

/**
 * Copies our scripts and the given files beside the sites, so that a site's user needs no access to the panel's
 * checkout.
 */
export async function installScripts(dataDir: string, more: string[]): Promise<string> {
  const panelDir = path.join(dataDir, 'runtime');
  const from = path.resolve(import.meta.dirname, '../php');
  await mkdir(panelDir, { recursive: true });
  await mkdir(path.join(dataDir, 'sites'), { recursive: true });
  const scripts = (await readdir(from)).map((name) => path.join(from, name));
  for (const file of [...scripts, ...more])
    await install(path.join(panelDir, path.basename(file)), await readFile(file));
  await install(path.join(panelDir, 'hosts'), Buffer.from(HOSTS));
  await chmod(panelDir, 0o755);
  await chmod(path.join(dataDir, 'sites'), 0o711);
  return panelDir;
}

/** Writes a file that every user can read, unless it is unchanged: a start needs no room on a full disk. */
async function install(file: string, content: Buffer): Promise<void> {
  const known = await readFile(file).catch(() => null);
  if (known === null || !known.equals(content)) await writeFile(file, content);
  await chmod(file, 0o644);
}

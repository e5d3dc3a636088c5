import { chmod, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { HostingConfig } from '../hosting-config.ts';
import { HostingError } from '../hosting-error.ts';
import { seccompFilter } from '../limits/seccomp/filter.ts';
import { openSiteResources } from '../limits/site-resources.ts';
import type { SiteResources } from '../limits/site-resources.ts';
import { createNativeRuntime } from '../native/native-runtime.ts';
import { createWasmRuntime, WASM_PHP_VERSION } from '../wasm/wasm-runtime.ts';
import { findNativePhp } from './native-php.ts';
import type { Isolation } from './sandbox.ts';
import type { SiteRuntime } from './site-runtime.ts';
import { prepareWordPress } from './wordpress-source.ts';
import type { WordPressSource } from './wordpress-source.ts';

/** What the driver needs to host WordPress on this machine. */
export type HostingRuntime = { php: SiteRuntime; wordpress: WordPressSource; description: string };

/**
 * Called by the launcher before anything is hosted: fetches WordPress once and chooses PHP. `onProgress` gets
 * lines for the person who waits. Throws a HostingError that says what is missing.
 */
export async function prepareRuntime(config: HostingConfig, onProgress: (line: string) => void = () => undefined): Promise<HostingRuntime> {
  const wordpress = await prepareWordPress(config.cacheDir, onProgress);
  const panelDir = await installScripts(config.dataDir, [wordpress.wpCli]);
  const php = await choosePhp(config, panelDir, await openSiteResources(config.dataDir), onProgress);
  const description = `WordPress ${wordpress.version} on PHP ${php.phpVersion} (${php.kind})`;
  onProgress(description);
  return { php, wordpress, description };
}

async function choosePhp(config: HostingConfig, panelDir: string, resources: SiteResources, note: (line: string) => void): Promise<SiteRuntime> {
  if (config.php !== 'wasm') {
    const seccomp = await installFilter(panelDir);
    const native = await findNativePhp({ binary: config.phpBinary, dataDir: config.dataDir, panelDir, sandbox: config.sandbox, lower: resources.lower, seccomp });
    if (!('reason' in native)) {
      for (const line of openings(native.isolation)) note(line);
      return createNativeRuntime({ php: native, panelDir, resources });
    }
    if (config.php === 'native') {
      throw new HostingError('RUNTIME_MISSING', `PHP_RUNTIME=native cannot be used: ${native.reason}.`, { retryable: false });
    }
    note(`Using the bundled PHP ${WASM_PHP_VERSION}: ${native.reason}.`);
  }
  return createWasmRuntime({ panelDir, dataDir: config.dataDir, sandbox: config.sandbox, resources, note });
}

/** What the operator opened by turning the sandbox off, for the start to say. */
function openings({ kind, root }: Isolation): string[] {
  if (kind === 'bwrap') return [];
  const files = root ? 'the files of this machine that every user can read' : 'every file of the panel and of other sites';
  return [`SANDBOX=off: code of hosted sites runs without a sandbox. It reaches every network address, loopback included, and reads ${files}.`];
}

/** The filter of system calls, where bubblewrap reads it; null on a processor that we have no filter for. */
export async function installFilter(panelDir: string): Promise<string | null> {
  const filter = seccompFilter(process.arch);
  if (filter === null) return null;
  const file = path.join(panelDir, 'seccomp.bpf');
  await writeFile(file, filter, { mode: 0o644 });
  return file;
}

/** Copies our scripts and what is given beside the sites, so that a site's user needs no access to the panel's checkout. */
export async function installScripts(dataDir: string, more: string[]): Promise<string> {
  const panelDir = path.join(dataDir, 'runtime');
  const from = path.resolve(import.meta.dirname, '../php');
  await mkdir(panelDir, { recursive: true });
  await mkdir(path.join(dataDir, 'sites'), { recursive: true });
  const scripts = (await readdir(from)).map((name) => path.join(from, name));
  for (const file of [...scripts, ...more]) {
    const target = path.join(panelDir, path.basename(file));
    await copyFile(file, target);
    await chmod(target, 0o644);
  }
  await writeFile(path.join(panelDir, 'hosts'), '127.0.0.1 localhost\n::1 localhost\n', { mode: 0o644 });
  await chmod(panelDir, 0o755);
  await chmod(path.join(dataDir, 'sites'), 0o711);
  return panelDir;
}

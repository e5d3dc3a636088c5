import type { HostingConfig } from '../hosting-config.ts';
import { HostingError } from '../hosting-error.ts';
import { openSiteResources } from '../limits/site-resources.ts';
import type { SiteResources } from '../limits/site-resources.ts';
import { createNativeRuntime } from '../native/native-runtime.ts';
import { createWasmRuntime, WASM_PHP_VERSION } from '../wasm/wasm-runtime.ts';
import { findNodeRuntime } from '../node/find-node-runtime.ts';
import type { NodeRuntime } from '../node/node-runtime.ts';
import type { PostgresServer } from '../database/postgres-server.ts';
import { findAdminer } from './find-adminer.ts';
import { closeDataFolder, installFilter, installScripts } from './data-folder.ts';
import { findNativePhp } from './native-php.ts';
import { joinPhpVersions, versionsOf } from './php-versions.ts';
import type { Isolation } from './sandbox.ts';
import type { SiteRuntime } from './site-runtime.ts';
import { compareVersions } from '@panel/contract/compare-versions';
import { prepareWordPress } from './wordpress-source.ts';
import { prepareOtherVersions } from './wordpress-versions.ts';
import type { WordPressSource } from './wordpress-source.ts';

/** What the driver needs to host WordPress on this machine. */
export type HostingRuntime = {
  php: SiteRuntime;
  /** The newest version, which new sites get unless another one is chosen. */
  wordpress: WordPressSource;
  others?: readonly WordPressSource[];
  /** Whether Adminer is among the scripts of the sites. */
  databaseTool?: boolean;
  /** What runs applications; absent where nothing does. */
  node?: NodeRuntime;
  /** The server for databases of applications; absent where there is none. */
  postgres?: PostgresServer;
  /** Why there is none, in words. */
  postgresMissing?: string;
  description: string;
};

/**
 * Called by the launcher before hosting starts: fetches WordPress once and chooses PHP. `onProgress` gets lines for
 * the terminal.
 * @throws HostingError that names what is missing
 */
export async function prepareRuntime(
  config: HostingConfig,
  onProgress: (line: string) => void = () => undefined,
): Promise<HostingRuntime> {
  const bundled = await prepareWordPress(config.cacheDir, onProgress);
  const more = await prepareOtherVersions(config.wordpressVersions, config.cacheDir, bundled, onProgress);
  const [wordpress = bundled, ...others] = [bundled, ...more].sort((a, b) => compareVersions(b.version, a.version));
  await closeDataFolder(config.dataDir);
  const adminer = await findAdminer();
  if (adminer === null) onProgress('No databases in the browser: install adminer (version 4), then restart the panel.');
  const panelDir = await installScripts(config.dataDir, [wordpress.wpCli, ...(adminer === null ? [] : [adminer])]);
  const resources = await openSiteResources(config.dataDir);
  const php = await choosePhp(config, panelDir, resources, onProgress);
  const node = await findNodeRuntime({ config, panelDir, resources });
  if (node.missing !== null) onProgress(`Applications are files only: ${node.missing}`);
  const versions = versionsOf(php).map(({ version }) => version);
  const description = `WordPress ${wordpress.version} on PHP ${versions.join(', ')} (${php.kind})`;
  onProgress(description);
  return { php, node, wordpress, others, databaseTool: adminer !== null, description };
}

async function choosePhp(
  config: HostingConfig,
  panelDir: string,
  resources: SiteResources,
  note: (line: string) => void,
): Promise<SiteRuntime> {
  if (config.php !== 'wasm') {
    const seccomp = await installFilter(panelDir);
    const { dataDir, sandbox } = config;
    const find = (binary: string) =>
      findNativePhp({ binary, dataDir, panelDir, sandbox, lower: resources.lower, seccomp });
    const native = await find(config.phpBinary);
    if (!('reason' in native)) {
      for (const line of openings(native.isolation, config.loopbackTrusted ?? false)) note(line);
      const others: SiteRuntime[] = [];
      for (const binary of config.phpVersions) {
        const found = await find(binary);
        const other = 'reason' in found ? null : createNativeRuntime({ php: found, panelDir, resources });
        const reason = 'reason' in found ? found.reason : config.databaseUrl && other?.noDatabases;
        if (other && !reason) others.push(other);
        else note(`PHP_VERSIONS: ${binary} is left out: ${reason}`);
      }
      return joinPhpVersions(createNativeRuntime({ php: native, panelDir, resources }), others);
    }
    if (config.php === 'native') {
      throw new HostingError('RUNTIME_MISSING', `PHP_RUNTIME=native cannot be used: ${native.reason}.`, {
        retryable: false,
      });
    }
    note(`Using the bundled PHP ${WASM_PHP_VERSION}: ${native.reason}.`);
  }
  return createWasmRuntime({ panelDir, dataDir: config.dataDir, sandbox: config.sandbox, resources, note });
}

/** Warnings for the start about what the disabled sandbox leaves open. */
function openings({ kind, root }: Isolation, loopbackTrusted: boolean): string[] {
  if (kind === 'bwrap') return [];
  const files = root
    ? 'the files of this machine that every user can read'
    : 'every file of the panel and of other sites';
  const forging =
    'SANDBOX=off with TRUST_PROXY for loopback: hosted code can choose its client address with X-Forwarded-For, and so guess passwords without a limit. Put the proxy on another address.';
  return [
    `SANDBOX=off: code of hosted sites runs without a sandbox. It reaches every network address, loopback included, and reads ${files}.`,
    ...(loopbackTrusted ? [forging] : []),
  ];
}

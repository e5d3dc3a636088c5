import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MARKER_VARIABLE } from '../../src/hosting/process/leftovers.ts';
import { NEVER_MS } from '../../src/testing/index.ts';
import { edgeSite, openEdge } from '../edge/edge-support.ts';
import type { EdgeBench } from '../edge/edge-support.ts';
import type { Amount } from '../../src/lib/amount.ts';
import { withAppEgress, withEgress } from '../../src/hosting/egress/with-egress.ts';
import { egressFor, type EgressSettings, type TestEgress } from '../attack/egress-support.ts';
import { openAppDatabases } from '../../src/start/open-app-databases.ts';
import { askedOnce } from './asked-once.ts';
import { createLocalDriver, HostingError, hostingConfigFromEnv, prepareRuntime } from '../../src/hosting/index.ts';
import type {
  Endpoint,
  HostingConfig,
  HostingDriver,
  HostingRuntime,
  LimitsOf,
  LocalDriverOptions,
  Progress,
  SiteSpec,
} from '../../src/hosting/index.ts';

export { until } from '../../src/testing/index.ts';

export type Host = {
  driver: HostingDriver;
  egress: TestEgress;
  config: HostingConfig;
  runtime: HostingRuntime;
  reopen(): Promise<HostingDriver>;
  close(): Promise<void>;
};

/** A driver with its own data folder; WordPress comes from the checkout's cache. */
export async function openHost(
  php: 'native' | 'wasm',
  { appsDatabaseUrl, ...overrides }: Partial<HostingConfig> & { appsDatabaseUrl?: string } = {},
  egressSettings: EgressSettings = {},
  limitsOf?: LimitsOf,
  kinds?: LocalDriverOptions['kinds'],
): Promise<Host> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'panel-hosting-'));
  // Without bubblewrap, a test run by root gives each site its own user, who needs access up to here.
  await chmod(dataDir, 0o711);
  const config: HostingConfig = { ...hostingConfigFromEnv({}, dataDir), php, ...overrides };
  const prepared = await prepareRuntime(config);
  const opened = await egressFor(dataDir, egressSettings);
  const log = { info: () => undefined, error: (...said: unknown[]) => console.error(...said) };
  const missing = prepared.node?.missing ?? null;
  const runtime = {
    ...prepared,
    ...(await openAppDatabases({ url: appsDatabaseUrl, dataDir, missing, log })),
    php: withEgress(prepared.php, opened.egress),
    ...(prepared.node && { node: withAppEgress(prepared.node, opened.egress) }),
  };
  const drivers = [await createLocalDriver({ config, runtime, limitsOf, kinds })];
  const [driver] = drivers;
  if (driver === undefined) throw new Error('no driver');
  return {
    driver,
    config,
    runtime,
    egress: opened,
    async reopen() {
      const next = await createLocalDriver({ config, runtime, limitsOf, kinds });
      drivers.push(next);
      return next;
    },
    async close() {
      for (const each of drivers) await each.stopAll();
      await opened.egress.close();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export type HostedSite = Host & { bench: EdgeBench };

/** A host with one WordPress for this file's tests, and an edge in front of it. */
export async function openHostedSite(php: 'native' | 'wasm', spec: SiteSpec): Promise<HostedSite> {
  const host = await openHost(php);
  const bench = await openEdge(host.driver);
  const close = async () => {
    await bench.close();
    await host.close();
  };
  try {
    await host.driver.create(spec, progress());
  } catch (error) {
    await close();
    throw error;
  }
  bench.sites.set(spec.fqdn, edgeSite(spec.siteId, spec.fqdn));
  return { ...host, bench, close };
}

/** The PHP of tests that run on one of them: native, unless `PHP_RUNTIME=wasm` asks for the other. */
export const PHP_UNDER_TEST: 'native' | 'wasm' = process.env['PHP_RUNTIME'] === 'wasm' ? 'wasm' : 'native';

/** Why the PHP under test is missing on this machine, or null. */
export const phpMissing = async (): Promise<string | null> => (PHP_UNDER_TEST === 'native' ? nativePhpMissing() : null);

/** The hosting of a test server: the real driver with the PHP under test. */
export const realHosting =
  (env: () => Record<string, string> = () => ({})) =>
  async (dataDir: string): Promise<HostingDriver> => {
    const config = { ...hostingConfigFromEnv(env(), dataDir), php: PHP_UNDER_TEST };
    return createLocalDriver({ config, runtime: await prepareRuntime(config) });
  };

/** Why native PHP cannot be tested on this machine, or null. */
export const nativePhpMissing = (): Promise<string | null> =>
  askedOnce('native-php-missing', async () => {
    try {
      await (await openHost('native')).close();
      return null;
    } catch (error) {
      if (error instanceof HostingError && error.code === 'RUNTIME_MISSING') return error.message;
      throw error;
    }
  });

export function siteSpec(name: string, overrides: Partial<SiteSpec> = {}): SiteSpec {
  const fqdn = `${name}.sites.localhost`;
  const secret = randomBytes(9).toString('base64url');
  return {
    siteId: `site-${name}`,
    kind: 'wordpress',
    fqdn,
    url: `http://${fqdn}:8099`,
    title: `The ${name} shop`,
    adminUser: 'owner',
    adminEmail: 'owner@example.com',
    adminPassword: `a'b"c\\d é ${secret}`,
    ...overrides,
  };
}

export function progress(
  signal: AbortSignal = AbortSignal.timeout(NEVER_MS),
): Progress & { lines: string[]; amounts: Amount[] } {
  const [lines, amounts]: [string[], Amount[]] = [[], []];
  return {
    ...{ lines, amounts, signal },
    note: (line) => void lines.push(line),
    progress: (amount) => void amounts.push(amount),
  };
}

/** The port of a loopback endpoint. */
export function portOf(endpoint: Endpoint): number {
  if (!('port' in endpoint)) throw new Error(`${endpoint.socketPath} is no port`);
  return endpoint.port;
}

/** The processes with a site server's marker in their environment: on php-wasm that is its token. */
export async function processesOf(marker: string): Promise<number[]> {
  const found = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '');
        return environment.split('\0').includes(`${MARKER_VARIABLE}=${marker}`) ? [Number(name)] : [];
      }),
  );
  return found.flat();
}

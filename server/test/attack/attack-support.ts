import { chown, mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { limitsOfPlan, type SiteLimits } from '@panel/contract';
import type { HostingConfig } from '../../src/hosting/index.ts';
import { dialPanel } from '../../src/hosting/egress/own-site.ts';
import { siteFolder } from '../../src/hosting/local/site-folder.ts';
import { edgeSite, openEdge, type Answer, type Ask, type EdgeBench } from '../edge/edge-support.ts';
import { nativePhpMissing, openHost, siteSpec, type Host } from '../hosting/hosting-support.ts';
import { createOnce } from '../hosting/create-once.ts';
import type { EgressSettings } from './egress-support.ts';
import type { EdgeConfig, EdgeOptions } from '../../src/edge/index.ts';

/** How hosted code runs: as WebAssembly, on the machine's PHP in bubblewrap, or on it without (SANDBOX=off). */
export const RUNTIMES = ['wasm', 'native', 'native-off'] as const;
export type AttackRuntime = (typeof RUNTIMES)[number];

const NATIVE_MISSING = await nativePhpMissing();

/** Duration of a continuous attack: seconds in `npm test`, longer in `pnpm attack`. */
export const ATTACK_MS = Number(process.env['ATTACK_SECONDS'] ?? '2') * 1000;
/** Factor for counted attacks in `pnpm attack`. */
export const ATTACK_FACTOR = Number(process.env['ATTACK_FACTOR'] ?? '1');

/**
 * For attacks that the agent, the edge and the limits of the machine answer, whatever runs the PHP: in `npm test` on the
 * machine's, and on php-wasm where there is none; in `npm run attack` on all.
 */
export const ONE_PHP: readonly AttackRuntime[] = ATTACK_FACTOR > 1 ? RUNTIMES : [NATIVE_MISSING ? 'wasm' : 'native'];

/** A host with one hostile WordPress and a neighbour that must not be affected. */
export type Target = {
  runtime: AttackRuntime;
  host: Host;
  bench: EdgeBench;
  hostile: { siteId: string; fqdn: string };
  neighbour: { siteId: string; fqdn: string };
  /** Puts PHP into the hostile site as its own code could, and requests it. */
  run(php: string, ask?: Ask): Promise<Answer>;
  /** The same without the request; returns the path. */
  plant(php: string): Promise<string>;
  /** Requests the neighbour's home page. */
  askNeighbour(ask?: Ask): Promise<Answer>;
};

export type TargetOptions = {
  config?: Partial<HostingConfig>;
  edge?: Partial<EdgeConfig>;
  database?: EdgeOptions['database'];
  egress?: EgressSettings;
  /** Limits of both sites' plan that differ from the smallest one. */
  limits?: Partial<SiteLimits>;
};

const overridesOf = (runtime: AttackRuntime): Partial<HostingConfig> =>
  runtime === 'native-off' ? { sandbox: 'off' } : {};

/** Opens a host with two installed sites. */
export async function openTarget(
  runtime: AttackRuntime,
  options: TargetOptions = {},
): Promise<Target & { close(): Promise<void> }> {
  let port = 0;
  const [hostile, neighbour] = [siteSpec('hostile'), siteSpec('neighbour')];
  const ownSite = async (siteId: string) => ({
    url: new URL(siteId === hostile.siteId ? hostile.url : neighbour.url),
    dial: () => dialPanel(['127.0.0.1'], port, siteId),
  });
  const host = await openHost(
    runtime === 'wasm' ? 'wasm' : 'native',
    { ...overridesOf(runtime), ...options.config },
    { ownSite, ...options.egress },
    async () => ({ ...limitsOfPlan('FREE').site, ...options.limits }),
  );
  const bench = await openEdge(host.driver, options.edge, undefined, options.database);
  port = bench.port;
  const close = async () => {
    await bench.close();
    await host.close();
  };
  try {
    for (const spec of [hostile, neighbour]) {
      await createOnce(host, spec);
      bench.sites.set(spec.fqdn, edgeSite(spec.siteId, spec.fqdn));
    }
    let count = 0;
    const plant = async (php: string): Promise<string> => {
      const { publicDir } = siteFolder(host.config.dataDir, hostile.siteId);
      const name = `attack-${++count}.php`;
      const file = path.join(publicDir, name);
      await mkdir(publicDir, { recursive: true });
      await writeFile(file, `<?php\n${php}\n`);
      const { uid, gid } = await stat(publicDir);
      await chown(file, uid, gid);
      return `/${name}`;
    };
    const askOf =
      (fqdn: string) =>
      (ask: Ask = {}) =>
        bench.ask(`${fqdn}:8099`, ask);
    return {
      ...{ runtime, host, bench, hostile, neighbour, plant, close },
      // Not as a page: for one, the edge shows a page of its own while a site that was stopped is starting.
      run: async (php, { headers, ...ask } = {}) =>
        askOf(hostile.fqdn)({ ...ask, headers: { accept: '*/*', ...headers }, path: await plant(php) }),
      askNeighbour: askOf(neighbour.fqdn),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Declares the same attacks for every runtime. Runtimes that this machine lacks are skipped with the reason.
 * @param body gets the target, which is open once its tests run
 */
export function onEveryRuntime(
  title: string,
  body: (target: () => Target) => void,
  options: TargetOptions & { only?: readonly AttackRuntime[] } = {},
): void {
  for (const runtime of options.only ?? RUNTIMES) {
    describe(`${title} (${runtime})`, { skip: (runtime !== 'wasm' && NATIVE_MISSING) || false }, () => {
      let target: (Target & { close(): Promise<void> }) | null = null;
      before(async () => {
        target = await openTarget(runtime, options);
      });
      after(() => target?.close());
      body(() => {
        if (!target) throw new Error('The target is open once a test runs.');
        return target;
      });
    });
  }
}

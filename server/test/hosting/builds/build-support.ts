import { readdir, readFile } from 'node:fs/promises';
import { siteUid } from '../../../src/hosting/runtime/sandbox.ts';
import { systemResolve } from '../../../src/hosting/egress/resolver.ts';
import type { BuildSpec, BuildStage, HostingDriver, Recognized, SiteSpec } from '../../../src/hosting/index.ts';
import { edgeSite, openEdge, type EdgeBench } from '../../edge/edge-support.ts';
import { openHost, siteSpec, type Host } from '../hosting-support.ts';
import { openGitServer, type GitServer, type Repository } from './git-server.ts';
import { NEVER_MS } from '../../../src/testing/index.ts';

/** Collects what a build tells. */
export function buildProgress(signal: AbortSignal = AbortSignal.timeout(NEVER_MS)) {
  const [lines, stages, found]: [string[], BuildStage[], Recognized[]] = [[], [], []];
  return {
    ...{ lines, stages, found, signal },
    note: (line: string) => void lines.push(line),
    log: (line: string) => void lines.push(line),
    stage: (stage: BuildStage) => void stages.push(stage),
    recognized: (one: Recognized) => void found.push(one),
  };
}

/** The user of an application comes from its id, so ids of test files that run at the same time differ. */
let names = 0;

/** A host whose builds may reach this machine, with repositories behind a real `git http-backend`. */
export async function openBuildHost(config: Parameters<typeof openHost>[1] = {}): Promise<BuildHost> {
  const git = await openGitServer();
  const host = await openHost(
    'wasm',
    { plainGit: true, ...config },
    { allow: ['127.0.0.0/8'], resolve: systemResolve() },
  );
  const bench = await openEdge(host.driver);
  return {
    ...{ host, git, bench, driver: host.driver },
    missing: host.driver.buildsMissing(),
    async app() {
      const spec = siteSpec(`built-${process.pid}-${(names += 1)}`, { kind: 'node' });
      await host.driver.create(spec, buildProgress());
      bench.sites.set(spec.fqdn, edgeSite(spec.siteId, spec.fqdn, { kind: 'node' }));
      return spec;
    },
    async close() {
      await bench.close();
      await host.close();
      await git.close();
    },
  };
}

export type BuildHost = {
  host: Host;
  driver: HostingDriver;
  git: GitServer;
  bench: EdgeBench;
  missing: string | null;
  /** A new application, which visitors reach. */
  app(): Promise<SiteSpec>;
  close(): Promise<void>;
};

/** A build of the code of a repository. */
export const gitBuild = (
  buildId: string,
  { url, branch }: Pick<Repository, 'url' | 'branch'>,
  { settings = {}, build = {}, run = {}, token = null }: GitBuildOptions = {},
): BuildSpec => ({
  buildId,
  source: { kind: 'git', url, branch, commit: null, token },
  settings,
  variables: { build, run },
});

type GitBuildOptions = {
  settings?: BuildSpec['settings'];
  build?: Record<string, string>;
  run?: Record<string, string>;
  token?: string | null;
};

/**
 * How many processes the user of an application has, where each has its own. One that has given back its memory has
 * ended: the kernel shows it until its parent and its namespaces have taken notice.
 */
export async function processesOf(siteId: string): Promise<number> {
  const wanted = String(siteUid(siteId));
  let count = 0;
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
    if (/^Uid:\t(\d+)/m.exec(status)?.[1] === wanted && /^VmSize:/m.test(status)) count += 1;
  }
  return count;
}

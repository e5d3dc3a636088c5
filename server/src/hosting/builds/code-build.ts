import { chmod, chown, mkdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildSettings, SiteLimits } from '@panel/contract';
import { parseJson } from '../../lib/parse-json.ts';
import type { SiteAgent } from '../agent/index.ts';
import type { BuildProgress, BuildSpec } from '../driver.ts';
import { abortedError, HostingError, throwIfAborted, type Failure } from '../hosting-error.ts';
import { INSIDE_REPOSITORY } from '../git/git-runner.ts';
import { appEnvironment, ownVariables } from '../node/app-environment.ts';
import { INSIDE_APP, type Mount } from '../node/jail.ts';
import type { AppCommand, Ended, NodeRuntime } from '../node/node-runtime.ts';
import { OWN_NODE } from '../node/own-node.ts';
import { runCommand } from '../process/run-command.ts';
import { INSIDE_PORTS } from '../runtime/site-runtime.ts';
import { minimalEnvironment } from '../runtime/minimal-environment.ts';
import { siteUid } from '../runtime/sandbox.ts';
import { copyTree } from '../runtime/wordpress-source.ts';
import { BUILD_LIMITS, commandLimits, type BuildLimits } from './build-limits.ts';
import type { Facts, PrepareInput } from './child/answer.ts';
import { PREPARED } from './facts.ts';
import * as faults from './faults.ts';
import { decideSettings } from './settings.ts';
import { splitCommand } from './split-command.ts';
import { findTemplate } from './templates.ts';
import { watchFolder } from './watch-folder.ts';
import type { ToolName } from './pinned-tools.ts';

export type CodeBuildTools = {
  node: NodeRuntime;
  agent: SiteAgent;
  registry: string;
  plainGit: boolean;
  limits?: Partial<BuildLimits> | undefined;
};

/** The application whose code is built. `work` is a folder beside its releases, `cache` one that its builds share. */
export type Place = { siteId: string; work: string; cache: string; repository: string; plan: SiteLimits };

/** What is live afterwards: files, or a server with its start. */
export type Built = {
  settings: BuildSettings;
  folder: string;
  start: { argv: string[]; cwd: string; tool: ToolName | null } | null;
};

const OWN_MAJOR = String(process.versions.node.split('.')[0]);
const CHILD = path.join(import.meta.dirname, 'child');
/** Where output is looked for when neither its owner nor its framework says where. */
const OUTPUTS = ['dist', 'build', 'out', 'public', '_site', '.output/public'];

/** Builds code: fetch, recognize, install, build. Everything of it runs in the sandbox of its application. */
export async function buildCode(
  tools: CodeBuildTools,
  place: Place,
  spec: BuildSpec,
  p: BuildProgress,
): Promise<Built> {
  const limits: BuildLimits = { ...BUILD_LIMITS, ...tools.limits };
  const app = path.join(place.work, 'app');
  const uid = process.getuid?.() === 0 ? siteUid(place.siteId) : null;
  for (const folder of [app, place.cache]) {
    await mkdir(folder, { recursive: true, mode: 0o755 });
    if (uid !== null) await chown(folder, uid, uid);
  }
  let head: number = limits.log.head;
  const secrets = [...Object.values(spec.variables.build), ...Object.values(spec.variables.run)];
  if (spec.source.kind === 'git' && spec.source.token !== null) secrets.push(spec.source.token);

  type Step = Pick<AppCommand, 'argv' | 'env' | 'network' | 'cwd'> & {
    failure: Failure;
    ms: number;
    mounts?: Mount[];
    node?: string;
  };
  const run = async ({ failure, ms, mounts = [], node = OWN_NODE, ...command }: Step): Promise<Ended> => {
    const late = AbortSignal.timeout(ms);
    const full = new AbortController();
    const stopWatch = watchFolder({
      ...{ agent: tools.agent, siteId: place.siteId, folder: place.work, everyMs: limits.lookMs },
      most: limits.folder,
      tooMuch: () => full.abort(),
    });
    const signal = AbortSignal.any([p.signal, late, full.signal]);
    try {
      const ended = await tools.node.run({
        ...command,
        ...{
          siteId: place.siteId,
          tmp: path.join(place.work, 'tmp'),
          limits: commandLimits(place.plan, limits),
          signal,
        },
        mounts: [
          { from: app, to: INSIDE_APP.app, writable: true },
          { from: place.cache, to: INSIDE_APP.cache, writable: true },
          { from: node, to: '/node' },
          ...mounts,
        ],
        output: { headBytes: head, tailBytes: limits.log.tail, secrets },
        line(text) {
          head = Math.max(0, head - Buffer.byteLength(text) - 1);
          p.log(text);
        },
        leftOut: ({ lines, bytes }) =>
          p.log(`… ${lines} lines (${Math.ceil(bytes / 1024)} KB) of the middle are left out …`),
      });
      if (p.signal.aborted) throw abortedError(p.signal);
      if (full.signal.aborted) throw faults.outOfDisk(failure, limits.folder.bytes);
      if (late.aborted) throw faults.outOfTime(failure, ms);
      if (ended.code !== 0 && ended.memory) throw faults.outOfMemory(failure);
      if (ended.code !== 0 && ended.processes) throw faults.outOfProcesses(failure);
      return ended;
    } finally {
      await stopWatch();
    }
  };

  const facts = await prepare(tools, { app, uid, spec, run, limits, repository: place.repository }, p);
  const { settings: chosen } = spec;
  const settings = decideSettings(facts, chosen, { offered: tools.node.store.nodeVersions, own: OWN_MAJOR });
  p.recognized({
    ...{ framework: settings.framework, packageManager: settings.package_manager, settings, commit: facts.commit },
  });
  if (facts.locks.length > 1)
    p.log(`There is more than one lock file: ${facts.locks.join(', ')}. ${settings.package_manager} is used.`);
  if (facts.fetchesFonts && settings.build_command !== null && !settings.build_network) throw faults.noFonts();
  const node = await tools.node.store.node(settings.node_version ?? OWN_MAJOR, p.signal);
  const name: ToolName | null =
    settings.package_manager === 'yarn' && facts.isBerry ? 'yarn-berry' : settings.package_manager;
  const tool = name === null ? null : await tools.node.store.tool(name, p.signal);
  const mounts = tool === null ? [] : [{ from: tool, to: INSIDE_APP.tools }];
  const cwd = path.posix.join(INSIDE_APP.app, settings.root_folder);
  const common = (network: boolean) => ({
    ...appEnvironment({ network, cwd }),
    ...{ CI: '1', FORCE_COLOR: '1', NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
    ...installEnvironment(tools.registry, name),
    ...ownVariables(spec.variables.build),
  });
  const command = async (
    failure: Failure,
    text: string,
    more: Pick<Step, 'network' | 'ms'> & { env?: Record<string, string> },
  ) => {
    p.log(`$ ${text}`);
    const { env = {}, ...rest } = more;
    const all = { ...common(more.network !== 'none'), ...env };
    const { code } = await run({ ...rest, failure, argv: splitCommand(text), cwd, env: all, mounts, node });
    if (code !== 0) throw faults.commandFailed(failure, code);
  };

  if (settings.install_command !== null && facts.hasPackage) {
    p.stage('install');
    await command('We could not install the packages.', settings.install_command, {
      network: 'registry',
      ms: limits.installMs,
    });
  }
  if (settings.build_command !== null) {
    p.stage('build');
    await command('We could not run the build.', settings.build_command, {
      ...{ network: settings.build_network ? 'site' : 'none', ms: limits.buildMs, env: { NODE_ENV: 'production' } },
    } as const);
  }
  throwIfAborted(p.signal);
  await rm(path.join(place.work, 'tmp'), { recursive: true, force: true, maxRetries: 3 });
  const release = path.join(place.work, 'release');
  await mkdir(release, { mode: 0o755 });
  if (settings.runtime === 'node') {
    if (settings.start_command === null) throw faults.noStart();
    const argv = splitCommand(settings.start_command);
    await rename(app, path.join(release, 'public'));
    return { settings, folder: release, start: { argv, cwd: settings.root_folder, tool: name } };
  }
  const output = await takeOutput(tools.agent, { place, settings, hasPackage: facts.hasPackage, release }, p);
  return { settings: { ...settings, output_folder: output }, folder: release, start: null };
}

type Run = (step: {
  failure: Failure;
  ms: number;
  argv: string[];
  env: Record<string, string>;
  cwd: string;
  network: AppCommand['network'];
  mounts?: Mount[];
}) => Promise<Ended>;

/** Fetches the code and looks at it, in one run. @throws HostingError with what to do */
async function prepare(
  tools: CodeBuildTools,
  {
    app,
    uid,
    spec,
    run,
    limits,
    repository,
  }: { app: string; uid: number | null; spec: BuildSpec; run: Run; limits: BuildLimits; repository: string },
  p: BuildProgress,
): Promise<Facts> {
  const { source } = spec;
  p.stage('fetch');
  if (source.kind === 'template') {
    await rmdir(app);
    await copyTree((await findTemplate(source.id)).app, app, p.signal);
    if (uid !== null) await giveTo(app, uid);
  }
  const recognizer = await findRecognizer();
  const git: PrepareInput['git'] =
    source.kind === 'git'
      ? {
          ...{ url: source.url, branch: source.branch, commit: source.commit, token: source.token },
          ...{ plain: tools.plainGit, proxy: `http://127.0.0.1:${INSIDE_PORTS.egress}` },
        }
      : source.kind === 'repository'
        ? {
            ...{ url: INSIDE_REPOSITORY, branch: source.branch, commit: source.commit, token: null },
            ...{ plain: false, proxy: null },
          }
        : null;
  const input: PrepareInput = {
    ...{ git, rootFolder: spec.settings.root_folder ?? '', recognizer: recognizer.inside },
    ...{ maxFiles: limits.code.files, maxBytes: limits.code.bytes },
  };
  const { answer, code } = await run({
    ...{
      failure: 'We could not fetch the code.',
      ms: limits.fetchMs,
      cwd: INSIDE_APP.app,
      network: source.kind === 'git' ? 'site' : 'none',
    },
    argv: ['/node/bin/node', '--disable-warning=ExperimentalWarning', `${INSIDE_APP.panel}/prepare.ts`],
    env: { ...appEnvironment({ network: false }), PANEL_INPUT: JSON.stringify(input) },
    mounts: [
      { from: CHILD, to: INSIDE_APP.panel },
      { from: recognizer.modules, to: '/recognizer' },
      ...(source.kind === 'repository' ? [{ from: repository, to: INSIDE_REPOSITORY }] : []),
    ],
  });
  const prepared = parseJson(PREPARED, answer ?? '');
  if (prepared?.ok) {
    p.stage('recognize');
    return prepared.facts;
  }
  throw prepared
    ? faults.fetchFailed(prepared.fault, prepared.detail)
    : faults.fetchFailed('failed', `exit code ${code}`);
}

/** Takes the output out of the folder of a build. Links and special files stay there. */
async function takeOutput(
  agent: SiteAgent,
  given: { place: Place; settings: BuildSettings; hasPackage: boolean; release: string },
  p: BuildProgress,
): Promise<string> {
  const { place, settings, release } = given;
  const mount = { siteId: place.siteId, live: place.work, tmp: path.join(place.work, 'tmp') };
  const root = settings.root_folder === '' ? 'app' : `app/${settings.root_folder}`;
  const at = (folder: string) => (folder === '' ? root : `${root}/${folder}`);
  const candidates =
    settings.output_folder !== null ? [settings.output_folder] : given.hasPackage ? OUTPUTS : ['', ...OUTPUTS];
  const failure = 'We could not take the output of the build.';
  for (const folder of candidates) {
    const index = await agent.need(mount, 'text', { file: `${at(folder)}/index.html` }, failure, { signal: p.signal });
    if (index === null) continue;
    const maxBytes = place.plan.diskMb * 1024 ** 2;
    const entries = [{ from: at(folder), to: 'public' }];
    const { skipped } = await agent.need(mount, 'copy', { entries, maxBytes }, failure, {
      work: release,
      signal: p.signal,
    });
    if (skipped > 0) p.log(`${skipped} links and special files of the output are left out.`);
    return folder;
  }
  throw faults.noOutput(candidates);
}

async function giveTo(folder: string, uid: number): Promise<void> {
  const { code, stderr } = await runCommand({
    ...{ file: 'chown', args: ['-Rh', `${uid}:${uid}`, '--', folder], env: minimalEnvironment() },
  });
  if (code !== 0)
    throw new HostingError('COMMAND_FAILED', 'The code could not be prepared. Contact support.', {
      retryable: true,
      detail: stderr,
    });
  await chmod(folder, 0o755);
}

/** Where `@netlify/build-info` and its packages are, and what it is called in the sandbox. */
async function findRecognizer(): Promise<{ modules: string; inside: string }> {
  const entry = await realpath(fileURLToPath(import.meta.resolve('@netlify/build-info')));
  const marker = `${path.sep}node_modules${path.sep}`;
  const modules = entry.slice(0, entry.indexOf(marker) + marker.length - 1);
  const own = entry.slice(0, entry.lastIndexOf(`${path.sep}lib${path.sep}`));
  return { modules, inside: path.posix.join('/recognizer', path.relative(modules, own)) };
}

/** The registry and the cache of the application, for every package manager. */
function installEnvironment(registry: string, tool: ToolName | null): Record<string, string> {
  const { cache } = INSIDE_APP;
  const own: Readonly<Record<ToolName, Record<string, string>>> = {
    npm: { npm_config_cache: `${cache}/npm`, npm_config_audit: 'false', npm_config_fund: 'false' },
    // Another version that `packageManager` asks for would be downloaded at each command, also by a build without a network.
    pnpm: {
      ...{ pnpm_config_registry: registry, pnpm_config_pm_on_fail: 'ignore' },
      ...{ pnpm_config_store_dir: `${cache}/pnpm`, pnpm_config_cache_dir: `${cache}/pnpm-cache` },
    },
    yarn: { YARN_CACHE_FOLDER: `${cache}/yarn`, YARN_REGISTRY: registry },
    'yarn-berry': {
      ...{ YARN_NPM_REGISTRY_SERVER: registry, YARN_GLOBAL_FOLDER: `${cache}/yarn-berry`, YARN_ENABLE_TELEMETRY: '0' },
      ...(registry.startsWith('http://') ? { YARN_UNSAFE_HTTP_WHITELIST: new URL(registry).hostname } : {}),
    },
    bun: { BUN_INSTALL_CACHE_DIR: `${cache}/bun`, BUN_CONFIG_REGISTRY: registry },
  };
  return {
    ...{ npm_config_registry: registry, npm_config_prefer_offline: 'true', npm_config_update_notifier: 'false' },
    ...{ COREPACK_ENABLE_STRICT: '0' },
    ...(tool === null ? {} : own[tool]),
  };
}

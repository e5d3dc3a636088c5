import { execFile, type ChildProcess } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createLocalDriver,
  hostingConfigFromEnv,
  prepareRuntime,
  type HostingConfig,
  type HostingDriver,
} from '../../src/hosting/index.ts';
import type { TestServer } from '../../src/testing/index.ts';
import { appTenant, type AppTenant } from './app-support.ts';
import { newKey } from './webhook-support.ts';

/** The real driver, whose builds and repositories are in the sandbox of this machine. */
export async function realHosting(
  dataDir: string,
  buildLimits: HostingConfig['buildLimits'] = {},
): Promise<HostingDriver> {
  await chmod(dataDir, 0o711);
  const config = { ...hostingConfigFromEnv({}, dataDir), php: 'wasm' as const, buildLimits };
  return createLocalDriver({ config, runtime: await prepareRuntime(config) });
}

export type GitResult = { code: number; out: string; err: string };
export type Checkout = {
  folder: string;
  git(...args: string[]): Promise<GitResult>;
  /** Starts one, to end it halfway. */
  start(...args: string[]): { child: ChildProcess; ended: Promise<GitResult> };
  commit(name: string, content: string | Buffer): Promise<string>;
};

/** A folder in which the real client of this machine works, on the panel of one partner. */
export async function checkout(server: TestServer, { partner }: AppTenant): Promise<Checkout> {
  const folder = await mkdtemp(path.join(tmpdir(), 'git-client-'));
  const env = {
    ...{ PATH: process.env['PATH'] ?? '', HOME: folder, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' },
    ...{ GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com', LANG: 'C' },
    ...{ GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com', GIT_ASKPASS: '/bin/false' },
  };
  const resolve = `http.curloptResolve=${partner.domain}:${server.port}:127.0.0.1`;
  const start: Checkout['start'] = (...args) => {
    const ended = Promise.withResolvers<GitResult>();
    const options = { cwd: folder, env, maxBuffer: 16 * 1024 ** 2 };
    const child = execFile('git', ['-c', resolve, ...args], options, (error, out, err) =>
      ended.resolve({ code: error ? Number(error.code ?? 137) : 0, out, err }),
    );
    return { child, ended: ended.promise };
  };
  const git: Checkout['git'] = (...args) => start(...args).ended;
  await git('init', '--quiet', '-b', 'main');
  return {
    ...{ folder, git, start },
    async commit(name, content) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), content);
      await git('add', '-A');
      await git('commit', '--quiet', '-m', `Change ${name}`);
      return (await git('rev-parse', 'HEAD')).out.trim();
    },
  };
}

export const removeCheckout = ({ folder }: Checkout): Promise<void> => rm(folder, { recursive: true, force: true });

export type GitApp = { own: AppTenant; id: string; fqdn: string; token: string; url: string; local: Checkout };

/** The address of a repository with a token as password. */
export const repositoryUrl = (server: TestServer, { partner }: AppTenant, id: string, token: string): string =>
  `http://me:${token}@${partner.domain}:${server.port}/git/${id}.git`;

/** An application of a template, the deploy token of its repository, and a folder with a first commit. */
export async function gitApp(server: TestServer, name: string, of?: AppTenant['partner']): Promise<GitApp> {
  const own = await appTenant(server, {}, of);
  const { app_id: id, build_id, fqdn } = await own.create(name);
  await own.builtTo(build_id, 'success');
  const { secret: token } = await newKey(own, id, 'git');
  const local = await checkout(server, own);
  await local.commit('index.html', `<!doctype html><title>${name}</title><h1>Pushed ${name}</h1>`);
  return { own, id, fqdn, token, url: repositoryUrl(server, own, id, token), local };
}

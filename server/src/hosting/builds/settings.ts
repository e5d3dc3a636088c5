import type { AppRuntime, BuildSettings, PackageManager } from '@panel/contract';
import { HostingError } from '../hosting-error.ts';
import type { Facts } from './child/answer.ts';
import { isPlainCommand } from './split-command.ts';
import { sentence } from '../../lib/sentence.ts';

/** Packages with which an application answers by itself. */
const SERVERS = new Set([
  ...['nuxt', 'express', 'fastify', 'koa', 'hono', '@hono/node-server', '@nestjs/core', '@hapi/hapi', 'polka', 'next'],
  ...['@remix-run/serve', '@react-router/serve', '@react-router/node', '@sveltejs/adapter-node', '@astrojs/node'],
  ...['@tanstack/react-start', 'h3', 'nitropack', 'solid-start', '@solidjs/start'],
]);
/** Frameworks whose pages are all made in the browser. */
const SINGLE_PAGE = new Set([
  'vite',
  'create-react-app',
  'vue',
  'angular',
  'parcel',
  'quasar',
  'ember',
  'svelte',
  'wmr',
]);
/** What a start command is where `package.json` names none. */
const STARTS: readonly [string, string][] = [
  ['nuxt', 'node .output/server/index.mjs'],
  ['@sveltejs/adapter-node', 'node build/index.js'],
  ['@astrojs/node', 'node dist/server/entry.mjs'],
  ['@react-router/serve', 'npx react-router-serve build/server/index.js'],
  ['@tanstack/react-start', 'node .output/server/index.mjs'],
  ['next', 'npx next start'],
];
const INSTALLS: Readonly<Record<PackageManager, [locked: string, free: string]>> = {
  npm: ['npm ci', 'npm install'],
  pnpm: ['pnpm install --frozen-lockfile', 'pnpm install'],
  yarn: ['yarn install --frozen-lockfile', 'yarn install'],
  bun: ['bun install --frozen-lockfile', 'bun install'],
};
const LOCK_OF: Readonly<Record<string, PackageManager>> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
};

/** Whether an application answers by itself. */
function runtimeOf({ packages, scripts, exportsFiles, hasPackage }: Facts): AppRuntime {
  if (!hasPackage || exportsFiles) return 'static';
  if (packages.some((name) => SERVERS.has(name))) return 'node';
  const makesFiles = packages.some((name) => ['vite', 'astro', 'react-scripts', '@11ty/eleventy'].includes(name));
  return scripts.includes('start') && !scripts.includes('build') && !makesFiles ? 'node' : 'static';
}

/** The major version that the code asks for, if it is offered; otherwise the panel's own. */
function nodeOf({ node }: Facts, offered: readonly string[], own: string): string {
  const wish = node ?? '';
  const majors = [...wish.matchAll(/(?<![.\d])\d{1,2}(?![\d])/g)].map(([major]) => major);
  if (wish.includes('>') || majors.includes(own)) return own;
  return offered.find((major) => majors.includes(major)) ?? own;
}

/**
 * The settings of a build: what its owner chose, and otherwise what was recognized.
 * @throws HostingError BUILD_FAILED for a package manager that the code does not use
 */
export function decideSettings(
  facts: Facts,
  chosen: Partial<BuildSettings>,
  nodes: { offered: readonly string[]; own: string },
): BuildSettings {
  const manager = chosen.package_manager ?? facts.manager;
  if (manager !== null && facts.locks.length > 0 && !facts.locks.some((lock) => LOCK_OF[lock] === manager))
    throw new HostingError(
      'BUILD_FAILED',
      sentence(
        'The repository has {lock}, which is not of {manager}. Choose {other} in the build settings, or replace the lock file.',
        { lock: facts.locks[0] ?? '', manager, other: LOCK_OF[facts.locks[0] ?? ''] ?? '' },
      ),
      { retryable: false },
    );
  const isLocked = facts.locks.some((lock) => LOCK_OF[lock] === manager);
  const install =
    manager === null || !facts.hasPackage
      ? null
      : manager === 'yarn' && facts.isBerry
        ? isLocked
          ? 'yarn install --immutable'
          : 'yarn install'
        : INSTALLS[manager][isLocked ? 0 : 1];
  const runtime = chosen.runtime ?? runtimeOf(facts);
  // Without the package manager around it, a server wakes sooner and ends when it is asked to.
  const start = isPlainCommand(facts.start)
    ? facts.start
    : facts.scripts.includes('start')
      ? `${manager ?? 'npm'} ${manager === 'bun' ? 'run start' : 'start'}`
      : (STARTS.find(([name]) => facts.packages.includes(name))?.[1] ??
        (facts.main === null ? null : `node ${facts.main}`));
  const isSinglePage = SINGLE_PAGE.has(facts.framework?.id ?? '');
  return {
    framework: chosen.framework ?? facts.framework?.name ?? null,
    package_manager: manager,
    root_folder: chosen.root_folder ?? '',
    install_command: chosen.install_command ?? install,
    build_command: chosen.build_command ?? (facts.scripts.includes('build') ? `${manager ?? 'npm'} run build` : null),
    output_folder:
      chosen.output_folder ??
      (runtime === 'node' ? null : facts.exportsFiles ? 'out' : outputOf(facts, chosen.root_folder ?? '')),
    runtime,
    start_command: chosen.start_command ?? (runtime === 'node' ? withHost(start) : null),
    node_version: chosen.node_version ?? nodeOf(facts, nodes.offered, nodes.own),
    spa_fallback: chosen.spa_fallback ?? (runtime === 'static' && isSinglePage),
    build_network: chosen.build_network ?? false,
  };
}

/**
 * Without a host, Next.js asks for the network interfaces, which a sandbox does not tell, and never answers. Visits come by
 * the loopback.
 */
const withHost = (start: string | null): string | null =>
  start !== null && /^(?:npx )?next start\b/.test(start) && !/ (?:-H|--hostname)\b/.test(start)
    ? `${start} -H 127.0.0.1`
    : start;

/**
 * The output of the framework below the folder of the application, if it is a plain folder. It is recognized by its path in
 * the repository.
 */
function outputOf({ output: found, hasPackage }: Facts, root: string): string | null {
  if (!hasPackage || found === null || found.length > 200 || found.includes('\\')) return null;
  const output = root !== '' && found.startsWith(`${root}/`) ? found.slice(root.length + 1) : found;
  const isPlain = output.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  return isPlain ? output : null;
}

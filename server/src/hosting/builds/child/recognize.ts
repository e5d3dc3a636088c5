import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import type * as BuildInfo from '@netlify/build-info';
import type * as BuildInfoNode from '@netlify/build-info/node';
import type { Facts, PrepareInput } from './answer.ts';
import { Fault } from './fault.ts';

const LONGEST = 1024 * 1024;
const LOCKS = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
] as const;
/** Packages that decide whether an application is files or a server. */
const DECIDING = [
  ...['next', 'nuxt', 'express', 'fastify', 'koa', 'hono', '@hono/node-server', '@nestjs/core', '@hapi/hapi', 'polka'],
  ...['@remix-run/serve', '@react-router/serve', '@react-router/node', '@sveltejs/kit', '@sveltejs/adapter-node'],
  ...[
    '@sveltejs/adapter-static',
    '@sveltejs/adapter-auto',
    'astro',
    '@astrojs/node',
    '@tanstack/react-start',
    'h3',
    'nitropack',
  ],
  ...['solid-start', '@solidjs/start', 'vite', 'react-scripts', '@11ty/eleventy'],
];
/** Where a project of Next.js chooses its fonts. */
const LAYOUTS = ['app/layout', 'src/app/layout', 'pages/_app', 'src/pages/_app'].flatMap((file) =>
  ['tsx', 'jsx', 'ts', 'js'].map((end) => `${file}.${end}`),
);
const CONFIGS = ['next.config.js', 'next.config.mjs', 'next.config.ts'];

/** The beginning of a regular file; null when there is none. */
function read(file: string): string | null {
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch {
    return null;
  }
  try {
    const { size } = fstatSync(fd);
    const buffer = Buffer.alloc(Math.min(size, LONGEST));
    return buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, 0)).toString('utf8');
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown, max = 200): string | null =>
  typeof value === 'string' && value.length <= max ? value : null;

function manifestOf(folder: string): Record<string, unknown> | null {
  const text = read(path.join(folder, 'package.json'));
  if (text === null) return null;
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (isRecord(parsed)) return parsed;
  } catch (error) {
    throw new Fault('manifest', String(error));
  }
  throw new Fault('manifest', 'it is no object');
}

/** What `@netlify/build-info` knows of the framework. Its failure means that nothing is known. */
async function frameworkOf(
  folder: string,
  root: string,
  recognizer: string,
): Promise<Pick<Facts, 'framework' | 'output'>> {
  try {
    const { Project } = (await import(`${recognizer}/lib/index.js`)) as typeof BuildInfo;
    const { NodeFS } = (await import(`${recognizer}/lib/node/index.js`)) as typeof BuildInfoNode;
    const fs = new NodeFS();
    fs.cwd = folder;
    const project = new Project(fs, folder, root).setEnvironment({}).setNodeVersion(process.version);
    const [found] = await project.getBuildSettings();
    if (!found) return { framework: null, output: null };
    const { id, name } = found.framework;
    return { framework: { id: id.slice(0, 60), name: name.slice(0, 60) }, output: textOf(found.dist) };
  } catch (error) {
    console.log(`The framework was not recognized: ${String(error).slice(0, 200)}`);
    return { framework: null, output: null };
  }
}

/** Looks at the code. @throws Fault */
export async function recognize(
  root: string,
  { rootFolder, recognizer }: Pick<PrepareInput, 'rootFolder' | 'recognizer'>,
): Promise<Omit<Facts, 'commit' | 'files' | 'bytes'>> {
  const folder = path.join(root, rootFolder);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Fault('folder', rootFolder);
  const manifest = manifestOf(folder);
  const own = LOCKS.filter(([name]) => existsSync(path.join(folder, name)));
  const above = folder === root ? [] : LOCKS.filter(([name]) => existsSync(path.join(root, name)));
  const locks = own.length > 0 ? own : above;
  const lockFolder = own.length > 0 ? folder : root;
  const named = /^(npm|pnpm|yarn|bun)@(\d+)/.exec(
    textOf(manifest?.['packageManager']) ?? textOf(manifestOf(root)?.['packageManager']) ?? '',
  );
  const wanted = named?.[1] as Facts['manager'] | undefined;
  const manager =
    locks.find(([, name]) => name === wanted)?.[1] ?? wanted ?? locks[0]?.[1] ?? (manifest ? 'npm' : null);
  const lockText = manager === 'yarn' ? (read(path.join(lockFolder, 'yarn.lock')) ?? '').slice(0, 2000) : '';
  const isBerry =
    existsSync(path.join(lockFolder, '.yarnrc.yml')) ||
    lockText.includes('__metadata:') ||
    (wanted === 'yarn' && Number(named?.[2]) > 1);
  const scripts = isRecord(manifest?.['scripts']) ? manifest['scripts'] : {};
  // What Nest calls start compiles the code at each start.
  const start = Object.hasOwn(scripts, 'start:prod') ? 'start:prod' : 'start';
  const dependencies = { ...asRecord(manifest?.['dependencies']), ...asRecord(manifest?.['devDependencies']) };
  const config = CONFIGS.map((name) => read(path.join(folder, name)) ?? '').join('\n');
  const version = read(path.join(folder, '.nvmrc')) ?? read(path.join(folder, '.node-version'));
  return {
    ...{ hasPackage: manifest !== null, hasIndex: existsSync(path.join(folder, 'index.html')) },
    ...(await frameworkOf(folder, root, recognizer)),
    ...{ manager, isBerry, locks: locks.map(([name]) => name), isWorkspace: own.length === 0 && above.length > 0 },
    scripts: ['build', 'start'].filter((name) => typeof scripts[name] === 'string'),
    start: ['pre', 'post'].some((when) => Object.hasOwn(scripts, when + start)) ? null : textOf(scripts[start]),
    packages: DECIDING.filter((name) => Object.hasOwn(dependencies, name)),
    main: textOf(manifest?.['main']),
    node: textOf(version?.trim() ?? asRecord(manifest?.['engines'])['node'], 60),
    fetchesFonts:
      Object.hasOwn(dependencies, 'next') &&
      LAYOUTS.some((file) => read(path.join(folder, file))?.includes('next/font/google')),
    exportsFiles: /output\s*:\s*['"]export['"]/.test(config),
  };
}

const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

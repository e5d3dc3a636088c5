import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { environment, NODE_24, PNPM_VERSION, ROOT } from '../lib/paths.mjs';

const execute = promisify(execFile);

export const PACKED = ['contract', 'brand', 'frame', 'core', 'ui', 'federation'] as const;

type PackageJson = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as PackageJson;

/** Packs the packages for an external team into a folder, as `pnpm pack` does; returns the files. */
export async function packAll(folder: string): Promise<string[]> {
  // pnpm is not installed globally; npx keeps the one that the launcher fetched.
  const filters = PACKED.flatMap((name) => ['--filter', `@panel/${name}`]);
  const words = ['-y', '--prefer-offline', `pnpm@${PNPM_VERSION}`, ...filters, 'pack', '--pack-destination', folder];
  await execute('npx', words, { cwd: ROOT, env: environment() });
  return readdirSync(folder)
    .filter((file) => file.endsWith('.tgz'))
    .sort()
    .map((file) => path.join(folder, file));
}

/** `panel-remote` of this checkout. */
export const PANEL_REMOTE = path.join(ROOT, 'shared', 'federation', 'src', 'cli', 'panel-remote.ts');

/** The remote whose libraries no package of the panel has. */
export const LIBRARIES = path.join(ROOT, 'scripts', 'outside', 'libraries');

/** Where a package of this checkout finds a library. */
function libraryOf(name: string): string {
  const places = [...PACKED.map((each) => path.join(ROOT, 'shared', each)), ROOT, path.join(ROOT, 'shell'), LIBRARIES];
  const found = places.map((place) => path.join(place, 'node_modules', name)).find((place) => existsSync(place));
  if (!found) throw new Error(`${name} is not installed in this checkout.`);
  return realpathSync(found);
}

/**
 * Creates a package's node_modules as an installer would, without a network: the unpacked tarballs, and exactly the
 * libraries that the tarballs and the package name, from this checkout.
 */
export function install(target: string, tarballs: readonly string[]): void {
  const modules = path.join(target, 'node_modules');
  for (const tarball of tarballs) {
    const name = /panel-(\w+)-/.exec(path.basename(tarball))?.[1] ?? '';
    const place = path.join(modules, '@panel', name);
    mkdirSync(place, { recursive: true });
    execFileSync('tar', ['-xzf', tarball, '-C', place, '--strip-components=1']);
  }
  const packed = PACKED.map((name) => readJson(path.join(modules, '@panel', name, 'package.json')).dependencies);
  const own = readJson(path.join(target, 'package.json'));
  for (const name of new Set(
    [...packed, own.dependencies, own.devDependencies].flatMap((each) => Object.keys(each ?? {})),
  )) {
    const link = path.join(modules, name);
    if (existsSync(link)) continue;
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(libraryOf(name), link, 'dir');
  }
  const command = path.join(modules, '.bin', 'panel-remote');
  mkdirSync(path.dirname(command), { recursive: true });
  chmodSync(binOf(target), 0o755);
  symlinkSync(binOf(target), command);
}

/** The `panel-remote` of a folder with its packages. */
export const binOf = (target: string): string =>
  path.join(target, 'node_modules', '@panel', 'federation', 'dist', 'cli', 'panel-remote.js');

/** Runs Node in an external folder; resolves with its output. Rejects with its error output. */
export async function runNode(
  folder: string,
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  try {
    return (await execute(NODE_24, [...words], { cwd: folder, env: environment(env) })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${words.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

/** Starts a script of an external folder's package.json, and resolves once its output matches. `stop` ends npm. */
export async function startScript(
  folder: string,
  [name = '', ...words]: readonly string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<{ said: () => string; stop: () => Promise<void> }> {
  const child = spawn('npm', ['run', name, '--', ...words], { cwd: folder, env: environment(env) });
  // Not before all that npm started has ended as well, because that holds its output.
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()));
  const stop = () => {
    child.kill();
    return ended;
  };
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (ready.test(said)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then(() => reject(new Error(`${name} ended:\n${said}`)));
  });
  return { said: () => said, stop };
}

export const emptyFolder = (): string => mkdtempSync(path.join(tmpdir(), 'panel-outside-'));

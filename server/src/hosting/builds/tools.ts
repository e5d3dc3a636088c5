import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { HostingError, TRY_AGAIN } from '../hosting-error.ts';
import { OWN_NODE } from '../node/own-node.ts';
import { runCommand } from '../process/run-command.ts';
import { minimalEnvironment } from '../runtime/minimal-environment.ts';
import { exists } from '../runtime/wordpress-source.ts';
import { NODES, TOOLS, type Pinned, type ToolName } from './pinned-tools.ts';
import { sentence } from '../../lib/sentence.ts';

const DOWNLOAD_MS = 5 * 60_000;
const MOST_BYTES = 120 * 1024 ** 2;

export type ToolStore = {
  /** Major versions of Node.js, the newest first. */
  nodeVersions: readonly string[];
  /** The folder with `bin/node` of a major version. @throws HostingError RUNTIME_MISSING, SOURCE_UNAVAILABLE */
  node(version: string, signal: AbortSignal): Promise<string>;
  /** A folder whose `bin` has a package manager. */
  tool(name: ToolName, signal: AbortSignal): Promise<string>;
};

const OWN_MAJOR = String(process.versions.node.split('.')[0]);
export const nodeMajors = (): string[] =>
  [...new Set([OWN_MAJOR, ...Object.keys(NODES[process.arch] ?? {})])].sort((a, b) => Number(b) - Number(a));

/**
 * Package managers and versions of Node.js, from the npm registry. Each is named by its content: what the registry sends
 * must have the digest that is written here, and it is fetched once for all applications.
 */
export function createToolStore({ cacheDir, registry }: { cacheDir: string; registry: string }): ToolStore {
  const folder = path.join(cacheDir, 'tools');
  const making = new Map<string, Promise<string>>();
  const get = (pinned: Pinned, signal: AbortSignal): Promise<string> => {
    const name = `${pinned.name.replace(/\W/g, '-')}-${pinned.version}-${digestOf(pinned)}`;
    const known = making.get(name);
    if (known) return known;
    const made = make(path.join(folder, name), pinned, { registry, signal });
    making.set(name, made);
    const forget = () => void making.delete(name);
    made.then(forget, forget);
    return made;
  };
  return {
    nodeVersions: nodeMajors(),
    async node(version, signal) {
      if (version === OWN_MAJOR) return OWN_NODE;
      const pinned = NODES[process.arch]?.[version];
      if (pinned) return path.join(await get(pinned, signal), 'package');
      throw new HostingError(
        'RUNTIME_MISSING',
        sentence('Node.js {version} is not offered. Choose one of {versions} in the build settings.', {
          version,
          versions: nodeMajors().join(', '),
        }),
        { retryable: false },
      );
    },
    tool(name, signal) {
      const pinned = TOOLS[name](process.arch);
      if (pinned) return get(pinned, signal);
      throw new HostingError(
        'RUNTIME_MISSING',
        sentence('{name} is not available on this server. Use another package manager.', { name }),
        {
          retryable: false,
        },
      );
    },
  };
}

const digestOf = ({ integrity }: Pinned): string => createHash('sha256').update(integrity).digest('hex').slice(0, 12);

async function make(to: string, pinned: Pinned, how: { registry: string; signal: AbortSignal }): Promise<string> {
  if (await exists(to)) return to;
  const work = path.join(path.dirname(to), `.tool-${randomBytes(6).toString('hex')}`);
  await mkdir(path.join(work, 'bin'), { recursive: true, mode: 0o755 });
  try {
    const archive = path.join(work, 'package.tgz');
    await download(pinned, archive, how);
    const args = ['-xzf', archive, '-C', work, '--no-same-owner', '--no-same-permissions'];
    const unpacked = await runCommand({ file: 'tar', args, env: minimalEnvironment() }, how.signal);
    if (unpacked.code !== 0) throw unavailable(pinned, unpacked.stderr);
    await rm(archive);
    for (const [name, file] of Object.entries(pinned.bin)) {
      await symlink(`../package/${file}`, path.join(work, 'bin', name));
      await chmod(path.join(work, 'package', file), 0o755);
    }
    // Another process may have been faster; it has the same content.
    await rename(work, to).catch(async (error: unknown) => void ((await exists(to)) || Promise.reject(error)));
    return to;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Streams an archive to a file. @throws HostingError SOURCE_UNAVAILABLE, INTEGRITY_MISMATCH */
async function download(
  pinned: Pinned,
  file: string,
  { registry, signal }: { registry: string; signal: AbortSignal },
): Promise<void> {
  const base = pinned.name.split('/').at(-1);
  const url = new URL(`${pinned.name}/-/${base}-${pinned.version}.tgz`, registry.replace(/\/?$/, '/'));
  const until = AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_MS)]);
  const hash = createHash('sha512');
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(size > MOST_BYTES ? new Error('the archive is too large') : null, chunk);
    },
  });
  try {
    const answer = await fetch(url, { signal: until });
    if (!answer.ok || answer.body === null) throw new Error(`${answer.status} ${url.href}`);
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), counted, createWriteStream(file), {
      signal: until,
    });
  } catch (error) {
    signal.throwIfAborted();
    throw unavailable(pinned, error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error));
  }
  if (`sha512-${hash.digest('base64')}` !== pinned.integrity)
    throw new HostingError(
      'INTEGRITY_MISMATCH',
      sentence(
        'The package registry did not send the expected {name} {version}, so it was not used. Contact support.',
        {
          name: pinned.name,
          version: pinned.version,
        },
      ),
      { retryable: false },
    );
}

const unavailable = ({ name, version }: Pinned, detail: string): HostingError =>
  new HostingError(
    'SOURCE_UNAVAILABLE',
    [sentence('We could not fetch {name} {version} from the package registry.', { name, version }), TRY_AGAIN],
    { retryable: true, detail },
  );

import { constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { bindUserSpace, createNodeFsMountHandler, FileLockManagerForPosix, getPHPLoaderModule } from '@php-wasm/node';
import { loadPHPRuntime, PHP, SupportedPHPVersions } from '@php-wasm/universal';
import type { EmscriptenOptions, SupportedPHPVersion } from '@php-wasm/universal';
import { tunnelNetworking, type ChannelPaces } from '../egress/tunnel-websocket.ts';
import { showCore } from './read-only-core.ts';
import type { NodeFs, ReadOnlyCore } from './read-only-core.ts';
import { refusedProcess } from './refused-process.ts';

/** Paths of a site's folders: for the worker, and for its PHP, which has a virtual file system. */
export type InstanceOptions = {
  phpVersion: string;
  settings: Record<string, string>;
  folders: readonly { inside: string; folder: string }[];
  /** The shared WordPress of the site. */
  core: ReadOnlyCore | null;
  /** The only network access: Unix sockets of the panel. Without them, every connection fails. */
  channels: { egress: string; mail: string };
  paces: ChannelPaces;
  /** Maximum memory of PHP in bytes. */
  heapBytes: number;
  /** Maximum output of one run in bytes. */
  outputBytes: number;
  /** Called inside PHP's own call when it prints more; must not return. */
  onTooMuchOutput(): never;
};

type Emscripten = {
  FS: {
    ErrnoError: new (errno: number) => Error;
    filesystems: { NODEFS: NodeFs };
    root: { node_ops: object; mount: { opts: { root?: string } } };
  };
} & Record<'onStdout' | 'onStderr' | 'onHeaders', (chunk: Uint8Array) => void>;

/** `EPERM` of Emscripten. */
const NOT_PERMITTED = 63;

const modules = new Map<string, Promise<WebAssembly.Module>>();

/** Compiled once for all instances of this process: compiling takes most of a start. */
function compiled(file: string): Promise<WebAssembly.Module> {
  const known = modules.get(file) ?? readFile(file).then((bytes) => WebAssembly.compile(bytes));
  modules.set(file, known);
  return known;
}

/**
 * A PHP with the site's folders, no other network, no way to start programs, and a memory limit. Command-line scripts
 * (`cli`) need a different kind of instance.
 */
export async function createPhp(options: InstanceOptions, sapi: 'cli' | null): Promise<PHP> {
  const version = SupportedPHPVersions.find(
    (candidate): candidate is SupportedPHPVersion => candidate === options.phpVersion,
  );
  if (version === undefined) throw new Error(`PHP ${options.phpVersion} is not bundled`);
  const load = () => loadRuntime(version, options);
  const php = new PHP(await load());
  await php.setSpawnHandler(refusedProcess);
  // Opcache works under the names that it knows; this is the one of native PHP's server.
  await php.setSapiName(sapi ?? 'cli-server');
  const ini = Object.entries(options.settings).map(([name, value]) => `${name}=${value}`);
  php.writeFile('/internal/shared/php.ini', `${ini.join('\n')}\n`);
  for (const { inside, folder } of options.folders) {
    php.mkdirTree(inside);
    await php.mount(inside, createNodeFsMountHandler(folder));
  }
  if (sapi === null) php.enableRuntimeRotation({ recreateRuntime: load, maxRequests: 400 });
  return php;
}

/**
 * Like `loadNodeRuntime` of @php-wasm/node, but without its networking, which listens on the loopback interface and
 * connects any client to any address.
 */
async function loadRuntime(
  version: SupportedPHPVersion,
  { channels, paces, core, heapBytes, outputBytes, onTooMuchOutput }: InstanceOptions,
): Promise<number> {
  const loader = await getPHPLoaderModule(version);
  const wasm = await compiled(loader.dependencyFilename);
  const locks = new FileLockManagerForPosix();
  const options: EmscriptenOptions = {
    processId: process.pid,
    phpWasmAsyncMode: 'Suspending' in WebAssembly ? 'jspi' : 'asyncify',
    websocket: tunnelNetworking(channels, paces),
    quit(_code, error) {
      throw error;
    },
    bindUserSpace: (context: Parameters<typeof bindUserSpace>[1]) =>
      withSharedLocks(bindUserSpace({ fileLockManager: locks }, context)),
    instantiateWasm(imports, receive) {
      limitHeap(imports, heapBytes);
      awaitConnections(imports);
      WebAssembly.instantiate(wasm, imports).then(
        (instance) => receive(instance, wasm),
        (error: unknown) => {
          throw error;
        },
      );
    },
    onRuntimeInitialized(runtime: Emscripten) {
      prepareFileSystem(runtime);
      if (core !== null) showCore(runtime.FS, core);
      limitOutput(runtime, outputBytes, onTooMuchOutput);
    },
  };
  return loadPHPRuntime(loader, options);
}

/** PHP's memory ceiling, regardless of `memory_limit`: the next allocation fails. */
function limitHeap(imports: WebAssembly.Imports, heapBytes: number): void {
  const env = imports['env'];
  const grow = env?.['emscripten_resize_heap'];
  if (env === undefined || typeof grow !== 'function') throw new Error('the memory of this PHP cannot be limited');
  env['emscripten_resize_heap'] = (bytes: number) => (bytes >>> 0 > heapBytes ? 0 : Number(grow(bytes)));
}

/**
 * Makes PHP wait for a connection. This build of php-wasm does not mark the call as asynchronous, so every connection
 * seems to succeed, and code that uses a refused one waits forever.
 */
function awaitConnections(imports: WebAssembly.Imports): void {
  const env = imports['env'];
  const connect = env?.['__syscall_connect'];
  if (env === undefined || typeof connect !== 'function' || !('Suspending' in WebAssembly)) return;
  const { Suspending } = WebAssembly as typeof WebAssembly & {
    Suspending: new (of: unknown) => WebAssembly.ImportValue;
  };
  env['__syscall_connect'] = new Suspending(connect);
}

/** `LOCK_SH` of flock(2), and what Emscripten answers for a descriptor that cannot be used so. */
const LOCK_SH = 1;
const BAD_DESCRIPTOR = -8;

/**
 * Lets PHP take a shared lock on a file that it only reads, as opcache does. This build of php-wasm refuses it, because
 * LOCK_SH has the number of F_WRLCK. One process runs all PHP of a site, one request at a time, so nobody holds another lock.
 */
function withSharedLocks(space: ReturnType<typeof bindUserSpace>): ReturnType<typeof bindUserSpace> {
  const flock: typeof space.flock = (fd, operation) => {
    const answer = space.flock(fd, operation);
    return answer === BAD_DESCRIPTOR && (operation & LOCK_SH) !== 0 ? 0 : answer;
  };
  return { ...space, flock };
}

/**
 * Disables links: PHP resolves them in its virtual file system, this process never follows one, and none can be
 * created.
 */
function prepareFileSystem({ FS }: Emscripten): void {
  const { NODEFS } = FS.filesystems;
  const { readdir } = NODEFS.node_ops;
  const { flagsForNode } = NODEFS;
  NODEFS.flagsForNode = (flags) => flagsForNode(flags) | constants.O_NOFOLLOW;
  NODEFS.node_ops.readdir = (node) => {
    const names = readdir(node);
    return names.includes('.') ? names : ['.', '..', ...names];
  };
  NODEFS.node_ops.symlink = () => {
    throw new FS.ErrnoError(NOT_PERMITTED);
  };
  FS.root.node_ops = { ...FS.root.node_ops, statfs: NODEFS.node_ops.statfs };
  FS.root.mount.opts.root = '.';
}

/**
 * Counts a run's output while it prints: PHP that prints in a loop never yields to a reader. A run starts when it
 * sets its listeners.
 */
function limitOutput(runtime: Emscripten, outputBytes: number, onTooMuchOutput: () => never): void {
  for (const name of ['onStdout', 'onStderr', 'onHeaders'] as const) {
    let listener: (chunk: Uint8Array) => void = () => undefined;
    Object.defineProperty(runtime, name, {
      get: () => listener,
      set(next: (chunk: Uint8Array) => void) {
        let bytes = 0;
        listener = (chunk) => {
          bytes += chunk.length;
          if (bytes > outputBytes) onTooMuchOutput();
          next(chunk);
        };
      },
    });
  }
}

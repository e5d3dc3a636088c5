/**
 * The process that runs PHP as WebAssembly for one site. It sees the site's folder and our scripts, answers HTTP on a
 * Unix socket, and runs scripts and WP-CLI on request. PHP has one instance, so everything is sequential.
 */
import { constants } from 'node:fs';
import { flushCompileCache, getCompileCacheDir } from 'node:module';
import { Socket } from 'node:net';
import type { PHP, StreamedPHPResponse } from '@php-wasm/universal';
import { createConnectionPace } from '../egress/connection-pace.ts';
import { CHANNEL_PACE } from '../runtime/site-runtime.ts';
import { KEPT_ERRORS, KEPT_OUTPUT } from '../process/kept-output.ts';
import { openMessageChannel } from './message-channel.ts';
import { createPhp } from './php-instance.ts';
import type { InstanceOptions } from './php-instance.ts';
import { COMPILED } from './opcache.ts';
import { printedText } from './printed-text.ts';
import { serveWasmHttp } from './wasm-http.ts';
import type { WorkerAnswer, WorkerOrder } from './wasm-protocol.ts';

const INSIDE = { live: '/site/live', tmp: '/tmp', panel: '/panel', root: '/site/live/public' };
/** The descriptor for messages between the panel and this process. */
const CHANNEL = 3;
const MB = 1024 * 1024;
const MAX_ORDER_BYTES = 16 * MB;
/** Maximum output of one run: it is buffered until it has been sent. */
const MAX_OUTPUT_BYTES = 128 * MB;
const REPORT_EVERY_MS = 10_000;

/** A command has more memory than a request, and only the panel's deadline. */
const COMMAND = { memory_limit: '512M', max_execution_time: '0' };

type Boot = Extract<WorkerOrder, { type: 'boot' }>;
type Turn = <T>(work: () => Promise<T>) => Promise<T>;

const channel = openMessageChannel(
  new Socket({ fd: CHANNEL, readable: true, writable: true }),
  { bytes: MAX_ORDER_BYTES, depth: 8, elements: 100_000 },
  {
    // Messages come from the panel, which this process trusts.
    message: (order) => obey(order as WorkerOrder),
    // Without the panel, this process ends.
    ended: () => process.exit(0),
  },
);

function answer(message: WorkerAnswer): void {
  channel.send(message);
}

let heldAt = -Infinity;
/** The owner of the site hears that its connections wait, every so often. */
function held(): void {
  if (performance.now() - heldAt < REPORT_EVERY_MS) return;
  heldAt = performance.now();
  answer({ type: 'held' });
}
const paces = {
  egress: createConnectionPace({ ...CHANNEL_PACE, held }),
  mail: createConnectionPace({ ...CHANNEL_PACE, held }),
};

function instanceOptions({
  phpVersion,
  settings,
  folders,
  coreEntries,
  compiledId,
  channels,
  heapMb,
}: Boot): InstanceOptions {
  const compiled = folders.compiled === null ? [] : [{ inside: `${COMPILED}/${compiledId}`, folder: folders.compiled }];
  return {
    ...{ phpVersion, settings, channels, paces, heapBytes: heapMb * MB, outputBytes: MAX_OUTPUT_BYTES },
    core: folders.core === null ? null : { at: `${folders.live}/public`, folder: folders.core, entries: coreEntries },
    folders: [
      ...(['live', 'panel', 'tmp'] as const).map((name) => ({ inside: INSIDE[name], folder: folders[name] })),
      ...compiled,
    ],
    onTooMuchOutput: () => process.exit(1),
  };
}

/**
 * Runs messages and requests one at a time: the instance has one set of globals, and the rotation after WP-CLI must
 * not overlap.
 */
function inTurn(): Turn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

async function finish(id: number, response: StreamedPHPResponse): Promise<void> {
  const [code, stdout, stderr] = await Promise.all([
    response.exitCode,
    printedText(response.stdout, KEPT_OUTPUT),
    printedText(response.stderr, KEPT_ERRORS),
  ]);
  // Where node writes what it has compiled: before the answer, after which the panel may end this process.
  if (getCompileCacheDir()?.startsWith(`${INSIDE.tmp}/`)) flushCompileCache();
  answer({ type: 'result', id, code, stdout, stderr });
}

async function wpCli(
  options: InstanceOptions,
  order: Extract<WorkerOrder, { type: 'wp' }>,
  env: Record<string, string>,
): Promise<void> {
  const php = await createPhp({ ...options, settings: { ...options.settings, ...COMMAND } }, 'cli');
  try {
    const args = ['php', `${INSIDE.panel}/wp-cli.phar`, `--path=${INSIDE.root}`, '--no-color', ...order.args];
    const home = { HOME: INSIDE.tmp, WP_CLI_DISABLE_AUTO_CHECK_UPDATE: '1' };
    await finish(order.id, await php.cli(args, { env: { ...home, ...env }, cwd: INSIDE.live }));
  } finally {
    php.exit();
  }
}

async function run(php: PHP, options: InstanceOptions, order: Exclude<WorkerOrder, Boot>, turn: Turn): Promise<void> {
  // Variables of one run persist in the next, so each run sets all of them.
  const env = {
    PANEL_DOCUMENT_ROOT: INSIDE.root,
    PANEL_DB_FILE: '',
    PANEL_INPUT: '',
    ...('env' in order ? order.env : {}),
  };
  switch (order.type) {
    case 'listen': {
      const { token, socketPath } = order;
      await serveWasmHttp({
        php,
        turn,
        token,
        socketPath,
        root: INSIDE.root,
        router: `${INSIDE.panel}/router.php`,
        busy: (busy) => answer({ type: 'turn', busy }),
      });
      return answer({ type: 'listening', id: order.id });
    }
    case 'script':
      return turn(async () =>
        finish(order.id, await php.runStream({ scriptPath: `${INSIDE.panel}/${order.file}`, env })),
      );
    case 'wp':
      return turn(() => wpCli(options, order, env));
  }
}

/**
 * php-wasm reads the open flags from an internal of node that the permission model blocks; they are public under
 * another name.
 */
function provideOpenFlags(): void {
  Object.defineProperty(process, 'binding', {
    value: (name: string) => {
      if (name !== 'constants') throw new Error(`the internal ${name} is closed here`);
      return { fs: constants };
    },
  });
}

provideOpenFlags();
const turn = inTurn();
let booted: { php: Promise<PHP>; options: InstanceOptions } | null = null;

function obey(order: WorkerOrder): void {
  const id = 'id' in order ? order.id : null;
  const failed = (error: unknown) =>
    answer({
      type: 'failed',
      id,
      message: (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, 8000),
    });
  if (order.type === 'boot') {
    const options = instanceOptions(order);
    booted = { options, php: createPhp(options, null) };
    booted.php.catch(failed);
  } else if (booted !== null) {
    const { options } = booted;
    booted.php.then((php) => run(php, options, order, turn)).catch(failed);
  }
}

/**
 * The process that runs PHP as WebAssembly for one site. It sees the folder of that site and our scripts, answers
 * HTTP on a loopback port, and runs scripts and WP-CLI on order. PHP has one instance, so everything is in turn.
 */
import { constants } from 'node:fs';
import { createNodeFsMountHandler, loadNodeRuntime } from '@php-wasm/node';
import { PHP, SupportedPHPVersions } from '@php-wasm/universal';
import type { StreamedPHPResponse, SupportedPHPVersion } from '@php-wasm/universal';
import { createWasmHttpServer } from './wasm-http.ts';
import type { WorkerAnswer, WorkerOrder } from './wasm-protocol.ts';

const INSIDE = { live: '/site/live', tmp: '/tmp', panel: '/panel', root: '/site/live/public' };

type Boot = Extract<WorkerOrder, { type: 'boot' }>;

function answer(message: WorkerAnswer): void {
  process.send?.(message);
}

/** A PHP with the site's folders mounted. What runs on the command line needs one of its own kind. */
async function boot(order: Boot, sapi: 'cli' | null): Promise<PHP> {
  const version = SupportedPHPVersions.find((candidate): candidate is SupportedPHPVersion => candidate === order.phpVersion);
  if (version === undefined) throw new Error(`PHP ${order.phpVersion} is not bundled`);
  const load = () => loadNodeRuntime(version, { emscriptenOptions: { processId: process.pid } });
  const php = new PHP(await load());
  if (sapi !== null) await php.setSapiName(sapi);
  const ini = Object.entries(order.settings).map(([name, value]) => `${name}=${value}`);
  php.writeFile('/internal/shared/php.ini', `${ini.join('\n')}\n`);
  for (const [inside, folder] of [[INSIDE.live, order.live], [INSIDE.panel, order.panel], [INSIDE.tmp, order.tmp]] as const) {
    php.mkdirTree(inside);
    await php.mount(inside, createNodeFsMountHandler(folder));
  }
  if (sapi === null) php.enableRuntimeRotation({ recreateRuntime: load, maxRequests: 400 });
  return php;
}

async function wpCli(settings: Boot, order: Extract<WorkerOrder, { type: 'wp' }>, env: Record<string, string>): Promise<void> {
  const php = await boot(settings, 'cli');
  try {
    const args = ['php', `${INSIDE.panel}/wp-cli.phar`, `--path=${INSIDE.root}`, '--no-color', ...order.args];
    const home = { HOME: INSIDE.tmp, WP_CLI_DISABLE_AUTO_CHECK_UPDATE: '1' };
    await finish(order.id, await php.cli(args, { env: { ...home, ...env }, cwd: INSIDE.live }));
  } finally {
    php.exit();
  }
}

/** Orders and requests in turn: the instance has one set of globals, and the rotation after WP-CLI must not overlap. */
function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

async function finish(id: number, response: StreamedPHPResponse): Promise<void> {
  const [code, stdout, stderr] = await Promise.all([response.exitCode, response.stdoutText, response.stderrText]);
  answer({ type: 'result', id, code, stdout, stderr });
}

async function obey(php: PHP, settings: Boot, order: Exclude<WorkerOrder, Boot>, turn: ReturnType<typeof inTurn>): Promise<void> {
  // Variables of one run stay set for the next, so each run names them all.
  const env = { PANEL_DOCUMENT_ROOT: INSIDE.root, PANEL_DB_FILE: '', PANEL_INPUT: '', ...('env' in order ? order.env : {}) };
  switch (order.type) {
    case 'listen':
      return answer({ type: 'listening', id: order.id, port: await createWasmHttpServer(php, turn, { token: order.token, root: INSIDE.root, router: `${INSIDE.panel}/router.php` }) });
    case 'script':
      return turn(async () => finish(order.id, await php.runStream({ scriptPath: `${INSIDE.panel}/${order.file}`, env })));
    case 'wp':
      return turn(() => wpCli(settings, order, env));
  }
}

/**
 * php-wasm reads the numbers of the open flags from an internal of node that the permission model closes; they are
 * public under another name.
 */
function provideOpenFlags(): void {
  Object.defineProperty(process, 'binding', {
    value: (name: string) => {
      if (name !== 'constants') throw new Error(`the internal ${name} is closed here`);
      return { fs: constants };
    },
  });
}

function main(): void {
  provideOpenFlags();
  const turn = inTurn();
  let booted: { php: Promise<PHP>; settings: Boot } | null = null;
  process.on('message', (order: WorkerOrder) => {
    const id = 'id' in order ? order.id : null;
    const failed = (error: unknown) => answer({ type: 'failed', id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    if (order.type === 'boot') {
      booted = { php: boot(order, null), settings: order };
      booted.php.then(() => answer({ type: 'ready' }), failed);
    } else if (booted !== null) {
      const { settings } = booted;
      booted.php.then((php) => obey(php, settings, order, turn)).catch(failed);
    }
  });
  // The panel is gone: so is this process.
  process.on('disconnect', () => process.exit(0));
}

main();

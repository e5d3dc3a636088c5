import { randomBytes } from 'node:crypto';
import { usageOfTree } from '../limits/process-tree.ts';
import { PHP_SETTINGS } from '../runtime/site-runtime.ts';
import type { SiteMount, SiteRuntime } from '../runtime/site-runtime.ts';
import { startWorker } from './wasm-worker-process.ts';
import type { Order, WorkerProcess } from './wasm-worker-process.ts';

/** The PHP that comes with the panel's own packages. */
export const WASM_PHP_VERSION = '8.4';

/** How long a process that was started for one command waits for the next. */
const LINGER_MS = 10_000;

type Entry = { worker: WorkerProcess; jobs: number; serving: boolean; timer: NodeJS.Timeout | null };

/** Hosts sites with PHP as WebAssembly, one process a site: starting one costs seconds, so commands share it. */
export function createWasmRuntime({ panelDir }: { panelDir: string }): SiteRuntime {
  const entries = new Map<string, Entry>();

  const entryOf = (mount: SiteMount): Entry => {
    const known = entries.get(mount.live);
    if (known !== undefined) return known;
    const boot = { live: mount.live, tmp: mount.tmp, panel: panelDir, phpVersion: WASM_PHP_VERSION, settings: PHP_SETTINGS };
    const entry: Entry = { worker: startWorker(boot, randomBytes(24).toString('base64url')), jobs: 0, serving: false, timer: null };
    entries.set(mount.live, entry);
    void entry.worker.exited.then(() => {
      if (entries.get(mount.live) === entry) entries.delete(mount.live);
    });
    return entry;
  };

  const ask = async (mount: SiteMount, order: Order, signal?: AbortSignal) => {
    const entry = entryOf(mount);
    if (entry.timer !== null) clearTimeout(entry.timer);
    entry.jobs += 1;
    try {
      return await entry.worker.ask(order, signal);
    } finally {
      entry.jobs -= 1;
      if (entry.jobs === 0 && !entry.serving) entry.timer = setTimeout(() => void entry.worker.stop(), LINGER_MS).unref();
    }
  };

  return {
    kind: 'wasm',
    phpVersion: WASM_PHP_VERSION,
    own: async () => undefined,
    async serve(mount) {
      const entry = entryOf(mount);
      entry.serving = true;
      // The marker of the process is also the token: it is random, and known to this process and the panel alone.
      const token = entry.worker.marker;
      const { port } = await ask(mount, { type: 'listen', token }).catch(async (error: unknown) => {
        await entry.worker.stop();
        throw error;
      });
      return { endpoint: { host: '127.0.0.1', port, token }, pid: entry.worker.pid, exited: entry.worker.exited, stop: entry.worker.stop, usage: () => usageOfTree(entry.worker.pid) };
    },
    script: (mount, script, input, options) => ask(mount, { type: 'script', file: `${script}.php`, env: { ...options.env, PANEL_INPUT: JSON.stringify(input) } }, options.signal),
    wp: (mount, args, options) => ask(mount, { type: 'wp', args, env: options.env ?? {} }, options.signal),
    async release(live) {
      await entries.get(live)?.worker.stop();
    },
  };
}

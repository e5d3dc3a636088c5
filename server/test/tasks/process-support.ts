import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { QUICK_START } from '../quick-start.ts';

const SCRIPT = path.join(import.meta.dirname, 'panel-process.ts');
/** PGlite is compiled once only. */
const BASELINE_WASM = '--liftoff-only';

export type PanelProcess = {
  port: number;
  pid: number;
  /** Its output, once it has ended; null while it runs. */
  endedWith(): string | null;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
};

/** Starts a panel process and waits until it is ready. It dies with this one. */
export async function startProcess(env: Record<string, string>, script = SCRIPT): Promise<PanelProcess> {
  const flags = ['--disable-warning=ExperimentalWarning', BASELINE_WASM, ...QUICK_START];
  const child: ChildProcess = spawn(process.execPath, [...flags, script], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_TEST_CONTEXT: '', DATABASE_URL: '', LOG_LEVEL: 'error', PORT: '0', ...env },
  });
  let said = '';
  child.stderr?.on('data', (part: Buffer) => (said += part));
  const ended = once(child, 'exit');
  const port = await new Promise<number>((resolve, reject) => {
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        said += `${line}\n`;
        const found = /^port (\d+)$/.exec(line);
        if (found) resolve(Number(found[1]));
      });
    void ended.then(() => reject(new Error(`The process ended: ${said}`)));
  });
  return {
    port,
    pid: child.pid ?? 0,
    endedWith: () =>
      child.exitCode === null && child.signalCode === null
        ? null
        : `exit ${child.exitCode ?? child.signalCode}\n${said.slice(-2000)}`,
    async kill(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}

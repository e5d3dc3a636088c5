import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SOCKET } from './settings.ts';

const LOOK_MS = 20;
const FAST_MS = 10_000;

/** Its main process by `postmaster.pid`, if that number still belongs to a PostgreSQL on this folder. */
function running(folder: string): number | null {
  try {
    const pid = Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words[words.indexOf('-D') + 1] === folder ? pid : null;
  } catch {
    return null;
  }
}

/** No process has this number: it is above the kernel's largest. */
const NO_PROCESS = 2_147_483_647;

/**
 * After a restart of the machine or the container the number in a lock file may be another program's, or that of a killed
 * PostgreSQL whom nobody has waited for, and a new one would refuse to start. The rest of `postmaster.pid` stays: by it
 * PostgreSQL finds processes that still use the data. The lock of the socket protects only the socket.
 */
function forgetForeignNumber(folder: string): void {
  rmSync(path.join(folder, `${SOCKET}.lock`), { force: true });
  const file = path.join(folder, 'postmaster.pid');
  if (!existsSync(file)) return;
  const [pid, ...rest] = readFileSync(file, 'utf8').split('\n');
  if (existsSync(`/proc/${pid}`)) writeFileSync(file, [NO_PROCESS, ...rest].join('\n'));
}

/**
 * Ends the PostgreSQL of a killed panel; the caller holds the lock of the data folder. First in order, then without
 * waiting for its clients. Either way no commit is lost.
 */
export async function endLeftover(folder: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const pid = running(folder);
    if (pid === null) return forgetForeignNumber(folder);
    process.kill(pid, signal);
    const until = performance.now() + FAST_MS;
    while (running(folder) === pid && performance.now() < until) await wait(LOOK_MS);
  }
}

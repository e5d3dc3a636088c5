import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { descendantsOf, endLeftovers } from './process-tree.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** Running children, each the leader of its own process group. */
const running = new Set();

/**
 * Starts a program in a process group of its own, so that Ctrl-C reaches it only through us, and in order.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {ChildProcess}
 */
export function start(file, args, options = {}) {
  const child = spawn(file, args, { detached: process.platform !== 'win32', ...options });
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.once('error', () => running.delete(child));
  return child;
}

/** How a child ended. A signal counts as 128 and its number, the way shells report it. */
export function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({ code: code ?? (signal ? 128 + constants.signals[signal] : 1), signal }),
    );
  });
}

const alive = (child) => child.exitCode === null && child.signalCode === null && child.pid !== undefined;

function signalGroup(child, signal) {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * Ends a child gracefully and, when it has not ended after `graceMs`, by force. Also ends descendants that it left
 * behind, in its own process group or another.
 */
export async function endProcess(child, { graceMs = 15_000, signal = 'SIGTERM' } = {}) {
  if (child.pid === undefined) return;
  const below = alive(child) ? descendantsOf(child.pid) : [];
  if (alive(child)) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const force = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
    await gone;
    clearTimeout(force);
  }
  signalGroup(child, 'SIGKILL');
  endLeftovers(below);
}

/** Ends every running child. */
export const endAll = (options) => Promise.all([...running].map((child) => endProcess(child, options)));

/**
 * Runs a program to its end and collects its output. Ends it after `timeoutMs`, and once it has printed nothing for
 * `quietMs`.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & {onLine?: (line: string) => void, timeoutMs?: number, quietMs?: number}} options
 * @returns {Promise<{code: number, output: string, timedOut: boolean}>}
 */
export async function run(file, args, { onLine, timeoutMs, quietMs, ...options } = {}) {
  const child = start(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  let timedOut = false;
  const end = () => {
    timedOut = true;
    void endProcess(child, { graceMs: 3000 });
  };
  const timer = timeoutMs && setTimeout(end, timeoutMs);
  const quiet = quietMs && setTimeout(end, quietMs);
  const take = (stream) => {
    let rest = '';
    stream?.setEncoding('utf8');
    stream?.on('data', (chunk) => {
      output += chunk;
      if (!timedOut) quiet?.refresh();
      const lines = (rest + chunk).split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) onLine?.(line);
    });
    stream?.on('end', () => rest && onLine?.(rest));
  };
  take(child.stdout);
  take(child.stderr);
  try {
    const { code } = await ended(child);
    return { code, output, timedOut };
  } finally {
    clearTimeout(timer);
    clearTimeout(quiet);
  }
}

const NPM_CHECK_MS = 250;

/**
 * Ends this process as SIGTERM would when the `npm run` that started it has ended. npm passes a signal to the shell
 * that it runs a script in, and the shell ends without passing it on.
 */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(check);
    process.kill(process.pid, 'SIGTERM');
  }, NPM_CHECK_MS);
  check.unref();
}

const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/**
 * Ends all children on Ctrl-C, SIGTERM, a closed terminal or the end of `npm run`, then exits with the shell's code for
 * the signal. A second Ctrl-C kills them.
 * @param {{onFirst?: (signal: string) => void, graceMs?: number, code?: (signal: string) => number}} options
 */
export function endWithSignals({ onFirst = () => {}, graceMs = 20_000, code = (signal) => SIGNAL_CODES[signal] } = {}) {
  let ending = false;
  endWithNpm();
  for (const signal of Object.keys(SIGNAL_CODES)) {
    process.on(signal, async () => {
      if (ending) {
        await endAll({ graceMs: 0, signal: 'SIGKILL' });
        process.exit(code(signal));
      }
      ending = true;
      onFirst(signal);
      await endAll({ graceMs });
      process.exit(code(signal));
    });
  }
}

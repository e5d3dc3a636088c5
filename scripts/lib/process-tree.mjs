import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** @typedef {{pid: number, parent: number, started: string}} Entry */

/** Fields after the program's name, which is in parentheses and may contain anything. */
function fromProc(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(fields[1]), started: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/**
 * All processes of the machine; `ps` is used where /proc is missing.
 * @returns {Entry[]}
 */
function allProcesses() {
  if (existsSync('/proc/self/stat')) {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => fromProc(Number(name)) ?? []);
  }
  try {
    const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,lstart='], { encoding: 'utf8' });
    return text
      .trim()
      .split('\n')
      .map((line) => {
        const [pid, parent, ...started] = line.trim().split(/\s+/);
        return { pid: Number(pid), parent: Number(parent), started: started.join(' ') };
      });
  } catch {
    return [];
  }
}

/**
 * All descendants of a process with their start times, which detect a reused id.
 * @returns {Entry[]}
 */
export function descendantsOf(pid) {
  const all = allProcesses();
  const found = [];
  const parents = new Set([pid]);
  for (let grew = true; grew;) {
    grew = false;
    for (const entry of all) {
      if (!parents.has(entry.parent) || parents.has(entry.pid)) continue;
      parents.add(entry.pid);
      found.push(entry);
      grew = true;
    }
  }
  return found;
}

/** Kills those of `entries` that are still the same processes. */
export function endLeftovers(entries) {
  if (entries.length === 0) return;
  const now = new Map(allProcesses().map((entry) => [entry.pid, entry.started]));
  for (const { pid, started } of entries) {
    if (now.get(pid) !== started) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}

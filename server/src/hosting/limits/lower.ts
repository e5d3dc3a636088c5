import type { SiteLimits } from '@panel/contract';
import { runCommand } from '../process/run-command.ts';

/**
 * Limits that prlimit(1) sets for one process. `processes` counts all processes of a user, so use it only for users
 * of a single site.
 */
export type ProcessLimits = { openFiles: number; fileSizeMb: number; processes?: number; dataMb?: number };

/**
 * Wraps a command in programs that lower its priority and set its limits; they exec the command, so the pid stays the
 * same.
 */
export type Lower = (command: string[], limits: ProcessLimits) => string[];

const MB = 2 ** 20;
/** What V8 reserves for writing, mostly for code, and does not use. `dataMb` counts it. */
export const RESERVED_BY_V8_MB = 768;

/** A write beyond the largest file size fails with EFBIG instead of ending the process by SIGXFSZ. */
const NO_SIGNAL = ['env', '--ignore-signal=XFSZ'];
/** Sites have a lower priority than panel and edge, for processor and disk. */
const PRIORITY = [
  ['nice', '-n', '10'],
  ['ionice', '-c', '2', '-n', '7'],
];
const PRLIMIT = ['prlimit', '--core=0'];

/** Detects which of the programs exist; missing ones are left out. */
export async function findLower(): Promise<Lower> {
  // Starting a program takes a large process tens of milliseconds: each alone only where not all of them work.
  const all = await works([...NO_SIGNAL, ...PRIORITY.flat(), ...PRLIMIT]);
  const alone = async (command: string[]) => all || works(command);
  const [signal, prlimit, ...priority] = await Promise.all([alone(NO_SIGNAL), alone(PRLIMIT), ...PRIORITY.map(alone)]);
  const fixed = [...(signal ? NO_SIGNAL : []), ...PRIORITY.filter((_, index) => priority[index]).flat()];
  return (command, limits) => [...fixed, ...(prlimit ? [...PRLIMIT, ...resources(limits)] : []), ...command];
}

/** The part of a plan's limits that applies to single processes. */
export function processLimits({ openFiles, fileSizeMb }: SiteLimits): ProcessLimits {
  return { openFiles, fileSizeMb };
}

function resources({ openFiles, fileSizeMb, processes, dataMb }: ProcessLimits): string[] {
  return [
    `--nofile=${openFiles}`,
    `--fsize=${fileSizeMb * MB}`,
    ...(processes === undefined ? [] : [`--nproc=${processes}`]),
    ...(dataMb === undefined ? [] : [`--data=${dataMb * MB}`]),
  ];
}

async function works(command: string[]): Promise<boolean> {
  const [file = '', ...args] = command;
  const result = await runCommand(
    { file, args: [...args, 'true'], env: { PATH: process.env['PATH'] ?? '' } },
    AbortSignal.timeout(10_000),
  ).catch(() => null);
  return result?.code === 0;
}

import type { SiteLimits } from '@panel/contract';
import { runCommand } from '../process/run-command.ts';

/** What prlimit(1) sets for one process. `processes` counts all of a user, so it is for users of one site alone. */
export type ProcessLimits = { openFiles: number; fileSizeMb: number; processes?: number; dataMb?: number };

/** Puts a command behind programs that lower its priority and set its limits; they replace themselves by it, so its pid is theirs. */
export type Lower = (command: string[], limits: ProcessLimits) => string[];

const MB = 2 ** 20;

/** A write past the largest size fails with EFBIG instead of ending the process by SIGXFSZ. */
const NO_SIGNAL = ['env', '--ignore-signal=XFSZ'];
/** Sites run behind the panel and the edge, for the processor and for the disk. */
const PRIORITY = [
  ['nice', '-n', '10'],
  ['ionice', '-c', '2', '-n', '7'],
];
const PRLIMIT = ['prlimit', '--core=0'];

/** Looks once which of the programs this machine has; what is missing is left out. */
export async function findLower(): Promise<Lower> {
  const [signal, prlimit, ...priority] = await Promise.all([works(NO_SIGNAL), works(PRLIMIT), ...PRIORITY.map(works)]);
  const fixed = [...(signal ? NO_SIGNAL : []), ...PRIORITY.filter((_, index) => priority[index]).flat()];
  return (command, limits) => [...fixed, ...(prlimit ? [...PRLIMIT, ...resources(limits)] : []), ...command];
}

/** The part of a plan's limits that concerns single processes. */
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

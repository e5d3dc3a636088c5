import type { SiteLimits } from '@panel/contract';

const MINUTE = 60_000;
const MEGABYTE = 1024 ** 2;

export type BuildLimits = {
  fetchMs: number;
  installMs: number;
  buildMs: number;
  /** Of the code itself, and of everything that the build writes. */
  code: { files: number; bytes: number };
  folder: { files: number; bytes: number };
  /** How often the folder of a running build is measured. */
  lookMs: number;
  /** Of the log: the beginning at once, the end of each command when it has ended. */
  log: { head: number; tail: number };
  memoryMb: number;
  /** How long a server gets to listen. */
  startMs: number;
  processes: number;
  /** How long a command in its environment may take. */
  commandMs: number;
  /** What a push into the panel's own Git may send, packed. */
  pushBytes: number;
};

/** What one build may use, whatever the plan of its application allows at run time. */
export const BUILD_LIMITS: BuildLimits = {
  fetchMs: 10 * MINUTE,
  installMs: 15 * MINUTE,
  buildMs: 15 * MINUTE,
  code: { files: 100_000, bytes: 1024 * MEGABYTE },
  folder: { files: 500_000, bytes: 4096 * MEGABYTE },
  lookMs: 3_000,
  log: { head: 1024 * 1024, tail: 320 * 1024 },
  memoryMb: 2048,
  startMs: 30_000,
  processes: 512,
  commandMs: 10 * MINUTE,
  pushBytes: 256 * MEGABYTE,
};

/** Limits of the kernel for the commands of a build. */
export const commandLimits = (plan: SiteLimits, { memoryMb, processes }: BuildLimits): SiteLimits => ({
  ...plan,
  memoryMb,
  cpuPercent: Math.max(plan.cpuPercent, 200),
  processes,
  openFiles: 16_384,
  fileSizeMb: 1024,
});

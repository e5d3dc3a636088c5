import type { SiteLimits } from '@panel/contract';

const MINUTE = 60_000;
const MEGABYTE = 1024 ** 2;

/** What one build may use, whatever the plan of its application allows at run time. */
export const BUILD_LIMITS = {
  fetchMs: 10 * MINUTE,
  installMs: 15 * MINUTE,
  buildMs: 15 * MINUTE,
  /** Of the code itself, and of everything that the build writes. */
  code: { files: 100_000, bytes: 1024 * MEGABYTE },
  folder: { files: 500_000, bytes: 4096 * MEGABYTE },
  /** How often the folder of a running build is measured. */
  lookMs: 3_000,
  /** Of the log: the beginning at once, the end of each command when it has ended. */
  log: { head: 1024 * 1024, tail: 320 * 1024 },
} as const;
export type BuildLimits = typeof BUILD_LIMITS;

/** Limits of the kernel for the commands of a build. */
export const commandLimits = (plan: SiteLimits): SiteLimits => ({
  ...plan,
  memoryMb: Math.max(plan.memoryMb, 2048),
  cpuPercent: Math.max(plan.cpuPercent, 200),
  processes: 512,
  openFiles: 16_384,
  fileSizeMb: 1024,
});

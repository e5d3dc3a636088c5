import type { SiteLimits } from './plans.ts';

/** PHP settings of a site that its owner chooses. Sizes in MB (2^20 bytes), time in seconds. */
export type PhpSettings = { memory_mb: number; upload_mb: number; execution_seconds: number };
export type PhpSetting = keyof PhpSettings;

/** What a site has until its owner chooses something else. */
export const PHP_DEFAULTS: PhpSettings = { memory_mb: 256, upload_mb: 256, execution_seconds: 60 };

/** With less, WordPress does not start or its administration does not work. */
const LEAST: PhpSettings = { memory_mb: 64, upload_mb: 2, execution_seconds: 15 };
/** The largest request body that the edge accepts. */
const LARGEST_BODY_MB = 256;

/** The range of each setting within a plan. */
export function phpRanges(limits: SiteLimits): Record<PhpSetting, { min: number; max: number }> {
  const most: PhpSettings = {
    memory_mb: limits.memoryMb,
    upload_mb: Math.min(limits.fileSizeMb, LARGEST_BODY_MB),
    execution_seconds: limits.requestSeconds,
  };
  return {
    memory_mb: { min: LEAST.memory_mb, max: most.memory_mb },
    upload_mb: { min: LEAST.upload_mb, max: most.upload_mb },
    execution_seconds: { min: LEAST.execution_seconds, max: most.execution_seconds },
  };
}

/** Chosen settings within the limits of a plan, which may be smaller than when they were chosen. */
export function phpWithin({ memory_mb, upload_mb, execution_seconds }: PhpSettings, limits: SiteLimits): PhpSettings {
  const ranges = phpRanges(limits);
  return {
    memory_mb: Math.min(memory_mb, ranges.memory_mb.max),
    upload_mb: Math.min(upload_mb, ranges.upload_mb.max),
    execution_seconds: Math.min(execution_seconds, ranges.execution_seconds.max),
  };
}

import { positive, positiveOrOff } from './schemas.ts';

/** The variables of what watches the process itself. */
export const healthVariables = {
  WATCHDOG_SECONDS: { schema: positiveOrOff, fallback: '15', allowed: 'off, or a number of seconds above 0' },
  MEMORY_LIMIT_MB: {
    schema: positive,
    fallback: undefined,
    allowed: 'a number above 0: MB of memory of this process above which it refuses new work',
  },
} as const;

type Parsed = { WATCHDOG_SECONDS: number | null; MEMORY_LIMIT_MB: number | undefined };

export type HealthConfig = {
  /** The process is ended when its event loop was silent for this long; null for never. */
  watchdogSeconds: number | null;
  /** Resident memory above which new work is refused; undefined means what machine, container and V8 allow. */
  memoryLimitMb: number | undefined;
};

export const healthConfig = (parsed: Parsed): HealthConfig => ({
  watchdogSeconds: parsed.WATCHDOG_SECONDS,
  memoryLimitMb: parsed.MEMORY_LIMIT_MB,
});

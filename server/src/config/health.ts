import { portOrOff, positive, positiveOrOff } from './schemas.ts';

/** The variables of what watches the process itself. */
export const healthVariables = {
  WATCHDOG_SECONDS: { schema: positiveOrOff, fallback: '15', allowed: 'off, or a number of seconds above 0' },
  MEMORY_LIMIT_MB: {
    schema: positive,
    fallback: undefined,
    allowed: 'a number above 0: MB of memory of this process above which it refuses new work',
  },
  METRICS_PORT: {
    schema: portOrOff,
    fallback: 'off',
    allowed:
      'off, or a port number from 0 to 65535 (0: any free one), on which this machine reads metrics for Prometheus',
  },
} as const;

type Parsed = { WATCHDOG_SECONDS: number | null; MEMORY_LIMIT_MB: number | undefined; METRICS_PORT: number | null };

export type HealthConfig = {
  /** The process is ended when its event loop was silent for this long; null for never. */
  watchdogSeconds: number | null;
  /** Resident memory above which new work is refused; undefined means what machine, container and V8 allow. */
  memoryLimitMb: number | undefined;
  /** The port of this machine on which Prometheus reads metrics; null for none. */
  metricsPort: number | null;
};

export const healthConfig = (parsed: Parsed): HealthConfig => ({
  watchdogSeconds: parsed.WATCHDOG_SECONDS,
  memoryLimitMb: parsed.MEMORY_LIMIT_MB,
  metricsPort: parsed.METRICS_PORT,
});

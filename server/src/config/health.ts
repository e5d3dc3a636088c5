import * as v from 'valibot';
import { portOrOff, positive, positiveOrOff, url } from './schemas.ts';

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
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: url('http:', 'https:'),
    fallback: undefined,
    allowed: 'an address like http://127.0.0.1:4318 that takes OpenTelemetry over HTTP, or nothing for no traces',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: v.string(),
    fallback: undefined,
    allowed: 'a list like authorization=Bearer%20token separated by commas',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: v.pipe(v.string(), v.toNumber(), v.minValue(0), v.maxValue(1)),
    fallback: '1',
    allowed: 'a number from 0 to 1: the share of requests whose traces are kept',
  },
} as const;

type Parsed = {
  WATCHDOG_SECONDS: number | null;
  MEMORY_LIMIT_MB: number | undefined;
  METRICS_PORT: number | null;
  OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined;
  OTEL_TRACES_SAMPLER_ARG: number;
};

export type HealthConfig = {
  /** The process is ended when its event loop was silent for this long; null for never. */
  watchdogSeconds: number | null;
  /** Resident memory above which new work is refused; undefined means what machine, container and V8 allow. */
  memoryLimitMb: number | undefined;
  /** The port of this machine on which Prometheus reads metrics; null for none. */
  metricsPort: number | null;
  /** Where traces go and which share of the requests; null for none. Its headers are read by the exporter alone. */
  traces: { url: string; share: number } | null;
};

export const healthConfig = (parsed: Parsed): HealthConfig => ({
  watchdogSeconds: parsed.WATCHDOG_SECONDS,
  memoryLimitMb: parsed.MEMORY_LIMIT_MB,
  metricsPort: parsed.METRICS_PORT,
  traces:
    parsed.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
      ? null
      : { url: parsed.OTEL_EXPORTER_OTLP_ENDPOINT, share: parsed.OTEL_TRACES_SAMPLER_ARG },
});

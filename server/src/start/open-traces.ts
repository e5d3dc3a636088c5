import type { Config } from '../config/config.ts';
import type { Logger } from '../kernel/clock-and-log.ts';
import { traceWorkWith } from '../lib/running-work.ts';

type Deps = { config: Pick<Config, 'traces'>; log: Logger };

/**
 * Sends traces of work to a collector, where OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise nothing is loaded.
 * @returns what sends the rest and ends it
 */
export async function openTraces({ config, log }: Deps): Promise<() => Promise<void>> {
  if (config.traces === null) return async () => undefined;
  const { createTraces } = await import('../metrics/traces.ts');
  const traces = createTraces(config.traces, (reason) => log.warn({ reason }, 'traces could not be sent'));
  traceWorkWith(traces);
  return async () => {
    traceWorkWith(null);
    await traces.close();
  };
}

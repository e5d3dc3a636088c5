import type { Config } from '../config/config.ts';
import type { OpenDatabase } from '../db/database.ts';
import type { Clock, Logger } from '../kernel/clock-and-log.ts';
import type { Meter } from '../kernel/meter.ts';
import { listen, type Handler } from '../listen/http-server.ts';
import type { MetricSources } from '../metrics/prometheus.ts';
import { queueState } from '../metrics/task-queue.repo.ts';

const METRICS_PATH = '/metrics';
const HOSTS = ['127.0.0.1', '::1'];
/** A page of another site cannot read the metrics by a name of its own for this machine. */
const OWN_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

export type OpenMetrics = { meter: Meter; port: number; close(): Promise<void> };
type Deps = {
  config: Pick<Config, 'metricsPort'>;
  database: OpenDatabase;
  clock: Clock;
  log: Logger;
} & Pick<MetricSources, 'hostedProcesses' | 'isShedding' | 'loopDelays'>;

/** Counts, and answers Prometheus on this machine; null where METRICS_PORT is off: then nothing is loaded or counted. */
export async function openMetrics({ config, database, clock, log, ...own }: Deps): Promise<OpenMetrics | null> {
  if (config.metricsPort === null) return null;
  const { createMetrics } = await import('../metrics/prometheus.ts');
  const metrics = createMetrics({
    ...own,
    queue: () => queueState(database.db, clock.now()),
    pool: () => database.pool?.() ?? null,
  });
  const answer: Handler = (req, res) => {
    const status = !OWN_HOST.test(req.headers.host ?? '') ? 403 : req.url === METRICS_PATH ? 200 : 404;
    if (status !== 200 || req.method !== 'GET') return void res.writeHead(status === 200 ? 405 : status).end();
    metrics.text().then(
      ({ type, body }) => res.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body),
      (error: unknown) => {
        log.error({ err: error }, 'metrics could not be collected');
        res.writeHead(500).end();
      },
    );
  };
  const { port, close } = await listen({ port: config.metricsPort, hosts: HOSTS }, answer);
  log.info({ port }, 'metrics are served on this machine');
  return {
    meter: metrics,
    port,
    async close() {
      await close();
      metrics.close();
    },
  };
}

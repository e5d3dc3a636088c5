import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Meter } from '../kernel/meter.ts';
import type { QueueState } from './task-queue.repo.ts';

/** What is looked at when Prometheus asks. */
export type MetricSources = {
  queue(): Promise<QueueState>;
  hostedProcesses(): number;
  /** Null for the embedded database, which has no pool. */
  pool(): { idle: number; total: number; waiting: number } | null;
  isShedding(): boolean;
  /** Of 100 ms or longer, since the process began. */
  loopDelays(): number;
};

export type Metrics = Meter & {
  /** Everything in the text format, and its content type. */
  text(): Promise<{ type: string; body: string }>;
  close(): void;
};

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const TASK_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 1800];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

/** A slow database does not hold a scrape: Prometheus gives up after ten seconds, and then has nothing at all. */
const PATIENCE_MS = 2000;

/** What a promise says within a time. @throws when the time is over */
async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(new Error('It takes too long.')), ms);
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Gauges that are read on each scrape. When a source fails or is late, only its own gauge is left out. */
function addGauges(registers: Registry[], sources: MetricSources): void {
  const gauge = (name: string, help: string, read: (own: Gauge) => void | Promise<void>, labelNames: string[] = []) =>
    new Gauge({
      ...{ name, help, labelNames, registers },
      async collect() {
        this.reset();
        if (labelNames.length === 0) this.remove();
        try {
          await read(this);
        } catch {
          // It has no value now.
        }
      },
    });
  // Asked once for both gauges of a scrape, and not again while an earlier scrape's question is open.
  let asked: Promise<QueueState> | undefined;
  const queue = (): Promise<QueueState> => {
    asked ??= sources.queue().finally(() => {
      asked = undefined;
    });
    return within(asked, PATIENCE_MS);
  };
  gauge(
    'panel_tasks_open',
    'Tasks of the installation that have not ended, by status.',
    async (own) => {
      const { queued, running, cancelling } = await queue();
      for (const [status, count] of Object.entries({ queued, running, cancelling })) own.set({ status }, count);
    },
    ['status'],
  );
  gauge('panel_task_oldest_seconds', 'How long the first waiting task has waited.', async (own) =>
    own.set((await queue()).oldestSeconds),
  );
  gauge('panel_hosted_processes', 'Sites and applications that run in this process’s care.', (own) =>
    own.set(sources.hostedProcesses()),
  );
  gauge('panel_shedding', '1 while new work is refused for lack of memory.', (own) =>
    own.set(sources.isShedding() ? 1 : 0),
  );
  gauge(
    'panel_database_connections',
    'Connections of the pool to PostgreSQL, by state.',
    (own) => {
      const pool = sources.pool();
      if (!pool) return;
      own.set({ state: 'idle' }, pool.idle);
      own.set({ state: 'busy' }, pool.total - pool.idle);
    },
    ['state'],
  );
  gauge('panel_database_waiting', 'Queries that wait for a connection.', (own) => {
    const pool = sources.pool();
    if (pool) own.set(pool.waiting);
  });
}

/** The metrics of one process, in a registry of its own. Event loop, memory and processor are prom-client's defaults. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  addGauges(registers, sources);
  new Counter({
    name: 'panel_event_loop_delays_total',
    help: 'How often the event loop did not turn for 100 ms or longer. The log has what ran.',
    registers,
    collect() {
      this.reset();
      this.inc(sources.loopDelays());
    },
  });
  const requests = new Counter({
    name: 'panel_http_requests_total',
    help: 'Requests to the panel, by declared route.',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'panel_http_request_duration_seconds',
    help: 'Time until the answer of a request to the panel began.',
    labelNames: ['method', 'route'] as const,
    buckets: REQUEST_SECONDS,
    registers,
  });
  const siteRequests = new Counter({
    name: 'panel_site_requests_total',
    help: 'Requests to hosted sites and applications.',
    labelNames: ['status'] as const,
    registers,
  });
  const tasks = new Counter({
    name: 'panel_tasks_total',
    help: 'Runs of tasks in this process, by kind and outcome.',
    labelNames: ['kind', 'outcome'] as const,
    registers,
  });
  const taskSeconds = new Histogram({
    name: 'panel_task_duration_seconds',
    help: 'Time of a run of a task.',
    labelNames: ['kind'] as const,
    buckets: TASK_SECONDS,
    registers,
  });
  return {
    request({ method: given, route, status }, seconds) {
      const method = METHODS.has(given) ? given : 'other';
      requests.inc({ method, route, status });
      requestSeconds.observe({ method, route }, seconds);
    },
    siteRequest: (status) => siteRequests.inc({ status }),
    task(kind, outcome, seconds) {
      tasks.inc({ kind, outcome });
      taskSeconds.observe({ kind }, seconds);
    },
    text: async () => ({ type: registry.contentType, body: await registry.metrics() }),
    close: () => registry.clear(),
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createCounter } from '../lib/counter.ts';
import type { EdgeLog, MetricsSink, Traffic } from './edge-types.ts';

export type TrafficMeter = {
  /** Counts one request when its response has ended or the visitor has left. */
  watch(siteId: string, req: IncomingMessage, res: ServerResponse): void;
  flush(): Promise<void>;
};

/** Adds up traffic per site and UTC day in memory and stores it in batches. */
export function createTrafficMeter(sink: MetricsSink, clock: { now(): number }, log: EdgeLog): TrafficMeter {
  const { add, flush } = createCounter<Traffic & { siteId: string }>({
    keyOf: ({ siteId, day }) => `${day} ${siteId}`,
    sum: (known, { requests, bytes, pageViews }) => ({
      ...known,
      requests: known.requests + requests,
      bytes: known.bytes + bytes,
      pageViews: known.pageViews + pageViews,
    }),
    store: (batch) => sink.store(batch),
    failed: (error, { rows }) =>
      log.warn({ sites: rows.length, err: error }, 'traffic could not be stored and is kept'),
  });
  return {
    watch(siteId, req, res) {
      const { socket } = req;
      const before = socket.bytesWritten;
      res.once('close', () => {
        const day = new Date(clock.now()).toISOString().slice(0, 10);
        const pageViews = isPageView(req, res) ? 1 : 0;
        add({ siteId, day, requests: 1, bytes: socket.bytesWritten - before, pageViews });
      });
    },
    flush,
  };
}

/** A page view by a person: a GET navigation answered 2xx with HTML. Pages in frames of other pages do not count. */
function isPageView(req: IncomingMessage, res: ServerResponse): boolean {
  if ((req.headers['sec-fetch-dest'] ?? 'document') !== 'document') return false;
  const type = String(res.getHeader('content-type') ?? '');
  return isNavigation(req) && res.statusCode >= 200 && res.statusCode < 300 && type.startsWith('text/html');
}

/** Whether a browser requested this as a page; without fetch metadata, the Accept header decides. */
export function isNavigation(req: IncomingMessage): boolean {
  if (req.method !== 'GET') return false;
  const mode = req.headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return (req.headers.accept ?? '').includes('text/html');
}

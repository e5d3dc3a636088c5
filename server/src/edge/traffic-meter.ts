import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EdgeLog, MetricsSink, Traffic } from './edge-types.ts';

export type TrafficMeter = {
  /** Counts one request when its response has ended or the visitor has left. */
  watch(siteId: string, req: IncomingMessage, res: ServerResponse): void;
  flush(): Promise<void>;
};

/** Adds up traffic per site and UTC day in memory and stores it in batches. */
export function createTrafficMeter(sink: MetricsSink, clock: { now(): number }, log: EdgeLog): TrafficMeter {
  const pending = new Map<string, { siteId: string; traffic: Traffic }>();

  const add = (siteId: string, { day, requests, bytes, pageViews }: Traffic) => {
    const key = `${day} ${siteId}`;
    const sum = pending.get(key)?.traffic ?? { day, requests: 0, bytes: 0, pageViews: 0 };
    pending.set(key, {
      siteId,
      traffic: {
        day,
        requests: sum.requests + requests,
        bytes: sum.bytes + bytes,
        pageViews: sum.pageViews + pageViews,
      },
    });
  };

  return {
    watch(siteId, req, res) {
      const { socket } = req;
      const before = socket.bytesWritten;
      res.once('close', () => {
        const day = new Date(clock.now()).toISOString().slice(0, 10);
        add(siteId, { day, requests: 1, bytes: socket.bytesWritten - before, pageViews: isPageView(req, res) ? 1 : 0 });
      });
    },
    async flush() {
      const batch = [...pending.values()];
      pending.clear();
      // All at once, so that the sink needs one statement and one log line, however many sites there are.
      const stored = await Promise.allSettled(batch.map(async ({ siteId, traffic }) => sink.add(siteId, traffic)));
      const failed = stored.flatMap((result, i) =>
        result.status === 'rejected' && batch[i] ? [{ ...batch[i], reason: result.reason as unknown }] : [],
      );
      for (const { siteId, traffic } of failed) add(siteId, traffic);
      if (failed[0])
        log.warn({ sites: failed.length, err: failed[0].reason }, 'traffic could not be stored and is kept');
    },
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
